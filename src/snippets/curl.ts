import { shellWord } from './literals.ts';

/** A single argument may hold 128 KiB on Linux; a pipe holds any size. */
const maxArgumentBytes = 100_000;

/** The URL as a word, with what keeps curl from reading brackets and braces in it as a pattern. */
export function curlUrl(url: string): string {
  const isPattern = /[[\]{}]/.test(new URL(url).pathname);
  const word = /^[\w.~:/%@+,=-]+$/.test(url) ? url : shellWord(url);
  return isPattern ? `${word} \\\n  --globoff` : word;
}

/**
 * The body as curl takes it unchanged. `--data` would read a file when the body starts with @; what is too long for an
 * argument, or has a NUL that no argument can hold, comes through a pipe.
 */
export function curlBody(body: string): { readonly before: string; readonly option: string } {
  const pieces = body.split('\0');
  if (pieces.length === 1 && Buffer.byteLength(body) <= maxArgumentBytes) {
    return { before: '', option: `--data-raw ${shellWord(body)}` };
  }
  const format = pieces.map(() => '%s').join('\\000');
  return {
    before: `printf '${format}' ${pieces.map(shellWord).join(' ')} |\n  `,
    option: '--data-binary @-',
  };
}
