// One task: how it stands, what was found, what each step did.

import {h, swap, drawn, announce} from '../dom.js';
import {t, known} from '../words.js';
import {dateTime, duration, money} from '../format.js';
import {get, post} from '../api.js';
import {badge, button, copyButton, explained, notice, stepName, time} from '../parts/pieces.js';
import {icon} from '../parts/icons.js';
import {answer} from '../parts/answer.js';
import {steps} from '../parts/steps.js';
import {webhook} from '../parts/webhook.js';

export function taskPage({live, id}) {
  let task = null;
  let original;
  let ticking = null;
  let closed = false;

  const trouble = h('div', {'aria-live': 'polite'});
  const head = h('header', {class: 'task-head'}, h('h1', {tabindex: -1}, t('task.loading')));
  const missing = h('div', {});
  const found = h('section', {'aria-label': t('task.answer')});
  const done = h('section', {});
  const told = h('section', {});
  const json = h('details', {class: 'raw'});
  const element = h('div', {class: 'task'}, h('p', {}, h('a', {href: '#/tasks', class: 'back'}, icon('back'), t('task.back'))), head, trouble, missing, found, done, told, json);

  const showHead = drawn(head, () => headOf(task, act));
  const showMissing = drawn(missing, () => missingOf(task));
  const showFound = drawn(found, (result) => [h('h2', {}, t('task.answer')),
    Object.keys(result ?? {}).length > 0 ? answer(result, original) : h('p', {class: 'quiet'}, t(task.status === 'PROCESSING' ? 'task.answer-coming' : 'task.answer-none'))]);
  const showSteps = drawn(done, () => [h('h2', {}, t('steps.title')), steps(task), cost(task)]);
  const showTold = drawn(told, (deliveries) => webhook(deliveries, redeliver));
  const showJson = drawn(json, () => {
    const text = JSON.stringify(task, null, 2);
    return [h('summary', {}, t('task.json')), copyButton(text), h('pre', {class: 'json', tabindex: 0}, text)];
  });

  function draw() {
    showHead(task);
    showMissing(task.missing, task.steps);
    showFound(task.result, original, task.status);
    showSteps(task.steps, task.status, task.status === 'PROCESSING' ? Math.floor(Date.now() / 1000) : 0);
    showJson(task);
    if (task.status === 'PROCESSING' && ticking === null) {
      ticking = setInterval(draw, 1000);
    } else if (task.status !== 'PROCESSING') {
      clearInterval(ticking);
      ticking = null;
    }
  }

  function take(snapshot) {
    if (closed || snapshot.taskId !== id || (task && snapshot.revision <= task.revision)) {
      return;
    }
    if (task && task.status === 'PROCESSING' && snapshot.status !== 'PROCESSING') {
      announce(t('tasks.ended', {title: snapshot.title ?? '', status: t(`status.${snapshot.status}`)}));
    }
    const before = task?.result;
    task = snapshot;
    swap(trouble);
    draw();
    if (snapshot.result?.summary && (!before?.summary || original === undefined)) {
      readDocument();
    }
    readDeliveries();
  }

  // most tasks have no callback URL, and then there is nothing to show
  async function readDeliveries() {
    if (task.status !== 'PROCESSING') {
      const {items} = await get(`api/v1/tasks/${encodeURIComponent(id)}/webhook`).catch(() => ({items: []}));
      if (!closed) {
        showTold(items);
      }
    }
  }

  async function redeliver() {
    try {
      await post(`api/v1/tasks/${encodeURIComponent(id)}/webhook/redeliver`);
      announce(t('webhook.again-done'));
      readDeliveries();
    } catch (problem) {
      failed(problem);
    }
  }

  async function readDocument() {
    try {
      original = await get(`api/console/tasks/${encodeURIComponent(id)}/document`, {text: true});
    } catch {
      original = null;
    }
    if (!closed) {
      draw();
    }
  }

  async function read() {
    try {
      take(await get(`api/v1/tasks/${encodeURIComponent(id)}`));
    } catch (problem) {
      failed(problem);
    }
  }

  function failed(problem) {
    if (closed) {
      return;
    }
    swap(trouble, notice('bad', t('problem.title'), h('p', {}, problem.message), task ? null : button(t('action.again'), read)));
    if (!task) {
      swap(head, h('h1', {tabindex: -1}, t(problem.status === 404 ? 'task.not-found' : 'task.unread')));
    }
  }

  async function act(what) {
    try {
      take(await post(`api/v1/tasks/${encodeURIComponent(id)}/${what}`));
      announce(t(`task.${what}-done`));
    } catch (problem) {
      failed(problem);
    }
  }

  const heard = ({detail}) => take(detail);
  live.addEventListener('task', heard);
  live.addEventListener('gap', read);
  live.follow([id]);
  const slowly = setInterval(() => { 
    if (task?.status === 'PROCESSING' && live.state !== 'live') {
      read();
    } else if (told.firstChild && !document.hidden) {
      readDeliveries();
    }
  }, 5_000);
  read();
  return {
    element,
    title: t('task.title'),
    close: () => {
      closed = true;
      clearInterval(ticking);
      clearInterval(slowly);
      live.removeEventListener('task', heard);
      live.removeEventListener('gap', read);
      live.follow([]);
    },
  };
}

