import { candidates } from '../contract/aadhaar/numbers.ts';
import { lastFours, withoutReduced } from '../contract/aadhaar/reduced.ts';
import { comparedBody } from '../contract/comparedBody.ts';
import type { OperationId } from '../contract/words.ts';
import { fingerprintOf } from './fingerprint.ts';

interface ReducedInput {
  readonly operation: OperationId;
  /** With what is left of its number. */
  readonly body: string;
  readonly print: string;
}

const utf8 = new TextEncoder();

/** What is left of a number with its digits, parted as it was. */
function restored(left: string, number: string): string {
  let at = 0;
  return left.replace(/%20|[X\d]/g, (sign) => (sign === '%20' ? sign : number.charAt(at++)));
}

/** The request with a number in place of what is left of it: as a text, and as the number that JSON may have held. */
function wholeWith({ operation, body }: ReducedInput, number: string): readonly string[] {
  const whole = withoutReduced(body, (left) => restored(left, number));
  const bare = whole.replaceAll(`"${number}"`, number);
  return [...new Set([whole, bare])].map((one) => comparedBody({ id: operation }, one));
}

/**
 * Requests whose Aadhaar number is no longer kept. Its four digits are many people's, but their print was made of the
 * whole number: so of a number that stands anywhere it can be told whether it was the very one.
 */
export class ReducedInputs {
  readonly #printKey: Uint8Array;
  /** By the digits that are left. */
  readonly #byEnd = new Map<string, Map<string, ReducedInput>>();
  readonly #told = new Map<string, boolean>();

  /** @param printKey see fingerprintKey */
  constructor(printKey: Uint8Array) {
    this.#printKey = printKey;
  }

  get size(): number {
    return this.#byEnd.size;
  }

  /** False for a request with two numbers: it is found by what else is in it. */
  add(input: ReducedInput): boolean {
    const [end, another] = lastFours(input.body);
    if (end === undefined || another !== undefined) return false;
    const known = this.#byEnd.get(end) ?? new Map<string, ReducedInput>();
    this.#byEnd.set(end, known.set(input.print, input));
    return true;
  }

  /** Whether a text holds the number of one of them. */
  areIn(text: string): boolean {
    return this.size > 0 && candidates(text).some((number) => this.#isOne(number));
  }

  #isOne(number: string): boolean {
    const inputs = this.#byEnd.get(number.slice(-4));
    if (inputs === undefined) return false;
    const told = this.#told.get(number);
    if (told !== undefined) return told;
    const isOne = [...inputs.values()].some((input) =>
      wholeWith(input, number).some(
        (body) => fingerprintOf(this.#printKey, input.operation, utf8.encode(body)) === input.print,
      ),
    );
    this.#told.set(number, isOne);
    return isOne;
  }
}
