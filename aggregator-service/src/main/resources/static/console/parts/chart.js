// Stacked bars, a bar for each day; the same figures stand in a table beneath for those who cannot see it.

import {h, svg} from '../dom.js';
import {t} from '../words.js';
import {day} from '../format.js';

const WIDEST = 1120;
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 10;
const COLOURS = 8;

/** A round number at or above the value. */
function ceiling(value) {
  if (value <= 0) {
    return 1;
  }
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * size).find((step) => step >= value);
}

export function chart(dates, series, show) {
  // as wide as it will be drawn, so that its words have their size
  const width = Math.max(280, Math.min(WIDEST, innerWidth - 76));
  const totals = dates.map((_, i) => series.reduce((sum, {values}) => sum + values[i], 0));
  const most = ceiling(Math.max(...totals));
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const slot = (width - LEFT) / dates.length;
  const lines = [0, 0.5, 1].map((share) => [
    svg('line', {class: 'grid', x1: LEFT, x2: width, y1: y(most * share), y2: y(most * share)}),
    svg('text', {class: 'axis', x: LEFT - 8, y: y(most * share) + 4, 'text-anchor': 'end'}, show(most * share)),
  ]);
  const every = Math.ceil(dates.length / Math.floor(width / 90));
  const labels = dates.map((date, i) => ((dates.length - 1 - i) % every === 0
    ? svg('text', {class: 'axis', x: Math.min(width - 20, LEFT + slot * (i + 0.5)), y: HEIGHT - 6, 'text-anchor': 'middle'}, day(date)) : null));
  const bars = dates.map((date, i) => {
    let below = 0;
    return svg('g', {}, svg('title', {}, `${day(date)}: ${show(totals[i])}`), series.map(({values}, n) => {
      const value = values[i];
      const bar = value > 0 ? svg('rect', {
        class: `series-${n % COLOURS}`, x: LEFT + slot * (i + 0.5) - Math.min(slot * 0.7, 36) / 2, width: Math.min(slot * 0.7, 36),
        y: y(below + value), height: Math.max(0, y(below) - y(below + value)), rx: 1.5,
      }) : null;
      below += value;
      return bar;
    }));
  });
  return h('figure', {class: 'chart'},
    svg('svg', {viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': t('usage.chart', {total: show(totals.reduce((a, b) => a + b, 0)), n: dates.length})}, lines, labels, bars),
    h('figcaption', {}, h('ul', {class: 'legend'}, series.map(({name}, n) => h('li', {},
      svg('svg', {viewBox: '0 0 10 10', class: 'swatch', 'aria-hidden': 'true'}, svg('rect', {class: `series-${n % COLOURS}`, width: 10, height: 10, rx: 2})), name)))));
}
