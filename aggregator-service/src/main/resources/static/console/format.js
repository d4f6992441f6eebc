// Numbers, times and sums as people of the language write them.

import {language, t} from './words.js';

const locale = () => (language() === 'zh' ? 'zh-CN' : 'en-GB');

export function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

export function percent(share) {
  return new Intl.NumberFormat(locale(), {style: 'percent', maximumFractionDigits: 0}).format(share);
}

/** US dollars from a decimal, small sums exactly. */
export function money(decimal) {
  const value = Number(decimal);
  const digits = value !== 0 && Math.abs(value) < 0.01 ? 6 : 2;
  return new Intl.NumberFormat(locale(), {style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: digits}).format(value);
}

export function bytes(size) {
  if (size < 1024) {
    return `${number(size)} B`;
  }
  return size < 1024 * 1024 ? `${number(Math.round(size / 1024))} KB` : `${number(Math.round(size / 104857.6) / 10)} MB`;
}

export function dateTime(iso) {
  return iso ? new Intl.DateTimeFormat(locale(), {dateStyle: 'medium', timeStyle: 'medium'}).format(new Date(iso)) : '–';
}

export function day(iso) {
  return new Intl.DateTimeFormat(locale(), {day: 'numeric', month: 'short', timeZone: 'UTC'}).format(new Date(iso));
}

const UNITS = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

/** "3 minutes ago", "in 2 hours". */
export function ago(iso, now = Date.now()) {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS[3];
  return Math.abs(seconds) < 1
    ? t('time.now')
    : new Intl.RelativeTimeFormat(locale(), {numeric: 'auto'}).format(Math.trunc(seconds / size), unit);
}

export function duration(ms) {
  if (ms === null || ms === undefined) {
    return '–';
  }
  if (ms < 1000) {
    return t('time.ms', {n: number(Math.round(ms))});
  }
  if (ms < 60_000) {
    return t('time.s', {n: number(Math.round(ms / 100) / 10)});
  }
  if (ms < 3_600_000) {
    return t('time.min', {m: number(Math.floor(ms / 60_000)), s: number(Math.round((ms % 60_000) / 1000))});
  }
  return t('time.h', {h: number(Math.floor(ms / 3_600_000)), m: number(Math.round((ms % 3_600_000) / 60_000))});
}
