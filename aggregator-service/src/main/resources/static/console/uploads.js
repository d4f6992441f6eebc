// Documents on their way to the suite: several at once, sent again by themselves when the network comes
// back. A document's key is made of its content and options, so sending it twice is one task.

import {key, problemOf, Problem} from './api.js';

const AT_ONCE = 3;
const LONGEST_PAUSE = 10_000;
// a document that is far too large is cut off before its refusal can be read
const MOST_CUTS = 3;

async function digest(parts) {
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  if (crypto.subtle) {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  // outside of https browsers offer no digest; two sums and the length tell documents apart, and
  // ingest refuses a key that comes with another body
  let [a, b] = [0x811c9dc5, 1];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193) >>> 0;
    b = (Math.imul(b, 31) + byte) >>> 0;
  }
  return `${bytes.length.toString(16)}-${a.toString(16)}-${b.toString(16)}`;
}

/** What of the options is set. */
function chosen(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== '' && value !== null && value !== undefined));
}

export class Uploads extends EventTarget {
  items = [];
  #next = 1;

  constructor() {
    super();
    this.online = () => this.items.filter((item) => item.state === 'waiting').forEach((item) => this.#begin(item));
    addEventListener('online', this.online);
  }

  /** Sends files, each a task of its own. */
  addFiles(files, options) {
    for (const file of files) {
      this.#add({name: file.name, size: file.size, file, options});
    }
  }

  addText(text, title, options) {
    this.#add({name: title || text.trim().slice(0, 60), size: new Blob([text]).size, text, options: {...options, title}});
  }

  #add(document) {
    this.items.unshift({...document, id: this.#next++, version: 1, state: 'queued', sent: 0, pause: 500});
    this.#changed();
    this.#pump();
  }

  /** Sends a document that was there already as a task of its own. */
  sendAnew(item) {
    item.version += 1;
    this.#begin(item);
  }

  retry(item) {
    item.pause = 500;
    item.cuts = 0;
    this.#begin(item);
  }

  remove(item) {
    clearTimeout(item.timer);
    item.state = 'removed';
    item.request?.abort();
    this.items = this.items.filter((other) => other !== item);
    this.#changed();
    this.#pump();
  }

  #begin(item) {
    clearTimeout(item.timer);
    item.state = 'queued';
    item.sent = 0;
    item.problem = null;
    this.#changed();
    this.#pump();
  }

  #pump() {
    const waiting = this.items.filter((item) => item.state === 'queued').reverse();
    const free = AT_ONCE - this.items.filter((item) => item.state === 'sending').length;
    waiting.slice(0, Math.max(0, free)).forEach((item) => this.#send(item));
  }

  async #send(item) {
    item.state = 'sending';
    this.#changed();
    try {
      const options = chosen(item.options);
      const content = item.file ?? item.text;
      const sum = await digest([content, JSON.stringify([item.name, options])]);
      if (item.state !== 'sending') {
        return;
      }
      this.#post(item, `console:${sum}:process:${item.version}`, body(item, options));
    } catch {
      // a file that was moved or changed since it was chosen
      this.#failed(item, new Problem(-1, {type: 'file-unreadable'}, null), false);
    }
  }

  #post(item, idempotencyKey, {content, type}) {
    const request = new XMLHttpRequest();
    item.request = request;
    request.open('POST', 'api/v1/tasks');
    request.setRequestHeader('Authorization', `Bearer ${key()}`);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (type) {
      request.setRequestHeader('Content-Type', type);
    }
    request.upload.onprogress = (event) => {
      item.sent = event.lengthComputable ? event.loaded / event.total : 0;
      this.#changed();
    };
    request.onload = () => this.#answered(item, request);
    request.onerror = () => this.#failed(item, new Problem(0, null, null), true);
    request.send(content);
  }

  #answered(item, request) {
    if (request.status === 202) {
      const accepted = JSON.parse(request.responseText);
      item.state = 'accepted';
      item.sent = 1;
      item.taskId = accepted.taskId;
      item.replayed = request.getResponseHeader('Idempotency-Replayed') === 'true';
      this.#changed();
      this.dispatchEvent(new CustomEvent('accepted', {detail: item}));
      this.#pump();
      return;
    }
    const problem = problemOf(request.status, request.responseText, request.getResponseHeader('X-Trace-Id'));
    item.cuts = (item.cuts ?? 0) + (problem.slug === 'upload-cut-off' ? 1 : 0);
    this.#failed(item, problem, problem.passing && item.cuts < MOST_CUTS);
  }

  #failed(item, problem, again) {
    if (item.state === 'removed') {
      return;
    }
    item.problem = problem.message;
    item.state = again ? 'waiting' : 'refused';
    if (again) {
      item.timer = setTimeout(() => this.#begin(item), item.pause);
      item.pause = Math.min(item.pause * 2, LONGEST_PAUSE);
    }
    this.#changed();
    this.#pump();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  close() {
    removeEventListener('online', this.online);
    [...this.items].forEach((item) => this.remove(item));
  }
}

function body(item, options) {
  if (item.text !== undefined) {
    return {content: JSON.stringify({...options, text: item.text}), type: 'application/json'};
  }
  const form = new FormData();
  form.append('request', new Blob([JSON.stringify({title: item.name, ...options})], {type: 'application/json'}));
  form.append('file', item.file, item.name);
  return {content: form, type: null};
}
