import type { Phrase } from '../../contract/words.ts';

/** Fewer characters are guessed, however much each guess costs. */
const shortestPassphrase = 10;

/** What is wrong with a passphrase for a new backup, or null. */
export function passphraseFault(text: string): Phrase | null {
  if ([...text].length < shortestPassphrase) {
    return {
      text: 'At least {0} characters. A few words that nobody would guess are easier to remember than symbols.',
      args: [shortestPassphrase],
    };
  }
  if (new Set(text).size < 4)
    return { text: 'This is too easy to guess: it repeats the same few characters.' };
  return null;
}

/** What is wrong with its second typing, or null. Compared as they are sealed: the same letters in whatever form. */
export function repetitionFault(first: string, again: string): Phrase | null {
  if (first.normalize('NFKC') === again.normalize('NFKC')) return null;
  return { text: 'This is not what you typed first. Type it again, or press Escape and start over.' };
}
