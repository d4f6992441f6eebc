// Where documents are dropped, pasted and chosen, and what becomes of each.

import {h, swap, announce} from '../dom.js';
import {t} from '../words.js';
import {bytes, percent} from '../format.js';
import {button, field, notice, select} from './pieces.js';
import {icon} from './icons.js';

function optionsOf(form) {
  const values = Object.fromEntries(new FormData(form));
  return {
    pipeline: values.pipeline,
    priority: values.priority ? Number(values.priority) : null,
    deadline: values.deadline,
    ...(values.fresh ? {reuse: false} : {}),
  };
}

/** Text files need no extraction; everything else does. */
function pipelineFor(file) {
  return file.type.startsWith('text/plain') || /\.(txt|md|markdown|text)$/i.test(file.name) ? 'article' : 'document';
}

function optionsForm(pipelines) {
  return h('form', {class: 'options', onsubmit: (event) => event.preventDefault()},
    field(t('upload.pipeline'), Object.assign(select([['', t('upload.pipeline-auto')], ...pipelines.map(({name}) => [name, name])], ''), {name: 'pipeline'}), t('upload.pipeline-hint')),
    field(t('upload.priority'), h('input', {type: 'number', name: 'priority', min: 1, max: 10, placeholder: '5'}), t('upload.priority-hint')),
    field(t('upload.deadline'), Object.assign(select([['', t('upload.deadline-default')], ['PT30S', '30 s'], ['PT2M', '2 min'], ['PT10M', '10 min'], ['PT1H', '1 h']], ''), {name: 'deadline'}), t('upload.deadline-hint')),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', name: 'fresh'}), t('upload.fresh')));
}

export function uploadBox(uploads, pipelines) {
  const options = optionsForm(pipelines);
  const sendFiles = (files) => {
    for (const file of files) {
      const chosen = optionsOf(options);
      uploads.addFiles([file], {...chosen, pipeline: chosen.pipeline || pipelineFor(file)});
    }
    if (files.length > 0) {
      announce(t('upload.added', {n: files.length}));
    }
  };
  const chooser = h('input', {type: 'file', multiple: true, class: 'unseen', id: 'chooser', onchange: () => { sendFiles([...chooser.files]); chooser.value = ''; }});
  const text = h('textarea', {rows: 6, id: 'pasted', placeholder: t('upload.text-placeholder')});
  const title = h('input', {type: 'text', id: 'pasted-title', maxlength: 200});
  const writing = h('details', {class: 'writing'}, h('summary', {}, t('upload.text-open')), h('div', {class: 'writing-body'},
    field(t('upload.text'), text), field(t('upload.text-title'), title),
    button(t('upload.send-text'), () => {
      if (text.value.trim() === '') {
        text.focus();
        announce(t('upload.text-missing'));
        return;
      }
      const chosen = optionsOf(options);
      uploads.addText(text.value, title.value.trim(), {...chosen, pipeline: chosen.pipeline || 'article'});
      text.value = '';
      title.value = '';
      announce(t('upload.added', {n: 1}));
    }, {kind: 'primary'})));
  const items = h('ul', {class: 'uploads', 'aria-label': t('upload.list')});
  const box = h('section', {class: 'upload-box', 'aria-label': t('upload.title')},
    h('div', {class: 'drop'}, icon('upload'),
      h('div', {}, h('p', {class: 'drop-title'}, t('upload.drop')), h('p', {class: 'quiet'}, t('upload.kinds'))),
      button(t('upload.choose'), () => chooser.click(), {kind: 'primary'}),
      h('label', {for: 'chooser', class: 'unseen'}, t('upload.choose')), chooser),
    h('div', {class: 'more'}, writing, h('details', {}, h('summary', {}, t('upload.options')), options)),
    items);

  const change = () => swap(items, uploads.items.map((item) => itemOf(item, uploads)));
  const accepted = (event) => announce(t(event.detail.replayed ? 'upload.replayed' : 'upload.accepted', {name: event.detail.name}));
  const over = (event) => {
    if (event.dataTransfer?.types.includes('Files')) {
      event.preventDefault();
      box.classList.add('over');
    }
  };
  const leave = (event) => { if (event.relatedTarget === null) { box.classList.remove('over'); } };
  const drop = (event) => {
    box.classList.remove('over');
    if (event.dataTransfer?.files.length) {
      event.preventDefault();
      sendFiles([...event.dataTransfer.files]);
    }
  };
  const paste = (event) => {
    if (event.target.closest?.('input, textarea')) {
      return;
    }
    const files = [...(event.clipboardData?.files ?? [])];
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0) {
      sendFiles(files);
    } else if (pasted.trim()) {
      writing.open = true;
      text.value = pasted;
      text.focus();
    }
  };
  const listeners = {dragover: over, dragleave: leave, drop, paste};
  Object.entries(listeners).forEach(([name, listener]) => document.addEventListener(name, listener));
  uploads.addEventListener('change', change);
  uploads.addEventListener('accepted', accepted);
  change();
  return {
    element: box,
    close: () => {
      Object.entries(listeners).forEach(([name, listener]) => document.removeEventListener(name, listener));
      uploads.removeEventListener('change', change);
      uploads.removeEventListener('accepted', accepted);
    },
  };
}

function itemOf(item, uploads) {
  const state = item.state === 'accepted' && item.replayed ? 'replayed' : item.state;
  return h('li', {class: `upload ${state}`, 'data-upload': item.name},
    h('div', {class: 'upload-name'}, item.taskId ? h('a', {href: `#/tasks/${item.taskId}`, 'data-focus': `upload-${item.id}`}, item.name) : h('span', {}, item.name),
      h('span', {class: 'quiet'}, bytes(item.size))),
    h('progress', {max: 1, value: item.sent, 'aria-label': t('upload.progress', {name: item.name})}),
    h('span', {class: 'upload-state'}, state === 'sending' ? percent(item.sent) : t(`upload.state.${state}`)),
    item.state === 'refused' ? button(t('action.again'), () => uploads.retry(item), {kind: 'small', focus: `again-${item.id}`}) : null,
    state === 'replayed' ? button(t('upload.anew'), () => uploads.sendAnew(item), {kind: 'small', focus: `anew-${item.id}`}) : null,
    h('button', {type: 'button', class: 'button bare', 'aria-label': t(item.taskId ? 'upload.hide' : 'upload.cancel', {name: item.name}), 'data-focus': `remove-${item.id}`, onclick: () => uploads.remove(item)}, icon('close')),
    item.problem ? h('div', {class: 'upload-problem'}, notice(item.state === 'waiting' ? 'warn' : 'bad', item.problem)) : null);
}
