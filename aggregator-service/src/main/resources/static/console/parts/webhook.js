// What became of the calls to a task's callback URL, and sending the answer there again.

import {h} from '../dom.js';
import {t, known} from '../words.js';
import {number} from '../format.js';
import {button, table, time} from './pieces.js';

const TONES = {PENDING: 'info', DELIVERED: 'good', GIVEN_UP: 'bad', REFUSED: 'bad'};

export function webhook(deliveries, redeliver) {
  if (deliveries.length === 0) {
    return [];
  }
  const rows = deliveries.map((each) => h('tr', {},
    h('th', {scope: 'row'}, known(`webhook.event.${each.event}`) ?? each.event, h('div', {class: 'quiet mono said'}, each.url)),
    h('td', {}, h('span', {class: `badge ${TONES[each.state] ?? 'quiet'}`}, known(`webhook.state.${each.state}`) ?? each.state),
      each.nextAttemptAt && each.state === 'PENDING' ? h('div', {class: 'quiet'}, t('steps.next-attempt'), ' ', time(each.nextAttemptAt)) : null),
    h('td', {class: 'number'}, number(each.attempts)),
    h('td', {class: 'said'}, each.lastOutcome ?? '–')));
  return [h('h2', {}, t('webhook.title')),
    table(t('webhook.title'), [[t('webhook.what')], [t('steps.state')], [t('steps.attempts'), 'number'], [t('webhook.outcome')]], rows),
    h('p', {class: 'total'}, button(t('webhook.again'), redeliver, {symbol: 'retry', focus: 'redeliver'}))];
}
