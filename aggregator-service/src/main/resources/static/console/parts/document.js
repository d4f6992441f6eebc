// The document with the sentences of its summary marked.

import {h} from '../dom.js';
import {t} from '../words.js';
import {number} from '../format.js';

const LONGEST = 200_000;

function same(a, b) {
  return a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim();
}

/** Where a sentence stands: where the step says, if that is so, or where its words are found. */
function placeOf(text, sentence, from) {
  if (Number.isInteger(sentence.start) && same(text.slice(sentence.start, sentence.end), sentence.text ?? '')) {
    return [sentence.start, sentence.end];
  }
  const words = typeof sentence === 'string' ? sentence : sentence.text;
  const found = words ? text.indexOf(words, from) : -1;
  return found < 0 ? null : [found, found + words.length];
}

export function highlighted(text, sentences) {
  const shown = text.slice(0, LONGEST);
  const parts = [];
  let end = 0;
  for (const sentence of sentences) {
    const place = placeOf(shown, sentence, end);
    if (place && place[0] >= end) {
      parts.push(shown.slice(end, place[0]), h('mark', {}, shown.slice(...place)));
      end = place[1];
    }
  }
  parts.push(shown.slice(end));
  return h('div', {},
    h('div', {class: 'document-text reading', tabindex: 0, role: 'region', 'aria-label': t('answer.in-document')}, parts),
    text.length > LONGEST ? h('p', {class: 'quiet'}, t('answer.document-cut', {n: number(LONGEST)})) : null);
}
