// Work that was given up: look at it, and ask for it again with the cost known before.

import {h, swap, announce} from '../dom.js';
import {t} from '../words.js';
import {money, number} from '../format.js';
import {get, post, query} from '../api.js';
import {button, empty, explained, field, notice, select, stepName, table, time} from '../parts/pieces.js';

const PAGE = 50;

export function deadLettersPage({me, pipelines, parameters, navigate}) {
  const filter = Object.fromEntries(parameters);
  const operator = me.roles.includes('operator');
  const chosen = new Set();
  const cursors = [];
  let letters = [];
  let next = null;
  let closed = false;

  const result = h('div', {'aria-live': 'polite'});
  const list = h('div', {});
  const actions = h('div', {class: 'actions bulk'});
  const paging = h('nav', {class: 'paging', 'aria-label': t('tasks.pages')});
  const dialog = h('dialog', {'aria-labelledby': 'redrive-title'});
  const element = h('div', {}, h('h1', {tabindex: -1}, t('letters.title')), h('p', {class: 'lead'}, t('letters.lead')), filters(), result, actions, list, paging, dialog);

  const open = (letter) => !letter.redriveDueAt && letter.taskId;

  function filters() {
    const steps = [...new Set(pipelines.flatMap((pipeline) => pipeline.steps.map((step) => step.name)))];
    const set = (name, value) => navigate(`#/dead-letters${query({...filter, [name]: value})}`);
    const error = h('input', {type: 'text', value: filter.error ?? '', class: 'mono', 'data-focus': 'error', placeholder: 'provider-timeout', onchange: () => set('error', error.value.trim())});
    const date = (name) => {
      const input = h('input', {type: 'date', value: filter[name] ?? '', 'data-focus': name, onchange: () => set(name, input.value)});
      return input;
    };
    return h('search', {class: 'options filters'},
      field(t('steps.step'), select([['', t('tasks.any')], ...steps.map((name) => [name, name])], filter.step, (value) => set('step', value))),
      field(t('letters.code'), error), field(t('tasks.from'), date('from')), field(t('tasks.to'), date('to')));
  }

  function wanted() {
    const day = (value, plus) => value && new Date(new Date(`${value}T00:00:00`).getTime() + plus * 86_400_000).toISOString();
    return {step: filter.step, error: filter.error, from: day(filter.from, 0), to: day(filter.to, 1)};
  }

  function draw() {
    swap(actions, operator
      ? [button(t('letters.redrive-chosen', {n: number(chosen.size)}), () => preview({ids: [...chosen]}), {kind: 'primary', symbol: 'retry', disabled: chosen.size === 0, focus: 'redrive-chosen'}),
        button(t('letters.redrive-all'), () => preview({filter: wanted()}), {disabled: letters.length === 0, focus: 'redrive-all'})]
      : h('p', {class: 'quiet'}, t('letters.operators-only')));
    swap(list, letters.length === 0 ? empty(t('letters.none'), t('letters.none-hint')) : table(t('letters.title'), [
      ...(operator ? [[h('span', {class: 'unseen'}, t('letters.choose'))]] : []),
      [t('letters.what')], [t('steps.step')], [t('letters.task'), 'roomy'], [t('steps.attempts'), 'number roomy'], [t('letters.failed')], [t('letters.state')],
    ], letters.map(row)));
    swap(paging,
      cursors.length > 0 ? button(t('tasks.newer'), () => { cursors.pop(); read(); }, {focus: 'newer'}) : null,
      next ? button(t('tasks.older'), () => { cursors.push(next); read(); }, {focus: 'older'}) : null);
  }

  function row(letter) {
    const {what, remedy, said} = explained(letter.error);
    const box = h('input', {
      type: 'checkbox', checked: chosen.has(letter.id), disabled: !open(letter), 'data-focus': letter.id,
      'aria-label': t('letters.choose-one', {what, step: letter.step ?? ''}),
      onchange: () => { chosen[box.checked ? 'add' : 'delete'](letter.id); draw(); },
    });
    const whole = h('pre', {class: 'json', tabindex: 0}, '…');
    const details = h('details', {ontoggle: () => { if (details.open) { fillIn(letter.id, whole); } }}, h('summary', {}, t('letters.original')), whole);
    return h('tr', {'data-letter': letter.id},
      operator ? h('td', {}, box) : null,
      h('td', {}, h('strong', {}, what), h('div', {}, remedy), h('div', {class: 'quiet mono said'}, `${letter.error.code}: ${said}`), details),
      h('td', {}, letter.step ? stepName(letter.step) : '–'),
      h('td', {class: 'roomy'}, letter.taskId ? h('a', {href: `#/tasks/${letter.taskId}`}, `…${letter.taskId.slice(-6)}`) : h('span', {class: 'mono'}, letter.source ?? '–')),
      h('td', {class: 'number roomy'}, number(letter.attempts)),
      h('td', {}, time(letter.failedAt)),
      h('td', {}, state(letter)));
  }

  function state(letter) {
    if (letter.redrivenAt) {
      return h('span', {class: 'badge good'}, t('letters.redriven'));
    }
    if (letter.redriveDueAt) {
      return h('span', {class: 'badge info'}, t('letters.planned'));
    }
    return h('span', {class: `badge ${letter.taskId ? 'bad' : 'quiet'}`}, t(letter.taskId ? 'letters.open' : 'letters.unreadable'));
  }

  async function fillIn(id, place) {
    try {
      const letter = await get(`api/v1/dead-letters/${encodeURIComponent(id)}`);
      place.textContent = letter.original ? JSON.stringify(letter.original, null, 2) : (letter.raw ?? '–');
    } catch (problem) {
      place.textContent = problem.message;
    }
  }

  async function preview(choice) {
    try {
      ask(choice, await post('api/v1/dead-letters/redrive', {...choice, dryRun: true}));
    } catch (problem) {
      swap(result, notice('bad', t('problem.title'), h('p', {}, problem.message)));
    }
  }

  function ask(choice, cost) {
    const rate = h('input', {type: 'number', min: 1, max: 60_000, value: cost.rate, required: true});
    const figure = (name, value) => h('div', {class: 'tile'}, h('dt', {}, name), h('dd', {}, value));
    const submit = h('button', {type: 'submit', class: 'button primary', disabled: cost.matched === 0}, t('letters.confirm', {n: number(cost.matched)}));
    swap(dialog, h('form', {onsubmit: (event) => { event.preventDefault(); submit.disabled = true; redrive(choice, Number(rate.value)); }},
      h('h2', {id: 'redrive-title'}, t('letters.preview')),
      h('dl', {class: 'tiles'}, figure(t('letters.matched'), number(cost.matched)), figure(t('letters.reusable'), number(cost.reusable)), figure(t('letters.cost'), money(cost.estimatedCostUsd))),
      h('p', {class: 'quiet'}, t(cost.matched === 0 ? 'letters.nothing' : 'letters.preview-hint')),
      field(t('letters.rate'), rate, t('letters.rate-hint')),
      h('div', {class: 'actions'}, button(t('action.close'), () => dialog.close()), submit)));
    dialog.showModal();
    (cost.matched === 0 ? dialog.querySelector('button') : submit).focus();
  }

  async function redrive(choice, rate) {
    try {
      const answer = await post('api/v1/dead-letters/redrive', {...choice, rate});
      chosen.clear();
      swap(result, notice('good', t('letters.done', {n: number(answer.planned)})));
      announce(t('letters.done', {n: number(answer.planned)}));
    } catch (problem) {
      swap(result, notice('bad', t('problem.title'), h('p', {}, problem.message)));
    }
    dialog.close();
    element.querySelector('h1').focus();
    read();
  }

  async function read() {
    try {
      const page = await get(`api/v1/dead-letters${query({...wanted(), limit: PAGE, cursor: cursors.at(-1)})}`);
      if (!closed && JSON.stringify([page, cursors]) !== read.shown) {
        read.shown = JSON.stringify([page, cursors]);
        letters = page.items;
        next = page.nextCursor ?? null;
        draw();
      }
    } catch (problem) {
      if (letters.length === 0) {
        swap(list, notice('bad', t('problem.title'), h('p', {}, problem.message), button(t('action.again'), read)));
      }
    }
  }

  const again = setInterval(() => { if (!document.hidden && !element.querySelector('details[open]')) { read(); } }, 3_000);
  read();
  return {element, title: t('letters.title'), close: () => { closed = true; clearInterval(again); }};
}
