import { trimmedOf } from './trimming.ts';

/** What a Retry-After header says. The service documents the header but neither its unit nor its format. */
export type RetryAfter =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** `at` in ms since the epoch; `seconds` from now, never below 0. */
  | { readonly kind: 'date'; readonly at: number; readonly seconds: number }
  | { readonly kind: 'unreadable'; readonly text: string }
  | { readonly kind: 'absent' };

/** RFC 9111 1.2.2: what is larger counts as this. */
const mostSeconds = 2 ** 31;

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const longDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Sun, 06 Nov 1994 08:49:37 GMT */
const imfFixdate = /^([a-z]{3}), (\d{2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) gmt$/;
/** Sunday, 06-Nov-94 08:49:37 GMT */
const rfc850 = /^([a-z]{6,9}), (\d{2})-([a-z]{3})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) gmt$/;
/** Sun Nov  6 08:49:37 1994, in UTC */
const asctime = /^([a-z]{3}) ([a-z]{3}) (\d{2}| \d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/**
 * Reads a Retry-After header by RFC 9110 10.2.3: whole seconds, or one of the three date forms of 5.6.7. Date.parse is
 * not asked: it takes "120" for a year and reads asctime in local time.
 * @param value the header's value, or null when there is none
 * @param now ms since the epoch
 */
export function readRetryAfter(value: string | null, now: number): RetryAfter {
  if (value === null) return { kind: 'absent' };
  const text = trimmed(value);
  if (/^\d+$/.test(text)) return { kind: 'seconds', seconds: Math.min(Number(text), mostSeconds) };
  const at = readDate(text.toLowerCase(), now);
  if (at === null) return { kind: 'unreadable', text: value };
  return { kind: 'date', at, seconds: Math.min(Math.max(0, Math.ceil((at - now) / 1000)), mostSeconds) };
}

/**
 * The Retry-After of an answer. A date is a moment of the service's clock, so it is read against the answer's own Date
 * (RFC 9110 6.6.1); against ours only where that is missing or unreadable. Of a repeated header the first counts.
 * @param headers names in any case
 * @param receivedAt when the answer came, ms since the epoch by our clock
 */
export function retryAfterOf(
  headers: readonly (readonly [name: string, value: string])[],
  receivedAt: number,
): RetryAfter {
  const header = (wanted: string): string | null =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const date = header('date');
  const sentAt = date === null ? null : readDate(trimmed(date).toLowerCase(), receivedAt);
  return readRetryAfter(header('retry-after'), sentAt ?? receivedAt);
}

function trimmed(value: string): string {
  return trimmedOf(value, (unit) => unit === ' ' || unit === '\t');
}

function readDate(text: string, now: number): number | null {
  const fixed = imfFixdate.exec(text);
  if (fixed !== null) {
    const [, weekday = '', day = '', month = '', year = '', ...time] = fixed;
    return moment(days.indexOf(weekday), Number(year), month, day, time);
  }
  const old = rfc850.exec(text);
  if (old !== null) {
    const [, weekday = '', day = '', month = '', year = '', ...time] = old;
    return moment(longDays.indexOf(weekday), fullYear(Number(year), now), month, day, time);
  }
  const c = asctime.exec(text);
  if (c !== null) {
    const [, weekday = '', month = '', day = '', hour = '', minute = '', second = '', year = ''] = c;
    return moment(days.indexOf(weekday), Number(year), month, day, [hour, minute, second]);
  }
  return null;
}

/** RFC 9110 5.6.7: a two-digit year more than 50 years ahead is the most recent past one with these digits. */
function fullYear(digits: number, now: number): number {
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + digits;
  return year > current + 50 ? year - 100 : year;
}

/** Ms since the epoch, or null when there is no such moment or it fell on another day of the week. */
function moment(
  weekday: number,
  year: number,
  monthName: string,
  dayText: string,
  time: readonly string[],
): number | null {
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  const month = months.indexOf(monthName);
  const day = Number(dayText);
  // 60 is a leap second.
  if (month === -1 || hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(Date.UTC(year, month, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month && date.getUTCDate() === day;
  if (!exists || date.getUTCDay() !== weekday) return null;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
}
