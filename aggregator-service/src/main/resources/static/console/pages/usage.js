// What was called, what it cost, and what reuse saved.

import {h, swap} from '../dom.js';
import {t} from '../words.js';
import {money, number, percent} from '../format.js';
import {get, query} from '../api.js';
import {button, empty, field, notice, select, stepName, table} from '../parts/pieces.js';
import {chart} from '../parts/chart.js';

const MEASURES = {
  calls: {value: (line) => line.calls, show: number},
  cost: {value: (line) => Number(line.costUsd), show: money},
  tokens: {value: (line) => line.inputTokens + line.outputTokens, show: number},
  saved: {value: (line) => line.callsSavedByReuse, show: number},
};

export function usagePage({me, parameters, navigate}) {
  const days = Number(parameters.get('days') ?? 30);
  const by = parameters.get('by') ?? 'step';
  const measure = MEASURES[parameters.get('measure')] ? parameters.get('measure') : 'calls';
  const set = (name, value) => navigate(`#/usage${query({...Object.fromEntries(parameters), [name]: value})}`);
  const place = h('div', {});
  const groups = [['step', t('steps.step')], ['model', t('usage.model')], ...(me.roles.includes('operator') ? [['tenant', t('usage.tenant')]] : [])];
  const element = h('div', {}, h('h1', {tabindex: -1}, t('usage.title')), h('p', {class: 'lead'}, t('usage.lead')),
    h('div', {class: 'options filters'},
      field(t('usage.period'), select([7, 30, 90].map((n) => [String(n), t('usage.days', {n})]), String(days), (value) => set('days', value))),
      field(t('usage.by'), select(groups, by, (value) => set('by', value))),
      field(t('usage.measure'), select(Object.keys(MEASURES).map((name) => [name, t(`usage.${name}`)]), measure, (value) => set('measure', value)))),
    place);

  async function read() {
    const today = new Date();
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - days + 1));
    try {
      const {groups: lines} = await get(`api/v1/usage${query({groupBy: `day,${by}`, from: from.toISOString()})}`);
      const {quotas} = await get('api/v1/me');
      swap(place, quota(quotas?.submissions), shown(lines.filter((line) => line.day), from));
    } catch (problem) {
      swap(place, notice('bad', t('problem.title'), h('p', {}, problem.message), button(t('action.again'), read)));
    }
  }

  function shown(lines, from) {
    if (lines.length === 0) {
      return empty(t('usage.none'), t('usage.none-hint'));
    }
    const {value, show} = MEASURES[measure];
    const nameOf = (line) => (by === 'step' ? stepName(line.step) : line[by]) ?? t('usage.unnamed');
    const dates = Array.from({length: days}, (_, i) => new Date(from.getTime() + i * 86_400_000).toISOString().slice(0, 10));
    const names = [...new Set(lines.map(nameOf))];
    const series = names.map((name) => ({
      name,
      values: dates.map((date) => lines.filter((line) => line.day === date && nameOf(line) === name).reduce((sum, line) => sum + value(line), 0)),
    }));
    return [totals(lines), h('section', {class: 'card chart-card'}, h('h2', {}, t(`usage.${measure}`)), chart(dates, series, show)), h('h2', {}, t('usage.table')), figures(names, lines, nameOf)];
  }

  read();
  return {element, title: t('usage.title'), close: () => {}};
}

function quota(submissions) {
  return submissions ? h('p', {class: 'lead'}, t('usage.quota', {left: number(submissions.left), rate: number(submissions.perSecond)})) : null;
}

const sum = (lines, value) => lines.reduce((all, line) => all + value(line), 0);

function totals(lines) {
  const calls = sum(lines, (line) => line.calls);
  const saved = sum(lines, (line) => line.callsSavedByReuse);
  const unknown = sum(lines, (line) => line.callsOfUnknownOutcome);
  const tile = (name, value, hint) => h('div', {class: 'tile'}, h('dt', {}, name), h('dd', {}, value, hint ? h('small', {class: 'quiet'}, hint) : null));
  return h('dl', {class: 'tiles'},
    tile(t('usage.calls'), number(calls)),
    tile(t('usage.cost'), money(sum(lines, MEASURES.cost.value))),
    tile(t('usage.tokens'), number(sum(lines, MEASURES.tokens.value))),
    tile(t('usage.saved'), number(saved), calls + saved > 0 ? t('usage.saved-share', {share: percent(saved / (calls + saved))}) : null),
    unknown > 0 ? tile(t('usage.unknown'), number(unknown), t('usage.unknown-hint')) : null);
}

function figures(names, lines, nameOf) {
  return table(t('usage.table'), [[t('usage.group')], [t('usage.calls'), 'number'], [t('usage.saved'), 'number'], [t('usage.tokens'), 'number'], [t('usage.cost'), 'number']],
    names.map((name) => {
      const mine = lines.filter((line) => nameOf(line) === name);
      return h('tr', {}, h('th', {scope: 'row'}, name),
        ['calls', 'saved', 'tokens', 'cost'].map((each) => h('td', {class: 'number'}, MEASURES[each].show(sum(mine, MEASURES[each].value)))));
    }));
}
