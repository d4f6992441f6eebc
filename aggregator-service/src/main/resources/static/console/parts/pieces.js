// Small pieces that every page is made of.

import {h, svg, announce} from '../dom.js';
import {t, known} from '../words.js';
import {dateTime, ago} from '../format.js';
import {icon} from './icons.js';

const TONES = {
  PROCESSING: 'info', RUNNING: 'info', RETRYING: 'warn', PENDING: 'quiet',
  COMPLETED: 'good', SUCCEEDED: 'good', UP: 'good', PARTIAL: 'warn',
  FAILED: 'bad', DOWN: 'bad', SILENT: 'bad', OUT_OF_SERVICE: 'bad',
  CANCELLED: 'quiet', EXPIRED: 'quiet', SKIPPED: 'quiet',
};

export function tone(status) {
  return TONES[status] ?? 'quiet';
}

/** A status by its colour and its word. */
export function badge(status) {
  return h('span', {class: `badge ${tone(status)}`}, h('span', {class: 'dot', 'aria-hidden': 'true'}), known(`status.${status}`) ?? status);
}

/** The name of a step in words, or its own where it has none. */
export function stepName(step) {
  return known(`step.${step}`) ?? step;
}

export function button(label, onclick, {kind = '', symbol = null, disabled = false, focus = null, title = null} = {}) {
  return h('button', {type: 'button', class: `button ${kind}`, onclick, disabled, title, 'data-focus': focus}, symbol ? icon(symbol) : null, h('span', {}, label));
}

export function time(iso) {
  return iso ? h('time', {datetime: iso, title: dateTime(iso), class: 'ago'}, ago(iso)) : '–';
}

/** Keeps "3 minutes ago" true. */
setInterval(() => {
  for (const element of document.querySelectorAll('time.ago')) {
    const text = ago(element.dateTime);
    if (element.textContent !== text) {
      element.textContent = text;
    }
  }
}, 1000);

export function notice(tone, title, ...content) {
  return h('div', {class: `notice ${tone}`, role: tone === 'bad' ? 'alert' : null}, h('p', {class: 'notice-title'}, title), content);
}

export function empty(title, text, ...more) {
  return h('div', {class: 'empty'}, h('p', {class: 'empty-title'}, title), h('p', {}, text), more);
}

export function field(label, control, hint = null) {
  const id = control.id || `f${Math.random().toString(36).slice(2)}`;
  control.id = id;
  if (hint) {
    control.setAttribute('aria-describedby', `${id}-hint`);
  }
  return h('div', {class: 'field'}, h('label', {for: id}, label), control, hint ? h('p', {class: 'hint', id: `${id}-hint`}, hint) : null);
}

/** A list to choose one of: pairs of value and label. */
export function select(options, value, onchange) {
  const element = h('select', {onchange: () => onchange?.(element.value)}, options.map(([each, label]) => h('option', {value: each}, label)));
  element.value = value ?? '';
  return element;
}

export function copyButton(text) {
  return h('button', {
    type: 'button', class: 'button bare', 'aria-label': t('action.copy'), title: t('action.copy'),
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text);
        announce(t('action.copied'));
      } catch {
        announce(t('action.copy-failed'));
      }
    },
  }, icon('copy'));
}

/** A table that scrolls by itself where the screen is narrow; columns are [label, class]. */
export function table(caption, columns, rows) {
  return h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
    h('table', {}, h('caption', {class: 'unseen'}, caption),
      h('thead', {}, h('tr', {}, columns.map(([label, kind]) => h('th', {scope: 'col', class: kind}, label)))),
      h('tbody', {}, rows)));
}

/** A share of a whole as a bar; decoration, the figure stands beside it. */
export function bar(share, tone = '') {
  return svg('svg', {class: `bar ${tone}`, viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
    svg('rect', {class: 'track', width: 100, height: 6, rx: 3}),
    svg('rect', {class: 'value', width: Math.max(0, Math.min(100, share * 100)), height: 6, rx: 3}));
}

/** What went wrong in words, and what to do, by an error's code. */
export function explained(error) {
  const what = known(`error.${error.code}.what`) ?? t('error.other.what', {code: error.code});
  const remedy = known(`error.${error.code}.do`) ?? t(error.retryable ? 'error.other.do-retryable' : 'error.other.do');
  return {what, remedy, said: error.message};
}
