// Makes elements. Text only ever becomes text: nothing here reads markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element; properties that begin with "on" are listeners, null ones are left out. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An element of a drawing. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden') {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces what a place holds and leaves the focus on the control of the same data-focus. */
export function swap(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (focused) {
    place.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
  }
  return place;
}

/** A place that is drawn anew only when what it shows has changed. */
export function drawn(place, draw) {
  let shown;
  return (...values) => {
    const now = JSON.stringify(values);
    if (now !== shown) {
      shown = now;
      swap(place, draw(...values));
    }
    return place;
  };
}

let announcing;

/** Tells screen readers. */
export function announce(text) {
  const announcer = document.getElementById('announcer');
  announcer.textContent = '';
  clearTimeout(announcing);
  announcing = setTimeout(() => { announcer.textContent = text; }, 50);
}