function headOf(task, act) {
  const final = task.status !== 'PROCESSING';
  const retryable = task.missing.length > 0 && task.status !== 'CANCELLED' && task.status !== 'EXPIRED';
  const fact = (name, ...value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  return [
    h('div', {class: 'title-row'},
      h('div', {}, h('h1', {tabindex: -1}, task.title || t('tasks.untitled', {id: task.taskId.slice(-6)})),
        h('p', {class: 'status-row'}, badge(task.status), h('span', {class: 'quiet'}, t(`status.${task.status}.means`)))),
      h('div', {class: 'actions'},
        retryable ? button(t('task.retry'), () => act('retry'), {kind: 'primary', symbol: 'retry', focus: 'retry'}) : null,
        final ? null : button(t('task.cancel'), () => act('cancel'), {kind: 'danger', symbol: 'close', focus: 'cancel'}))),
    h('dl', {class: 'facts-row'},
      fact(t('upload.pipeline'), task.pipeline),
      fact(t('upload.priority'), String(task.priority)),
      fact(t('tasks.submitted'), h('time', {datetime: task.submittedAt}, dateTime(task.submittedAt))),
      final ? fact(t('tasks.took'), duration(task.durationMs)) : fact(t('task.deadline'), time(task.deadlineAt)),
      fact(t('task.revision'), String(task.revision)),
      fact(t('task.id'), h('span', {class: 'mono id'}, task.taskId), copyButton(task.taskId)),
      Object.entries(task.metadata ?? {}).map(([name, value]) => fact(name, value))),
  ];
}

function missingOf(task) {
  const troubled = Object.entries(task.steps).filter(([, step]) => step.error && step.status !== 'SUCCEEDED');
  const others = task.missing.filter(({step}) => !task.steps[step]?.error);
  return [
    troubled.map(([name, step]) => {
      const {what, remedy, said} = explained(step.error);
      return notice(step.status === 'RETRYING' ? 'warn' : 'bad', t('task.step-trouble', {step: stepName(name), what}),
        h('p', {}, remedy), h('p', {class: 'quiet mono said'}, `${step.error.code}: ${said}`));
    }),
    others.map(({step, reason}) => notice('warn', t('task.step-missing', {step: stepName(step), why: known(`missing.${reason}`) ?? reason}),
      h('p', {}, t(`missing.${reason}.do`)))),
  ];
}

function cost(task) {
  const all = Object.values(task.steps);
  const paid = all.reduce((sum, step) => sum + (step.usage && !step.reused ? Number(step.usage.costUsd) : 0), 0);
  const reused = all.filter((step) => step.reused).length;
  return h('p', {class: 'quiet total'}, t('steps.total', {cost: money(paid)}), reused > 0 ? ` ${t('steps.total-reused', {n: reused})}` : '');
}
