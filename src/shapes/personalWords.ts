import { isKnownWord, nameWords } from './words.ts';

/** Words that are remembered of one call. */
const mostWords = 4000;
const longestText = 1000;

/**
 * The words of one call that are somebody's: of what was asked, of texts under personal names or personal by their look, of
 * keys that are data, of what looks like a name. Where one stands alone elsewhere in the call (`"kind": "ramesh"`), it is no
 * value of an enumeration and no name of a field. In memory only, while one call is looked at. Words that fields and states
 * are called by tell nobody and are left out.
 */
export class PersonalWords {
  private readonly words = new Set<string>();

  add(text: string): void {
    if (this.words.size >= mostWords || text.length > longestText) return;
    for (const word of nameWords(text)) if (word.length > 2 && !isKnownWord(word)) this.words.add(word);
  }

  /** Whether a text has such a word, alone or joined with others. */
  has(text: string): boolean {
    return this.words.size > 0 && nameWords(text).some((word) => this.words.has(word));
  }
}
