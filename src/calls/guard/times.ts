import { localDay } from '../usage/periods.ts';

/** A moment for people, in local time: `14:05:09` today, `2026-11-03 14:05` on another day. */
export function said(at: number, now: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return localDay(at) === localDay(now) ? `${time}:${two(date.getSeconds())}` : `${localDay(at)} ${time}`;
}
