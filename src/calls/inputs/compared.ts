import { comparedBodies } from '../../contract/comparedBody.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { InputPrint } from '../ports/guardPorts.ts';
import type { Ledger } from '../ports/ports.ts';

const utf8 = new TextEncoder();

/**
 * The prints of an input, made of what it says and not of how it is spelt. The one way to make them: an input printed as
 * it is written would not be found by those printed here. Orders that are in the normal form already keep the prints they
 * had before there was one; those that were not keep theirs, too, and are found by nothing but their own spelling then.
 */
export async function printOf(
  ledger: Pick<Ledger, 'inputPrint'>,
  operation: Operation,
  body: string,
): Promise<InputPrint> {
  const [first = body, ...others] = comparedBodies(operation, body);
  const print = await ledger.inputPrint(operation.id, utf8.encode(first));
  if (others.length === 0) return print;
  const before = others.map((text) => ledger.inputPrint(operation.id, utf8.encode(text)));
  return { ...print, former: (await Promise.all(before)).map(({ whole }) => whole) };
}

/** Whether a print that was kept, perhaps by an earlier version, is of this input. */
export function isPrintOf({ whole, former = [] }: InputPrint, kept: string | null): boolean {
  return kept !== null && (kept === whole || former.includes(kept));
}

/**
 * Prints by which orders of an input are found: those of what it says and, where that differs, of the spelling itself,
 * which orders kept before inputs were normalised still have.
 */
export async function printsToFind(
  ledger: Pick<Ledger, 'fingerprint'>,
  operation: Operation,
  body: string,
): Promise<readonly string[]> {
  const spellings = new Set([...comparedBodies(operation, body), body]);
  return Promise.all([...spellings].map((text) => ledger.fingerprint(operation.id, utf8.encode(text))));
}
