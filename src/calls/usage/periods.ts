import type { Phrase } from '../../contract/words.ts';

/** A stretch of the history: from inclusive, to exclusive, ms. */
export interface Period {
  readonly id: string;
  /** A fixed title, or null for a month, which the ui names in the user's language. */
  readonly title: Phrase | null;
  readonly from: number;
  readonly to: number;
}

/** Local midnight, some days from the given one; counting dates, not hours, so that a change of the clock shifts nothing. */
function midnight(at: Date, days: number): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

function month(at: Date, months: number): number {
  return new Date(at.getFullYear(), at.getMonth() + months, 1).getTime();
}

/**
 * Today, Yesterday, This week (from Monday), then by month down to the oldest order. Periods neither overlap nor leave a
 * gap; the newest has no upper end, so that a clock set back hides nothing.
 */
export function periods(now: number, oldest: number): readonly Period[] {
  const today = new Date(now);
  const todayAt = midnight(today, 0);
  const yesterdayAt = midnight(today, -1);
  const mondayAt = midnight(today, -((today.getDay() + 6) % 7));
  const found: Period[] = [
    { id: 'today', title: { text: 'Today' }, from: todayAt, to: Number.MAX_SAFE_INTEGER },
    { id: 'yesterday', title: { text: 'Yesterday' }, from: yesterdayAt, to: todayAt },
  ];
  let end = yesterdayAt;
  if (mondayAt < yesterdayAt) {
    found.push({ id: 'week', title: { text: 'This week' }, from: mondayAt, to: yesterdayAt });
    end = mondayAt;
  }
  for (let back = 0; end > oldest; back -= 1) {
    const from = month(today, back);
    if (from >= end) continue;
    const start = new Date(from);
    const id = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}`;
    found.push({ id, title: null, from, to: end });
    end = from;
  }
  return found;
}

/** The local calendar day of a moment, as `2026-11-21`. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A moment for people, in local time: `14:05:09` today, `2026-11-03 14:05` on another day. */
export function said(at: number, now: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return localDay(at) === localDay(now) ? `${time}:${two(date.getSeconds())}` : `${localDay(at)} ${time}`;
}
