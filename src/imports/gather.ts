import type { ImportedField, ImportedFields } from '../calls/ports/importPorts.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import { isRequestField, readField } from '../contract/requestField.ts';
import { mostFields } from '../contract/requestFields.ts';
import type { Phrase } from '../contract/words.ts';

/** Nodes looked at for one request: aliases and references let a short text describe more than any computer can read. */
const mostNodes = 20_000;

/** Collects fields and what cannot be one; stops where a form would end, and where reading would not end. */
export class Gathered {
  private left = mostNodes;
  private readonly fields: ImportedField[] = [];
  private readonly notes = new Map<string, Phrase>();

  add(field: ImportedField): void {
    const { name, in: above = [] } = field;
    // An object keyed by e-mail address, say.
    if ([name, ...above].some((key) => maskKindByLook(key) !== null)) {
      leftOut(this);
      return;
    }
    const place = [...above, name].join('.').slice(0, 60);
    const read = readField(field, place);
    if (!isRequestField(read)) {
      this.put(read);
      return;
    }
    const before = this.fields.findIndex((one) => [...(one.in ?? []), one.name].join('.') === read.name);
    // Told twice, the last holds: an operation's own parameter over that of its path.
    if (before >= 0) this.fields[before] = field;
    else if (this.fields.length >= mostFields) {
      note(this, 'There are more than {0} fields; the rest is left out.', mostFields);
    } else this.fields.push(field);
  }

  /** To be asked before each node of what is imported; after a false nothing more is to be read. */
  visit(): boolean {
    if (this.left === 0) {
      // Beside the fifty: it is the one that says why the others are few.
      const phrase = {
        text: 'The description is too large to be read whole; the rest is left out.',
      };
      this.notes.set(phrase.text, phrase);
      return false;
    }
    this.left -= 1;
    return true;
  }

  put(phrase: Phrase): void {
    if (this.notes.size < 50) this.notes.set(JSON.stringify(phrase), phrase);
  }

  result(): ImportedFields {
    return { fields: this.fields, notes: [...this.notes.values()] };
  }
}

/** Adds what cannot be taken over, as a sentence with holes. */
export function note(gathered: Gathered, text: string, ...args: readonly (string | number)[]): void {
  gathered.put({ text, args });
}

/** A key can be a datum. It is not even named. */
export function leftOut(gathered: Gathered): void {
  note(gathered, 'A field whose name looks like personal data is left out.');
}

/** A path for a sentence: keys, shortened; one that looks personal is not shown. */
export function shownPath(path: readonly string[]): string {
  const name = path.join('.');
  return maskKindByLook(name) === null ? name.slice(0, 80) : '…';
}
