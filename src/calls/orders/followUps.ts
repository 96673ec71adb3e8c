import type { OrderSummary } from '../ports/ports.ts';
import { localDay } from '../usage/periods.ts';

/** When a follow-up day stands beside today. */
export type Due = 'overdue' | 'today' | 'later';

/** Null without a follow-up day. */
export function dueOf({ followUp }: Pick<OrderSummary, 'followUp'>, today: string): Due | null {
  if (followUp === null) return null;
  if (followUp < today) return 'overdue';
  return followUp === today ? 'today' : 'later';
}

/** The local calendar day some days from now; counting dates, so that a change of the clock shifts nothing. */
export function dayFrom(now: number, days: number): string {
  const today = new Date(now);
  return localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime());
}

/** Noon of a local day, ms: the moment by which it is named in the user's language. NaN for what is no day. */
export function noonOf(day: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return Number.NaN;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 12).getTime();
  return localDay(at) === day ? at : Number.NaN;
}

/** A typed day that exists, or null. */
export function readDay(typed: string): string | null {
  const day = typed.trim();
  return Number.isNaN(noonOf(day)) ? null : day;
}
