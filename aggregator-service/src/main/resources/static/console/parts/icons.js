// Line drawings of 20 by 20.

import {svg} from '../dom.js';

const PATHS = {
  tasks: 'M4 5h12M4 10h12M4 15h8',
  letters: 'M3 6h14v9H3zM3 6l7 5 7-5',
  usage: 'M4 16V9M10 16V4M16 16v-5',
  system: 'M2 11h4l2-6 4 11 2-5h4',
  upload: 'M10 13V4m0 0L6.5 7.5M10 4l3.5 3.5M4 13v3h12v-3',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M15.5 11.8A6.5 6.5 0 0 1 8.2 4.5a6.5 6.5 0 1 0 7.3 7.3z',
  auto: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  back: 'M12 5l-5 5 5 5',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  out: 'M8 4H4v12h4M12 6.5l3.5 3.5L12 13.5M7.5 10h8',
  retry: 'M15.5 8A6 6 0 1 0 16 11.5M16 4v4h-4',
  reused: 'M4 8a6 6 0 0 1 11-1.5M16 12a6 6 0 0 1-11 1.5M15 3v4h-4M5 17v-4h4',
};

export function icon(name) {
  return svg('svg', {viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true', focusable: 'false'},
    svg('path', {d: PATHS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round'}));
}
