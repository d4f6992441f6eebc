// A task's steps in a table with a small timeline.

import {h, svg} from '../dom.js';
import {t, known} from '../words.js';
import {duration, money, number, dateTime} from '../format.js';
import {badge, stepName, table, time, tone} from './pieces.js';
import {icon} from './icons.js';

const WIDTH = 200;

/** From the submission to the last thing that is known. */
function spanOf(task) {
  const begin = new Date(task.submittedAt).getTime();
  const ends = Object.values(task.steps).flatMap((step) => [step.finishedAt, step.nextAttemptAt]).filter(Boolean);
  const last = Math.max(begin + 1, ...[...ends, task.finishedAt].filter(Boolean).map((end) => new Date(end).getTime()));
  return {begin, end: task.status === 'PROCESSING' ? Math.max(last, Date.now()) : last};
}

function timeline(step, {begin, end}) {
  const at = (iso) => Math.max(0, Math.min(WIDTH, ((new Date(iso).getTime() - begin) / (end - begin)) * WIDTH));
  if (!step.startedAt && !step.finishedAt) {
    return '–';
  }
  const finish = step.finishedAt ? at(step.finishedAt) : WIDTH;
  const start = step.reused ? finish : at(step.startedAt ?? step.finishedAt);
  const width = Math.max(4, finish - start);
  const left = Math.min(start, WIDTH - width);
  return h('div', {class: 'when'},
    svg('svg', {class: `timeline ${tone(step.status)}`, viewBox: `0 0 ${WIDTH} 12`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      svg('line', {class: 'wait', x1: 0, x2: left, y1: 6, y2: 6}),
      svg('rect', {class: 'run', x: left, y: 2, width, height: 8, rx: 3})),
    h('span', {class: 'quiet', title: `${dateTime(step.startedAt)} – ${dateTime(step.finishedAt)}`}, lasted(step)));
}

function lasted(step) {
  if (step.reused) {
    return t('steps.no-call');
  }
  const started = step.startedAt ? new Date(step.startedAt).getTime() : null;
  return started && step.finishedAt ? duration(new Date(step.finishedAt).getTime() - started) : t('steps.since-start');
}

function usage(step) {
  if (!step.usage) {
    return '–';
  }
  const tokens = step.usage.inputTokens + step.usage.outputTokens;
  return h('div', {}, money(step.reused ? 0 : step.usage.costUsd),
    tokens > 0 ? h('div', {class: 'quiet'}, t('steps.tokens', {n: number(tokens)})) : null);
}

function remark(step) {
  if (step.status === 'RETRYING' && step.nextAttemptAt) {
    return h('div', {class: 'quiet'}, t('steps.next-attempt'), ' ', time(step.nextAttemptAt));
  }
  if (step.reused) {
    return h('div', {class: 'quiet reused'}, icon('reused'), t('steps.reused'));
  }
  return step.reason ? h('div', {class: 'quiet'}, known(`reason.${step.reason}`) ?? step.reason) : null;
}

export function steps(task) {
  const span = spanOf(task);
  const rows = Object.entries(task.steps).map(([name, step]) => h('tr', {'data-step': name},
    h('th', {scope: 'row'}, stepName(name), h('div', {class: 'quiet mono'}, name)),
    h('td', {}, badge(step.status), remark(step)),
    h('td', {class: 'number'}, step.attempt > 0 ? number(step.attempt) : '–'),
    h('td', {}, timeline(step, span)),
    h('td', {}, step.engine ? h('div', {}, step.engine, h('div', {class: 'quiet mono'}, step.model)) : '–'),
    h('td', {class: 'number'}, usage(step))));
  return table(t('steps.title'), [
    [t('steps.step')], [t('steps.state')], [t('steps.attempts'), 'number'], [t('steps.time')], [t('steps.engine')], [t('steps.cost'), 'number'],
  ], rows);
}
