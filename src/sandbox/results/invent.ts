import { createHash } from 'node:crypto';
import { own } from '../../contract/own.ts';
import { documentPath } from '../documents.ts';
import type { SandboxInput } from '../input.ts';

/** Says of a result that it is not documented; the value of its field `_note`. */
export const inventedNote = 'invented by the sandbox: not documented';

/** Draws values from a seed: the same input gives the same answer, today and tomorrow. */
export class Invention {
  readonly #seed: string;
  readonly #origin: string;
  #drawn = 0;

  /** @param origin of the sandbox, whose documents are linked to */
  constructor(seed: string, origin: string) {
    this.#seed = seed;
    this.#origin = origin;
  }

  /** A whole number from 0 up to, but not including, `below`. */
  number(below: number): number {
    this.#drawn += 1;
    const hash = createHash('sha256').update(`${this.#seed} ${this.#drawn}`).digest();
    return hash.readUInt32BE(0) % below;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.number(from.length)] ?? from[0];
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.number(10)).join('');
  }

  /** A link to a document that the sandbox serves itself. */
  documentLink(kind: 'rc' | 'credit-report'): string {
    return this.#origin + documentPath(kind, this.digits(8));
  }

  /** `YYYY-MM-DD` within `years` from `first` on. The date formats of the service are not shown. */
  date(first: number, years: number): string {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${first + this.number(years)}-${two(1 + this.number(12))}-${two(1 + this.number(28))}`;
  }
}

/** Makes the `data.result` of one operation. */
export interface ResultMaker {
  verified(subject: string, input: SandboxInput, invent: Invention): Record<string, unknown>;
  /** As in a billed negative: present, but empty or null. */
  empty(subject: string, input: SandboxInput): Record<string, unknown>;
  /** The field of the result that takes what an enormous or a deep answer is filled with: a list. */
  readonly bulkField: string;
}

/** A submitted field if it is a string, else an empty string. */
export function echoed(input: SandboxInput, name: string): string {
  const value = own(input.fields, name);
  return typeof value === 'string' ? value : '';
}
