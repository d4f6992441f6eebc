// The merged answer, laid out to be read. Everything in it came from documents and models, so all of it is
// put in as text.

import {h, svg} from '../dom.js';
import {t, known} from '../words.js';
import {number, percent} from '../format.js';
import {bar, stepName} from './pieces.js';
import {highlighted} from './document.js';

const ROUND = 2 * Math.PI * 42;

function level(score) {
  return score >= 70 ? 'good' : score >= 40 ? 'warn' : 'bad';
}

function card(title, kind, ...content) {
  return h('section', {class: `card ${kind}`}, h('h3', {}, title), content);
}

function quality(result) {
  const score = Number(result.score);
  const ring = svg('svg', {viewBox: '0 0 100 100', class: `ring ${level(score)}`, 'aria-hidden': 'true'},
    svg('circle', {class: 'track', cx: 50, cy: 50, r: 42}),
    svg('circle', {class: 'value', cx: 50, cy: 50, r: 42, 'stroke-dasharray': `${(score / 100) * ROUND} ${ROUND}`, transform: 'rotate(-90 50 50)'}));
  const aspects = Object.entries(result.aspects ?? {}).map(([name, value]) => h('div', {class: 'aspect'},
    h('dt', {}, known(`aspect.${name}`) ?? name), h('dd', {}, bar(Number(value) / 100, level(Number(value))), h('span', {}, number(Number(value))))));
  return card(t('answer.quality'), 'quality',
    h('div', {class: 'quality-parts'},
      h('div', {class: 'ring-place'}, ring, h('p', {class: 'score'}, h('strong', {}, number(score)), h('span', {class: 'quiet'}, t('answer.of-100')))),
      h('dl', {class: 'aspects'}, aspects)),
    h('details', {}, h('summary', {}, t('answer.comments')), h('ul', {class: 'comments'}, (result.comments ?? []).map((comment) => h('li', {}, comment)))));
}

function keywords(result) {
  const heaviest = Math.max(...result.map((each) => each.score), Number.EPSILON);
  return card(t('answer.keywords'), 'keywords', h('ul', {class: 'chips'}, result.map(({keyword, score}) =>
    h('li', {class: `chip weight-${Math.ceil((score / heaviest) * 3)}`, title: t('answer.weight', {n: number(Math.round(score * 100) / 100)})}, keyword))));
}

function category(result) {
  const share = (label, confidence, chosen) => h('li', {class: chosen ? 'chosen' : null},
    h('span', {}, known(`label.${label}`) ?? label), bar(confidence), h('span', {class: 'number'}, percent(confidence)));
  return card(t('answer.category'), 'category',
    h('p', {class: 'label'}, known(`label.${result.label}`) ?? result.label,
      result.needsReview ? h('span', {class: 'badge warn'}, t('answer.needs-review')) : null),
    h('ul', {class: 'shares'}, share(result.label, result.confidence, true),
      (result.alternatives ?? []).map((other) => share(other.label, other.confidence, false))),
    result.margin === undefined ? null : h('p', {class: 'quiet'}, t(result.needsReview ? 'answer.margin-small' : 'answer.margin', {n: number(Math.round(result.margin * 1000) / 1000)})));
}

function summary(result, document) {
  const sentences = result.sentences ?? [];
  return card(t('answer.summary'), 'summary wide',
    h('p', {class: 'reading', lang: document?.lang}, result.text),
    document === undefined ? h('p', {class: 'quiet'}, t('answer.document-loading')) : null,
    document ? h('details', {class: 'document', open: true}, h('summary', {}, t('answer.in-document')), highlighted(document, sentences)) : null,
    document === null ? h('p', {class: 'quiet'}, t('answer.no-document')) : null);
}

function extraction(result) {
  const facts = Object.entries(result).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && String(value).length < 200);
  return card(t('answer.extraction'), 'extraction', h('dl', {class: 'facts'},
    facts.map(([name, value]) => [h('dt', {}, known(`extraction.${name}`) ?? name), h('dd', {}, typeof value === 'number' ? number(value) : String(value))])));
}

function other(name, result) {
  return card(stepName(name), 'other', typeof result === 'string'
    ? h('p', {class: 'reading'}, result)
    : h('pre', {tabindex: 0, class: 'json'}, JSON.stringify(result, null, 2)));
}

const DRAWN = {qualityScore: quality, keywords, category, summary, extraction};
const SHAPED = {
  qualityScore: (it) => typeof it.score === 'number',
  keywords: (it) => Array.isArray(it),
  category: (it) => typeof it.label === 'string',
  summary: (it) => typeof it.text === 'string',
  extraction: (it) => typeof it === 'object',
};
const ORDER = ['summary', 'qualityScore', 'category', 'keywords'];

/** The cards of the answer; the document is a text, null for none, undefined while it is read. */
export function answer(result, document) {
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return h('div', {class: 'cards'}, Object.entries(result)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, value]) => (SHAPED[name]?.(value) ? DRAWN[name](value, document) : other(name, value))));
}
