// The WebSocket that tells of the user's tasks. It connects anew by itself, and whoever listens is told
// to read again after a gap, so that nothing depends on a connection that holds.

import {post} from './api.js';

const SILENCE = 45_000;
const LONGEST_PAUSE = 15_000;

export class Live extends EventTarget {
  #socket = null;
  #tasks = new Set();
  #cursor = null;
  #pause = 500;
  #retry = null;
  #silence = null;
  #closed = false;
  #before = false;
  state = 'connecting';

  constructor() {
    super();
    this.online = () => this.#again(0);
    this.offline = () => this.#socket?.close();
    addEventListener('online', this.online);
    addEventListener('offline', this.offline);
    this.#connect();
  }

  /** Follows tasks that are not the user's own too. */
  follow(ids) {
    const fresh = ids.filter((id) => !this.#tasks.has(id));
    const gone = [...this.#tasks].filter((id) => !ids.includes(id));
    this.#tasks = new Set(ids);
    this.#say('subscribe', fresh);
    this.#say('unsubscribe', gone);
  }

  #say(type, taskIds) {
    if (taskIds.length > 0 && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({type, taskIds}));
    }
  }

  async #connect() {
    this.#retry = null;
    try {
      const {ticket} = await post('api/v1/ws-tickets');
      if (this.#closed) {
        return;
      }
      const url = new URL('ws/v1/tasks', document.baseURI);
      url.protocol = url.protocol.replace('http', 'ws');
      url.searchParams.set('ticket', ticket);
      const socket = new WebSocket(url);
      this.#socket = socket;
      socket.onopen = () => this.#opened(socket);
      socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
      socket.onclose = () => this.#lost(socket);
    } catch {
      this.#lost(this.#socket);
    }
  }

  #opened(socket) {
    this.#pause = 500;
    socket.send(JSON.stringify({type: 'subscribe', mine: true, ...(this.#cursor ? {since: this.#cursor} : {})}));
    this.#say('subscribe', [...this.#tasks]);
    this.#listen();
    this.#become('live');
    if (this.#before) {
      this.dispatchEvent(new Event('gap'));
    }
    this.#before = true;
  }

  #heard(frame) {
    this.#listen();
    if (frame.cursor) {
      this.#cursor = frame.cursor;
    }
    if (frame.task) {
      this.dispatchEvent(new CustomEvent('task', {detail: frame.task}));
    }
  }

  // a connection that is silent for longer than two heartbeats is dead, whatever the network says
  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket?.close(), SILENCE);
  }

  #lost(socket) {
    if (this.#closed || socket !== this.#socket) {
      return;
    }
    clearTimeout(this.#silence);
    this.#socket = null;
    this.#become('waiting');
    this.#again(this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  #again(delay) {
    if (!this.#closed && this.#socket === null) {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#connect(), delay);
    }
  }

  #become(state) {
    if (state !== this.state) {
      this.state = state;
      this.dispatchEvent(new Event('state'));
    }
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    removeEventListener('online', this.online);
    removeEventListener('offline', this.offline);
    this.#socket?.close();
  }
}
