const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size a person reads: "812 B", "20 KB", "10.4 MB" (1 KB = 1000 B). */
export function size(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 || Number.isInteger(value) ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[power] ?? 'B'}`;
}

/** Whole seconds between two times in ms; never negative, for the two clocks may differ. */
export function secondsBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / 1000));
}

/** Time left as a clock shows it, rounded up: `0:41`, `12:05`, `3:20:09`; `3 d` from two days on. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${Math.ceil(seconds / 86_400)} d`;
  const tail = two(seconds % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}

/** When something was, in a few characters: the time of today, else the day with it. In the language of `locale`. */
export function moment(at: number, now: number, locale: string): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString(locale || undefined, time);
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return then.toLocaleString(locale || undefined, { day: 'numeric', month: 'short', ...year, ...time });
}

/** The same on the page of an order, which is no answer of just now: day and clock, as its sentences have them (momentWord). */
export function dayAndTime(at: number, locale: string): string {
  return new Date(at).toLocaleString(locale || undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
