import { localDay } from './periods.ts';

/** The periods the usage page offers. `custom` carries its own days. */
export const periodIds = ['today', 'days7', 'days30', 'days90', 'month', 'custom'] as const;
export type UsagePeriodId = (typeof periodIds)[number];

/** Local days, both inclusive, as `2026-11-21`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** A column of a chart over time: one day or one month. */
export interface Bin extends DaySpan {
  /** The day, or the month as `2026-11`. */
  readonly id: string;
}

const dayMs = 86_400_000;
/** More days than these are shown by month: single bars would be thinner than a finger or a pixel. */
const mostDays = 100;
/** Ten years: longer spans are a slip of the keyboard. */
const longestSpan = 3660;

/** A day as a number that can be counted with; UTC, so that no change of the clock makes a day longer. Null = no date. */
function serial(day: string): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (date === undefined) return null;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return dayOf(at / dayMs) === day ? at / dayMs : null;
}

function dayOf(count: number): string {
  return new Date(count * dayMs).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return serial(text) !== null;
}

/** The day some days later (or earlier). @throws RangeError for what is no day */
export function addDays(day: string, days: number): string {
  const count = serial(day);
  if (count === null) throw new RangeError(`not a day: ${day}`);
  return dayOf(count + days);
}

/** Number of days in the span, both ends counted; 0 or less when it ends before it begins. */
export function spanLength({ from, to }: DaySpan): number {
  return (serial(to) ?? Number.NaN) - (serial(from) ?? Number.NaN) + 1;
}

/** What a period means now. `custom` is what was asked for, put in order and within the longest span. */
export function spanOf(period: UsagePeriodId, now: number, custom: DaySpan | null): DaySpan {
  const today = localDay(now);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'days7':
      return { from: addDays(today, -6), to: today };
    case 'days30':
      return { from: addDays(today, -29), to: today };
    case 'days90':
      return { from: addDays(today, -89), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'custom':
      return custom === null ? { from: addDays(today, -29), to: today } : inOrder(custom);
  }
}

function inOrder({ from, to }: DaySpan): DaySpan {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const span = { from: first, to: last };
  return spanLength(span) > longestSpan ? { from: addDays(last, 1 - longestSpan), to: last } : span;
}

/** The span's days, or its months when it is long: without gaps, those in which nothing happened too. */
export function bins(span: DaySpan): readonly Bin[] {
  const length = spanLength(span);
  const days = Array.from({ length }, (_, index) => addDays(span.from, index));
  if (length <= mostDays) return days.map((day) => ({ id: day, from: day, to: day }));
  const months = Map.groupBy(days, (day) => day.slice(0, 7));
  return [...months].map(([id, within]) => ({
    id,
    from: within[0] ?? span.from,
    to: within.at(-1) ?? span.to,
  }));
}

/** The span in ms for the history's filter: local midnight of its first day to that after its last. */
export function spanInTime(span: DaySpan): { readonly from: number; readonly to: number } {
  return { from: localMidnight(span.from), to: localMidnight(addDays(span.to, 1)) };
}

function localMidnight(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}
