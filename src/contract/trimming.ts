/**
 * The text without the characters of a set at its ends. A pattern such as `/x+$/` cannot say this: it is tried anew at
 * every x of a long run that something else ends, which takes time squared.
 * @param dropped asked with one UTF-16 unit
 */
export function trimmedOf(text: string, dropped: (unit: string) => boolean): string {
  let start = 0;
  while (start < text.length && dropped(text.charAt(start))) start += 1;
  return trimmedEnd(text.slice(start), dropped);
}

/** The same at its end alone. */
export function trimmedEnd(text: string, dropped: (unit: string) => boolean): string {
  let end = text.length;
  while (end > 0 && dropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A path without the slashes at its end. */
export function withoutSlashes(path: string): string {
  return trimmedEnd(path, (unit) => unit === '/');
}
