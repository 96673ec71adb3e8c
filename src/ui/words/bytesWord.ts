import type { Phrase } from '../../contract/words.ts';

/** "812 bytes", "12.4 kB", "25.0 MB". */
export function bytesWord(count: number, say: (phrase: Phrase) => string): string {
  if (count === 1) return say({ text: '1 byte' });
  if (count < 1000) return say({ text: '{0} bytes', args: [count] });
  if (count < 1_000_000) return say({ text: '{0} kB', args: [(count / 1000).toFixed(1)] });
  return say({ text: '{0} MB', args: [(count / 1_000_000).toFixed(1)] });
}
