// The list of tasks, newest first, kept up to date by what the WebSocket tells.

import {h, swap, drawn, announce} from '../dom.js';
import {t} from '../words.js';
import {duration} from '../format.js';
import {get, query} from '../api.js';
import {badge, button, empty, field, notice, select, table, time} from '../parts/pieces.js';
import {uploadBox} from '../parts/upload-box.js';

const STATUSES = ['PROCESSING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED'];
const PAGE = 25;

export function tasksPage({live, uploads, pipelines, parameters, navigate}) {
  const filter = Object.fromEntries(parameters);
  const cursors = [];
  let tasks = [];
  let next = null;
  let reading = null;

  const list = h('div', {class: 'list'});
  const paging = h('nav', {class: 'paging', 'aria-label': t('tasks.pages')});
  const box = uploadBox(uploads, pipelines);
  const element = h('div', {}, h('h1', {tabindex: -1}, t('tasks.title')), box.element, filters(filter, pipelines, change), list, paging);

  const show = drawn(list, () => (tasks.length === 0 ? nothing(filter) : table(t('tasks.title'), [
    [t('tasks.document')], [t('tasks.status')], [t('tasks.steps'), 'roomy'], [t('tasks.submitted'), 'roomy'], [t('tasks.took'), 'number roomy'],
  ], tasks.map(row))));

  function draw() {
    show(tasks, next, cursors.length);
    live.follow(tasks.map((task) => task.taskId));
    swap(paging,
      cursors.length > 0 ? button(t('tasks.newer'), () => turn(() => cursors.pop()), {focus: 'newer'}) : null,
      next ? button(t('tasks.older'), () => turn(() => cursors.push(next)), {focus: 'older'}) : null);
  }

  function change(values) {
    navigate(`#/tasks${query(values)}`);
  }

  function turn(move) {
    move();
    read().then(() => element.querySelector('h1').focus());
  }

  async function read() {
    reading?.abort();
    reading = new AbortController();
    try {
      const {from, to, ...rest} = filter;
      const page = await get(`api/v1/tasks${query({...rest, from: midnight(from, 0), to: midnight(to, 1), limit: PAGE, cursor: cursors.at(-1)})}`, {signal: reading.signal});
      tasks = page.items;
      next = page.nextCursor ?? null;
      draw();
    } catch (problem) {
      if (problem.name !== 'AbortError' && tasks.length === 0) {
        swap(list, notice('bad', t('problem.title'), h('p', {}, problem.message), button(t('action.again'), read)));
      }
    }
  }

  function heard({detail: task}) {
    const at = tasks.findIndex((each) => each.taskId === task.taskId);
    if (at < 0) {
      arrived(task);
    } else if (task.revision > tasks[at].revision) {
      tell(tasks[at], task);
      tasks = matches(task, filter) ? tasks.with(at, brief(task)) : tasks.toSpliced(at, 1);
      draw();
    }
  }

  function arrived(task) {
    const newest = tasks[0];
    if (cursors.length === 0 && matches(task, filter) && (!newest || task.taskId > newest.taskId)) {
      tasks = [brief(task), ...tasks].slice(0, PAGE);
      draw();
    }
  }

  live.addEventListener('task', heard);
  live.addEventListener('gap', read);
  // without a connection, and for tasks of others, the list is read now and then
  const slowly = setInterval(() => { if (!document.hidden && (live.state !== 'live' || cursors.length === 0)) { read(); } }, 10_000);
  read();
  return {
    element,
    title: t('tasks.title'),
    close: () => {
      box.close();
      clearInterval(slowly);
      reading?.abort();
      live.removeEventListener('task', heard);
      live.removeEventListener('gap', read);
      live.follow([]);
    },
  };
}

function midnight(day, plus) {
  if (!day) {
    return null;
  }
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plus);
  return date.toISOString();
}

function brief(task) {
  const {result, ...rest} = task;
  return rest;
}

