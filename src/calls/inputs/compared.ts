import { bodiesAsAssumed } from '../../contract/assumedNames.ts';
import { comparedBody, otherwiseQuoted } from '../../contract/comparedBody.ts';
import { readingsOf } from '../../contract/readings.ts';
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
  const print = await printOfOne(ledger, operation, body);
  const others = await Promise.all(readingsOf(body).map((one) => printOfOne(ledger, operation, one)));
  if (others.length === 0) return print;
  const readings = new Set(others.flatMap(({ whole, alike = [] }) => [whole, ...alike]));
  const parts = new Set([...print.parts, ...others.flatMap((one) => [one.whole, ...one.parts])]);
  return { ...print, readings: [...readings], parts: [...parts] };
}

/** Without what else it may say. */
async function printOfOne(
  ledger: Pick<Ledger, 'inputPrint'>,
  operation: Operation,
  body: string,
): Promise<InputPrint> {
  const print = await ledger.inputPrint(operation.id, utf8.encode(comparedBody(operation, body)));
  const wholeOf = async (text: string): Promise<string> =>
    (await ledger.inputPrint(operation.id, utf8.encode(text))).whole;
  const assumed = body.length > longest ? [] : bodiesAsAssumed(operation, body);
  const wholesOf = (bodies: typeof assumed): Promise<readonly string[]> =>
    Promise.all(bodies.map((one) => wholeOf(comparedBody(operation, one.body))));
  const quoted = [body, ...assumed.map((one) => one.body)].flatMap((one) => otherwiseQuoted(operation, one));
  const alike = [...(await Promise.all(quoted.map(wholeOf))), ...(await wholesOf(assumed))];
  const parts = [...print.parts, ...(await wholesOf(assumed.filter(({ isWhole }) => isWhole)))];
  return alike.length === 0 ? print : { ...print, alike, parts };
}

/** Characters: a form has fewer. */
const longest = 20_000;

/**
 * Prints by which orders of an input are found: the one of what it says and, where that differs, of the spelling itself,
 * which orders kept before inputs were normalised still have.
 */
export async function printsToFind(
  ledger: Pick<Ledger, 'fingerprint'>,
  operation: Operation,
  body: string,
): Promise<readonly string[]> {
  const spellings = new Set([comparedBody(operation, body), body]);
  return Promise.all([...spellings].map((text) => ledger.fingerprint(operation.id, utf8.encode(text))));
}
