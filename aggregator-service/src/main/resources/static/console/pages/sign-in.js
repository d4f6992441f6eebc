// Signing in: the key stays in this tab.

import {h, swap} from '../dom.js';
import {t} from '../words.js';
import {get, remember} from '../api.js';
import {notice, field} from '../parts/pieces.js';

export function signIn({why, onSignedIn}) {
  const key = h('input', {type: 'password', name: 'key', autocomplete: 'current-password', spellcheck: 'false', required: true, class: 'mono'});
  const trouble = h('div', {'aria-live': 'polite'}, why ? notice('warn', why) : null);
  const submit = h('button', {type: 'submit', class: 'button primary'}, t('sign-in.submit'));
  const form = h('form', {
    class: 'sign-in-form',
    onsubmit: async (event) => {
      event.preventDefault();
      const value = key.value.trim();
      submit.disabled = true;
      try {
        const me = await get('api/v1/me', {as: value});
        remember(value);
        onSignedIn(me);
      } catch (problem) {
        swap(trouble, notice('bad', t('sign-in.failed'), h('p', {}, problem.message)));
        submit.disabled = false;
        key.select();
      }
    },
  }, field(t('sign-in.key'), key, t('sign-in.hint')), submit);
  return {
    element: h('main', {class: 'sign-in', id: 'main', tabindex: -1},
      h('img', {src: 'console/icon.svg', alt: '', width: 48, height: 48}),
      h('h1', {}, t('sign-in.title')), h('p', {class: 'quiet'}, t('sign-in.lead')), trouble, form),
    focus: () => key.focus(),
  };
}
