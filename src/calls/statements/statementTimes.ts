/** What a time without a zone means. India Standard Time is UTC+05:30 the whole year. */
export type Zone = 'local' | 'ist' | 'utc';

const istMs = 5.5 * 3_600_000;

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const iso =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[T ]+|,\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([AP]M))?)?\s*(Z|UTC|GMT|IST|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?$/i;
const indian =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([AP]M))?)?\s*(Z|UTC|GMT|IST|(?:UTC|GMT)?[+-]\d{2}:?\d{2})?$/i;

/** With the month as a word: 21-Nov-2026, 21 November 26, Nov 21, 2026. */
const worded =
  /^(?:(\d{1,2})(?:[ -]|, ?)([a-z]{3,9})\.?(?:[ -]|, ?)(\d{4}|\d{2})|([a-z]{3,9})\.? (\d{1,2}),? (\d{4}))(?:,?\s+(\S.*))?$/i;
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'].concat(
  ['october', 'november', 'december'],
);

/** The same with the month as a number, the day first; any other text as it is. */
function inNumbers(text: string): string {
  const [, day, month, year, monthFirst, dayAfter, yearAfter, time] = worded.exec(text) ?? [];
  const word = (month ?? monthFirst)?.toLowerCase();
  if (word === undefined) return text;
  const at = months.findIndex(
    (name) => name === word || name.slice(0, 3) === word || `${name.slice(0, 3)}t` === word,
  );
  if (at < 0) return text;
  return `${day ?? dayAfter}/${at + 1}/${year ?? yearAfter}${time === undefined ? '' : ` ${time}`}`;
}

/** 12 AM is midnight, 12 PM noon. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

/** Null when a part is out of range: 31 February is no day. */
function asUtc(parts: Parts): number | null {
  const at = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  if (Number.isNaN(at)) return null;
  const back = new Date(at);
  const same =
    back.getUTCMonth() === parts.month - 1 &&
    back.getUTCDate() === parts.day &&
    back.getUTCHours() === parts.hour &&
    back.getUTCMinutes() === parts.minute;
  return same ? at : null;
}

function offsetMs(zone: string): number {
  const upper = zone.toUpperCase();
  if (upper === 'IST') return istMs;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})$/.exec(upper) ?? [];
  if (sign === undefined) return 0;
  const size = Number(hours) * 3_600_000 + Number(minutes) * 60_000;
  return sign === '-' ? -size : size;
}

function inZone(parts: Parts, written: string | undefined, zone: Zone): number | null {
  const utc = asUtc(parts);
  if (utc === null) return null;
  if (written !== undefined) return utc - offsetMs(written);
  if (zone === 'utc') return utc;
  if (zone === 'ist') return utc - istMs;
  return new Date(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second).getTime();
}

/** Epoch seconds or milliseconds, between 2001 and 2286. */
function epoch(text: string): number | null {
  if (/^\d{10}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  return /^\d{13}$/.test(text) ? Number(text) : null;
}

interface Written {
  readonly parts: Parts;
  readonly zone: string | undefined;
  readonly isDateAlone: boolean;
}

function written(text: string): Written | null {
  const [, year, month, day, hour, minute, second, noon, zone] = iso.exec(text) ?? [];
  if (year !== undefined) {
    const numbers = [year, month, day, hour, minute, second].map((part) => Number(part ?? 0));
    const [y = 0, m = 0, d = 0, h = 0, mi = 0, s = 0] = numbers;
    return {
      parts: { year: y, month: m, day: d, hour: hourOf(h, noon), minute: mi, second: s },
      zone,
      isDateAlone: hour === undefined,
    };
  }
  const [, date, monthOfYear, ofYear, hours, minutes, seconds, half, place] =
    indian.exec(inNumbers(text)) ?? [];
  if (ofYear === undefined) return null;
  return {
    parts: {
      year: Number(ofYear.length === 2 ? `20${ofYear}` : ofYear),
      month: Number(monthOfYear),
      day: Number(date),
      hour: hourOf(Number(hours ?? 0), half),
      minute: Number(minutes ?? 0),
      second: Number(seconds ?? 0),
    },
    zone: place,
    isDateAlone: hours === undefined,
  };
}

/**
 * A time of a statement: ISO 8601, day/month/year (of two digits: 20xx) or with the month as a word, with or without a time (24 hours or AM/PM),
 * or epoch seconds. A date alone is midnight. Null when it is none of these; month/day/year is not guessed at.
 */
export function readTime(text: string, zone: Zone): number | null {
  const trimmed = text.trim();
  const number = epoch(trimmed);
  if (number !== null) return number;
  const read = written(trimmed);
  return read === null ? null : inZone(read.parts, read.zone, zone);
}

/** The day, as year-month-day, of a time that is a date alone; undefined for every other text. */
export function dateAlone(text: string): string | undefined {
  const read = written(text.trim());
  if (read === null || !read.isDateAlone) return undefined;
  const { year, month, day } = read.parts;
  return [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/**
 * The first date that is another day with the month first (3/4/2026) or the year (21-11-26); null where none is, or some date
 * has to be day first.
 */
export function readDayFirst(texts: Iterable<string>): string | null {
  let first: string | null = null;
  for (const text of texts) {
    const [, day = '', month = '', year = ''] = indian.exec(text) ?? [];
    if (year.length === 2 && text.includes('-')) return text;
    if (Number(day) > 12 && Number(month) <= 12) return null;
    if (Number(day) !== Number(month) && Number(month) <= 12) first ??= text;
  }
  return first;
}

/** A date and a time of day from two columns; a time that stands whole in the second counts alone. */
export function joinedTime(date: string, clock: string): string {
  if (clock === '' || date === '') return date === '' ? clock : date;
  if (readTime(clock, 'utc') !== null) return clock;
  // A spreadsheet writes a date alone with midnight.
  return `${date.replace(/[T ]0?0:00(:00)?$/, '')} ${clock}`;
}

const dayMs = 24 * 3_600_000;

/**
 * The first moment after the day of a time that is a date alone, ms since the epoch; null for every other text. A day of
 * this computer's zone may have 23 or 25 hours.
 */
export function endOfDay(text: string, zone: Zone): number | null {
  const read = written(text.trim());
  if (read === null || !read.isDateAlone) return null;
  const { year, month, day } = read.parts;
  if (read.zone === undefined && zone === 'local') return new Date(year, month - 1, day + 1).getTime();
  const start = inZone(read.parts, read.zone, zone);
  return start === null ? null : start + dayMs;
}

/** Whether some time does not say its zone, so that the user has to. */
export function needsZone(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const trimmed = text.trim();
    if (epoch(trimmed) !== null) continue;
    const read = written(trimmed);
    if (read !== null && read.zone === undefined) return true;
  }
  return false;
}
