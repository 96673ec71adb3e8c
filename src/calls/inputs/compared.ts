import { comparedBody, otherwiseQuoted } from '../../contract/comparedBody.ts';
import { bodyFromFields, fieldsFromBody } from '../../contract/draft.ts';
import { followedFields, followFields } from '../../contract/followFields.ts';
import { operationById } from '../../contract/operations.ts';
import { own } from '../../contract/own.ts';
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
  const print = await ledger.inputPrint(operation.id, utf8.encode(comparedBody(operation, body)));
  const wholeOf = async (text: string): Promise<string> =>
    (await ledger.inputPrint(operation.id, utf8.encode(text))).whole;
  const assumed = underAssumedNames(operation, body);
  const named = assumed === null ? [] : [await wholeOf(comparedBody(operation, assumed))];
  const quoted = [body, ...(assumed === null ? [] : [assumed])].flatMap((one) =>
    otherwiseQuoted(operation, one),
  );
  const alike = [...(await Promise.all(quoted.map(wholeOf))), ...named];
  const parts = [...print.parts, ...named];
  return alike.length === 0 ? print : { ...print, alike, parts };
}

/**
 * The request as it was made before its user gave the fields that we assume other names, or added some: what was paid for then is
 * not to be paid for again. Null where nothing was corrected, or the fields cannot hold it.
 */
function underAssumedNames(operation: Operation, body: string): string | null {
  const assumed = operationById(operation.id);
  const namesOf = ({ requestFields }: Operation): string =>
    JSON.stringify(requestFields.map(({ path }) => path));
  if (namesOf(assumed) === namesOf(operation) || body.length > longest) return null;
  const read = fieldsFromBody(operation, body);
  if (!read.ok) return null;
  const { fields } = followFields(read, followedFields(operation), followedFields(assumed));
  const held = assumed.requestFields.some(
    ({ name, check }) => check !== null && (own(fields, name) ?? '') !== '',
  );
  return held ? bodyFromFields(assumed, fields) : null;
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
