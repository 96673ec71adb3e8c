import type { Phrase } from '../../../contract/words.ts';

/** What `maskedInput` says in words. */
const phrases: readonly Phrase[] = [
  { text: 'no body' },
  { text: 'empty input' },
  { text: '1 e-mail address' },
  { text: '{0} e-mail addresses' },
  { text: '1 value' },
  { text: '{0} values' },
  { text: 'JSON, 1 byte' },
  { text: 'JSON, {0} bytes' },
];

/**
 * A masked input as it is shown: the order history keeps its words in English, for whoever reads it may have another
 * language by then. What is masked stays as it is.
 * @param tell translates
 */
export function inputIn(masked: string, tell: (phrase: Phrase) => string): string {
  return masked
    .split(/( [·|] )/)
    .map((part) => {
      const [count = ''] = /\d+/.exec(part) ?? [];
      const found = phrases.find(({ text }) => text === part || text.replace(/\{0\}/, count) === part);
      return found === undefined ? part : tell({ ...found, args: [count] });
    })
    .join('');
}
