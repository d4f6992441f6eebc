// Calls of the suite's public interface with the key that the user signed in with.

import {t, known} from './words.js';

const KEY = 'onceflow.key';

export function key() {
  return sessionStorage.getItem(KEY);
}

export function remember(value) {
  sessionStorage.setItem(KEY, value);
}

export function forget() {
  sessionStorage.removeItem(KEY);
}

/** What went wrong, in words that say what to do. */
export class Problem extends Error {
  constructor(status, body, traceId) {
    const slug = String(body?.type ?? '').split(':').pop();
    super(inWords(status, slug, body));
    this.status = status;
    this.slug = slug;
    this.traceId = traceId;
  }

  /** Whether the same again may succeed: nothing was decided. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

function inWords(status, slug, body) {
  const said = known(`problem.${slug}`) ?? known(`problem.status.${status}`);
  const fields = (body?.errors ?? []).map((error) => `${error.field}: ${error.detail}`).join('; ');
  if (said) {
    return fields ? `${said} (${fields})` : said;
  }
  return [body?.detail ?? t('problem.other', {status}), fields].filter(Boolean).join(' ');
}

export function problemOf(status, text, traceId) {
  try {
    return new Problem(status, JSON.parse(text), traceId);
  } catch {
    return new Problem(status, null, traceId);
  }
}

let refused = () => {};

/** What to do when the key is no longer valid. */
export function onRefused(listener) {
  refused = listener;
}

export async function call(method, path, {body, text = false, signal, as = key()} = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      cache: 'no-store',
      credentials: 'omit',
      headers: {Authorization: `Bearer ${as}`, ...(body === undefined ? {} : {'Content-Type': 'application/json'})},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw error.name === 'AbortError' ? error : new Problem(0, null, null);
  }
  if (!answer.ok) {
    const problem = problemOf(answer.status, await answer.text(), answer.headers.get('X-Trace-Id'));
    if (answer.status === 401 && as === key()) {
      refused();
    }
    throw problem;
  }
  return text ? answer.text() : answer.json();
}

export const get = (path, options) => call('GET', path, options);
export const post = (path, body, options) => call('POST', path, {...options, body: body ?? {}});

/** A query of the values that are set. */
export function query(values) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') {
      parameters.set(name, value);
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}
