// How the suite is: processes, queues, workers.

import {h, drawn, announce, swap} from '../dom.js';
import {t} from '../words.js';
import {duration, number, dateTime} from '../format.js';
import {get} from '../api.js';
import {badge, button, empty, notice, stepName, table} from '../parts/pieces.js';

const EVERY = 3_000;

export function systemPage() {
  const place = h('div', {});
  const element = h('div', {}, h('h1', {tabindex: -1}, t('system.title')), h('p', {class: 'lead'}, t('system.lead')), place);
  let closed = false;
  let before = null;

  const show = drawn(place, (health) => [
    verdict(health), services(health), h('div', {class: 'two'}, outboxes(health), workers(health)), lag(health),
    h('p', {class: 'quiet'}, t('system.at', {time: dateTime(health.at)}))]);

  async function read() {
    try {
      const health = await get('api/console/system');
      if (closed) {
        return;
      }
      const state = troubles(health).join(' ');
      if (before !== null && state !== before) {
        announce(state || t('system.well'));
      }
      before = state;
      show(health);
    } catch (problem) {
      swap(place, notice('bad', t('problem.title'), h('p', {}, problem.message), button(t('action.again'), read)));
    }
  }

  const again = setInterval(() => { if (!document.hidden) { read(); } }, EVERY);
  read();
  return {element, title: t('system.title'), close: () => { closed = true; clearInterval(again); }};
}

function troubles({services: all, outboxes: boxes, lag: groups}) {
  return [
    ...all.filter(({status}) => status !== 'UP').map(({service, address}) => t('system.trouble-service', {service, address})),
    ...boxes.filter(({parked}) => parked > 0).map(({name, parked}) => t('system.trouble-parked', {name, n: number(parked)})),
    ...boxes.filter(({oldestAgeSeconds}) => oldestAgeSeconds > 10).map(({name}) => t('system.trouble-outbox', {name})),
    ...groups.filter(({records}) => records > 1_000).map(({topic}) => t('system.trouble-lag', {topic})),
  ];
}

function verdict(health) {
  const all = troubles(health);
  return all.length === 0
    ? notice('good', t('system.well'))
    : h('div', {class: 'notice bad'}, h('p', {class: 'notice-title'}, t('system.unwell')), h('ul', {}, all.map((trouble) => h('li', {}, trouble))));
}

function services({services: all}) {
  return h('section', {}, h('h2', {}, t('system.services')), all.length === 0
    ? empty(t('system.no-services'), t('system.no-services-hint'))
    : h('ul', {class: 'tiles services'}, all.map(({service, address, status}) => h('li', {class: 'tile'},
      h('strong', {}, service), badge(status), h('span', {class: 'quiet mono'}, address)))));
}

function outboxes({outboxes: all}) {
  return h('section', {}, h('h2', {}, t('system.outboxes')), all.length === 0 ? h('p', {class: 'quiet'}, t('system.unseen', {service: 'relay'})) : table(t('system.outboxes'),
    [[t('system.outbox')], [t('system.pending'), 'number'], [t('system.oldest'), 'number'], [t('system.parked'), 'number']],
    all.map(({name, pending, oldestAgeSeconds, parked}) => h('tr', {}, h('th', {scope: 'row'}, name),
      h('td', {class: 'number'}, number(pending)), h('td', {class: 'number'}, pending > 0 ? duration(oldestAgeSeconds * 1000) : '–'),
      h('td', {class: `number ${parked > 0 ? 'alarming' : ''}`}, number(parked))))));
}

function workers({workers: all}) {
  return h('section', {}, h('h2', {}, t('system.workers')), all.length === 0 ? h('p', {class: 'quiet'}, t('system.unseen', {service: 'worker'})) : table(t('system.workers'),
    [[t('system.worker')], [t('system.inflight')], [t('system.takeovers'), 'number'], [t('system.duplicates'), 'number']],
    all.map(({address, inflight, takeovers, duplicatePaidCalls}) => h('tr', {}, h('th', {scope: 'row', class: 'mono'}, address),
      h('td', {}, busy(inflight)), h('td', {class: 'number'}, number(takeovers)),
      h('td', {class: `number ${duplicatePaidCalls > 0 ? 'alarming' : ''}`}, number(duplicatePaidCalls))))));
}

function busy(inflight) {
  const some = Object.entries(inflight).filter(([, count]) => count > 0);
  return some.length === 0 ? h('span', {class: 'quiet'}, t('system.idle')) : h('ul', {class: 'chips'}, some.map(([step, count]) => h('li', {class: 'chip'}, `${stepName(step)} ${number(count)}`)));
}

function lag({lag: all}) {
  const behind = all.filter(({records}) => records > 0);
  const row = ({topic, group, records}) => h('tr', {}, h('th', {scope: 'row', class: 'mono'}, topic), h('td', {class: 'mono'}, group), h('td', {class: 'number'}, number(records)));
  const columns = [[t('system.topic')], [t('system.group')], [t('system.records'), 'number']];
  return h('section', {}, h('h2', {}, t('system.lag')),
    all.length === 0 ? h('p', {class: 'quiet'}, t('system.lag-unmeasured')) : null,
    behind.length > 0 ? table(t('system.lag'), columns, behind.map(row)) : all.length > 0 ? h('p', {}, t('system.lag-none', {n: number(all.length)})) : null,
    all.length > 0 ? h('details', {}, h('summary', {}, t('system.lag-all')), table(t('system.lag-all'), columns, all.map(row))) : null);
}
