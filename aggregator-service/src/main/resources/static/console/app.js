// The frame of the console: who is signed in, which page is shown, in which language and light.

import {h, swap} from './dom.js';
import {t, speak, choose, preferred, language, LANGUAGES} from './words.js';
import {get, key, forget, onRefused} from './api.js';
import {Live} from './live.js';
import {Uploads} from './uploads.js';
import {icon} from './parts/icons.js';
import {notice, button} from './parts/pieces.js';
import {signIn} from './pages/sign-in.js';
import {tasksPage} from './pages/tasks.js';
import {taskPage} from './pages/task.js';
import {deadLettersPage} from './pages/dead-letters.js';
import {usagePage} from './pages/usage.js';
import {systemPage} from './pages/system.js';

const app = document.getElementById('app');
const ROOMS = [['tasks', 'tasks'], ['dead-letters', 'letters'], ['usage', 'usage'], ['system', 'system']];

let session = null;
let page = null;
let frame = new AbortController();

function route() {
  const [path, search] = location.hash.replace(/^#\/?/, '').split('?');
  const [room, ...rest] = path.split('/').map(decodeURIComponent);
  return {room: room || 'tasks', id: rest[0], parameters: new URLSearchParams(search)};
}

function pageOf({room, id, parameters}) {
  const context = {...session, parameters, navigate: (hash) => { location.hash = hash; }};
  switch (room) {
    case 'dead-letters': return deadLettersPage(context);
    case 'usage': return usagePage(context);
    case 'system': return systemPage(context);
    default: return id ? taskPage({...context, id}) : tasksPage(context);
  }
}

function rooms() {
  return ROOMS.filter(([room]) => room !== 'system' || session.me.roles.includes('operator'));
}

/** Shows the page of the address. The focus goes to its heading unless a control of it had the focus. */
function show({keepFocus = false} = {}) {
  const at = route();
  const focused = document.activeElement?.dataset?.focus;
  page?.close();
  frame.abort();
  frame = new AbortController();
  page = pageOf(at);
  document.title = `${page.title} · Onceflow`;
  const main = h('main', {id: 'main', tabindex: -1}, page.element);
  swap(app,
    h('a', {href: '#main', class: 'skip', onclick: (event) => { event.preventDefault(); main.focus(); }}, t('frame.skip')),
    h('header', {class: 'top'},
      h('a', {href: '#/tasks', class: 'brand'}, h('img', {src: 'console/icon.svg', alt: '', width: 28, height: 28}), 'Onceflow'),
      h('nav', {class: 'rooms', 'aria-label': t('frame.rooms')}, rooms().map(([room, name]) =>
        h('a', {href: `#/${room}`, 'data-focus': `room-${room}`, 'aria-current': at.room === room ? 'page' : null}, icon(name), h('span', {}, t(`${name}.room`))))),
      h('div', {class: 'tools'}, connection(), themeButton(), languageButton(), account())),
    main);
  const again = focused && app.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
  if (again && !focused.startsWith('room-')) {
    again.focus({preventScroll: true});
  } else if (!keepFocus) {
    scrollTo(0, 0);
    page.element.querySelector('h1')?.focus({preventScroll: true});
  }
}

function connection() {
  const place = h('span', {class: 'connection', role: 'status'});
  const {live} = session;
  const draw = () => {
    if (place.dataset.state !== live.state) {
      place.dataset.state = live.state;
      swap(place, h('span', {class: 'dot', 'aria-hidden': 'true'}), h('span', {}, t(`live.${place.dataset.state}`)));
    }
  };
  live.addEventListener('state', draw, {signal: frame.signal});
  draw();
  return place;
}

function themeButton() {
  const order = ['auto', 'light', 'dark'];
  const now = document.documentElement.dataset.theme ?? 'auto';
  const next = order[(order.indexOf(now) + 1) % order.length];
  return h('button', {
    type: 'button', class: 'button bare', 'data-focus': 'theme', title: t(`theme.${now}`), 'aria-label': `${t(`theme.${now}`)} ${t('theme.next', {theme: t(`theme.${next}`)})}`,
    onclick: (event) => {
      if (next === 'auto') {
        delete document.documentElement.dataset.theme;
        localStorage.removeItem('onceflow.theme');
      } else {
        document.documentElement.dataset.theme = next;
        localStorage.setItem('onceflow.theme', next);
      }
      const button = themeButton();
      event.currentTarget.replaceWith(button);
      button.focus();
    },
  }, icon({auto: 'auto', light: 'sun', dark: 'moon'}[now]));
}

function languageButton() {
  const other = Object.keys(LANGUAGES).find((each) => each !== language());
  return h('button', {
    type: 'button', class: 'button bare', lang: other === 'zh' ? 'zh-CN' : 'en', 'data-focus': 'language',
    onclick: async () => {
      await choose(other);
      session ? show({keepFocus: true}) : welcome();
    },
  }, LANGUAGES[other]);
}

function account() {
  const {me} = session;
  return h('span', {class: 'account'}, h('span', {class: 'quiet who', title: me.roles.join(', ')}, `${me.user} · ${me.tenant}`),
    h('button', {type: 'button', class: 'button bare', 'aria-label': t('frame.sign-out'), title: t('frame.sign-out'), onclick: () => leave(null)}, icon('out')));
}

function leave(why) {
  forget();
  page?.close();
  page = null;
  session?.live.close();
  session?.uploads.close();
  session = null;
  welcome(why);
}

function welcome(why = null) {
  document.title = 'Onceflow';
  const form = signIn({why, onSignedIn: enter});
  swap(app, form.element, h('header', {class: 'corner'}, languageButton()));
  form.focus();
}

async function enter(me) {
  const {pipelines} = await get('api/v1/pipelines');
  session = {me, pipelines, live: new Live(), uploads: new Uploads()};
  show();
}

async function resume() {
  try {
    await enter(await get('api/v1/me'));
  } catch (problem) {
    if (problem.status !== 401) {
      swap(app, h('main', {class: 'sign-in'}, notice('bad', t('problem.title'), h('p', {}, problem.message), button(t('action.again'), resume))));
    }
  }
}

onRefused(() => leave(t('sign-in.expired')));
addEventListener('hashchange', () => { if (session) { show(); } });
await speak(preferred());
await (key() ? resume() : welcome());
