// The words of the interface, by language.

export const LANGUAGES = {en: 'English', zh: '中文'};

let words = {};
let current = 'en';

function remembered() {
  try {
    return localStorage.getItem('onceflow.language');
  } catch {
    return null;
  }
}

/** The language that was chosen, or else the browser's first that is there. */
export function preferred() {
  const wanted = [remembered(), ...(navigator.languages ?? [navigator.language])];
  return wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
}

export async function speak(language) {
  const answer = await fetch(`console/words/${language}.json`);
  if (!answer.ok) {
    throw new Error(`no words in ${language}: HTTP ${answer.status}`);
  }
  words = await answer.json();
  current = language;
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

export function choose(language) {
  try {
    localStorage.setItem('onceflow.language', language);
  } catch {
    // storage is refused; the choice holds as long as the page
  }
  return speak(language);
}

export function language() {
  return current;
}

/** The words of a key, with values in the place of {names}. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** The words of a key if there are any. */
export function known(key) {
  return words[key] ?? null;
}