function tell(before, task) {
  if (before.status === 'PROCESSING' && task.status !== 'PROCESSING') {
    announce(t('tasks.ended', {title: titleOf(task), status: t(`status.${task.status}`)}));
  }
}

function matches(task, {status, pipeline, step, q, from, to}) {
  return (!status || task.status === status)
    && (!pipeline || task.pipeline === pipeline)
    && (!step || step in task.steps)
    && (!q || task.taskId === q || (task.title ?? '').toLowerCase().includes(q.toLowerCase()))
    && (!from || task.submittedAt >= midnight(from, 0))
    && (!to || task.submittedAt < midnight(to, 1));
}

function titleOf(task) {
  return task.title || t('tasks.untitled', {id: task.taskId.slice(-6)});
}

function row(task) {
  const steps = Object.values(task.steps);
  const done = steps.filter((step) => step.status === 'SUCCEEDED').length;
  const reused = steps.filter((step) => step.reused).length;
  return h('tr', {'data-task': task.taskId},
    h('th', {scope: 'row'}, h('a', {href: `#/tasks/${task.taskId}`, 'data-focus': task.taskId}, titleOf(task)),
      h('div', {class: 'quiet'}, task.pipeline, h('span', {class: 'narrow-only'}, ' · ', time(task.submittedAt)))),
    h('td', {}, badge(task.status)),
    h('td', {class: 'roomy'}, h('span', {class: 'step-dots', 'aria-hidden': 'true'}, steps.map((step) => h('i', {class: `dot-${step.status}`}))),
      h('span', {class: 'quiet'}, t('tasks.steps-done', {done, all: steps.length}), reused > 0 ? ` · ${t('tasks.steps-reused', {n: reused})}` : '')),
    h('td', {class: 'roomy'}, time(task.submittedAt)),
    h('td', {class: 'number roomy'}, duration(task.durationMs)));
}

function nothing(filter) {
  return Object.values(filter).some(Boolean)
    ? empty(t('tasks.none-found'), t('tasks.none-found-hint'), h('p', {}, h('a', {href: '#/tasks'}, t('tasks.clear'))))
    : empty(t('tasks.none'), t('tasks.none-hint'));
}

function filters(filter, pipelines, change) {
  const steps = [...new Set(pipelines.flatMap((pipeline) => pipeline.steps.map((step) => step.name)))];
  const set = (name, value) => change({...filter, [name]: value});
  const search = h('input', {type: 'search', id: 'q', value: filter.q ?? '', placeholder: t('tasks.search-hint'), 'aria-label': t('tasks.search'), 'data-focus': 'q', onchange: () => set('q', search.value.trim())});
  const chip = (value, label) => h('button', {type: 'button', class: 'filter', 'aria-pressed': String((filter.status ?? '') === value), 'data-focus': `status-${value}`, onclick: () => set('status', value)}, label);
  const date = (name) => {
    const input = h('input', {type: 'date', value: filter[name] ?? '', 'data-focus': name, onchange: () => set(name, input.value)});
    return input;
  };
  const any = [['', t('tasks.any')]];
  return h('search', {class: 'filters'},
    h('div', {class: 'filter-row'}, search,
      h('div', {class: 'filter-chips', role: 'group', 'aria-label': t('tasks.status')}, chip('', t('tasks.all')), STATUSES.map((status) => chip(status, t(`status.${status}`))))),
    h('details', {open: Boolean(filter.pipeline || filter.step || filter.from || filter.to)}, h('summary', {}, t('tasks.more-filters')), h('div', {class: 'options'},
      field(t('upload.pipeline'), select([...any, ...pipelines.map(({name}) => [name, name])], filter.pipeline, (value) => set('pipeline', value))),
      field(t('steps.step'), select([...any, ...steps.map((name) => [name, name])], filter.step, (value) => set('step', value))),
      field(t('tasks.from'), date('from')), field(t('tasks.to'), date('to')))));
}
