import { coverId, coverName } from '../../contract/coverText.ts';
import { ListTable } from '../../contract/listTable.ts';
import { bullets, mask, resultMask } from '../../contract/masking.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import { otherIdentifier } from '../../contract/otherIdentifier.ts';
import { headline } from '../../contract/outcomes.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import type { Operation, Reading, ResultValue } from '../../contract/shapes.ts';
import { TellApart } from '../../contract/tellApart.ts';
import { type Phrase, plain } from '../../contract/words.ts';
import { timeLeft } from '../orders/timeLeft.ts';
import type { Settlement } from '../ports/ports.ts';

/** A value as it is shown, or words to translate. */
export type LinePart = string | Phrase;

/** What a quick lookup says in one line, around the word for the money: input · came · money · next. */
export interface LookupLine {
  /** An answer that names another identifier than was asked; said before everything else. */
  readonly contradiction: Phrase | null;
  /** What came of it: the chosen values of a verified answer, else the outcome. */
  readonly came: readonly LinePart[];
  /** What to do, or not to do, next; of a call that was not sent, why. */
  readonly next: Phrase | null;
}

/** What of an answered call the line is made from. */
export interface Answered {
  readonly operation: Operation;
  readonly settlement: Pick<
    Settlement,
    'outcome' | 'billing' | 'messageCode' | 'orderId' | 'failureCode' | 'coolDown'
  >;
  /** The sentence of a failure, or null. */
  readonly failure: Phrase | null;
  readonly result: Reading['result'];
  /** The JSON that was sent. */
  readonly requestBody: string;
}

/** A value in a line; longer ones are cut. */
const mostChars = 40;
/** Where the documents show no result: how many values are taken from what came. */
const mostUndocumented = 3;

/** Where the two look the same once masked. */
const otherValue: Phrase = { text: 'another one' };

/** Values whose words say what they are. */
const plainNames = new Set([
  ...['rc_status', 'maker_model', 'maker_description', 'fuel_type', 'color', 'body_type', 'name'],
  ...['vehicle_category', 'vehicle_category_description', 'registered_at', 'norms_type', 'owner_name'],
]);

/** Words around values that would not be understood alone. */
function named(name: string, shown: string): LinePart {
  const args = [shown];
  switch (name) {
    case 'insurance_upto':
      return { text: 'insured to {0}', args };
    case 'fit_up_to':
      return { text: 'fitness to {0}', args };
    case 'tax_upto':
      return { text: 'tax to {0}', args };
    case 'pucc_upto':
      return { text: 'PUC to {0}', args };
    case 'registration_date':
      return { text: 'registered {0}', args };
    case 'credit_score':
      return { text: 'score {0}', args };
    case 'fetch_by':
      return { text: 'by {0}', args };
    default:
      return plainNames.has(name) ? shown : `${name} ${shown}`;
  }
}

function asPhrase(part: LinePart): Phrase {
  return typeof part === 'string' ? { text: part } : part;
}

/** A value of a result as it may stand in the open. */
export function shownValue(operation: Operation, value: ResultValue, own: OwnInput): string {
  const byName = value.mask ?? (value.documented ? null : resultMask(operation, value.name));
  const kind = byName ?? own.kindIn(value.text);
  if (kind !== null) return mask(kind, value.text);
  return value.text.length > mostChars ? `${value.text.slice(0, mostChars)}…` : value.text;
}

function hasValue({ kind, text }: ResultValue): boolean {
  return text !== '' && kind !== 'missing' && kind !== 'null';
}

/** Every value of an answer that holds something. */
export function filledValues(result: Reading['result']): readonly ResultValue[] {
  return (result ?? []).flatMap(({ values }) => values).filter(hasValue);
}

/** A name that nobody documented and the answer does not have is said: it may be misspelt. An empty value is left out. */
function chosenPart(
  operation: Operation,
  values: readonly ResultValue[],
  name: string,
  own: OwnInput,
): LinePart | null {
  const value = values.find((one) => one.name === name);
  if (value === undefined) {
    return { text: 'no {0} in the answer', args: [name.slice(0, mostChars)] };
  }
  return hasValue(value) ? named(name, shownValue(operation, value, own)) : null;
}

/** Of an answer whose fields nobody documented: the first short values, then what is counted in lists; notes of the sandbox are none. */
function undocumentedParts(
  operation: Operation,
  values: readonly ResultValue[],
  own: OwnInput,
): readonly LinePart[] {
  const open = values.filter((one) => hasValue(one) && one.mask === null && !one.name.startsWith('_'));
  const plain = open
    .filter(({ kind }) => kind !== 'structure')
    .map((value) => `${value.name} ${shownValue(operation, value, own)}`);
  if (plain.length >= mostUndocumented) return plain.slice(0, mostUndocumented);
  const counted = open.flatMap((value) => countsOf(operation, value, own));
  return [...plain, ...counted].slice(0, mostUndocumented);
}

/** Of a list how often its items say what, "deliverable: yes 2, no 1": as the table of the answer counts them. */
function countsOf(operation: Operation, { path, inner }: ResultValue, own: OwnInput): readonly string[] {
  if (!Array.isArray(inner)) return [];
  const table = new ListTable(operation, path.split('.'), inner, new TellApart(), null, own);
  return table.counts().map(({ column, values }) => {
    const name = coverName(table.columns[column]?.name ?? '', own);
    return `${name}: ${values.map(({ text, count }) => `${text} ${count}`).join(', ')}`;
  });
}

function valueParts(
  { operation, result }: Answered,
  chosen: readonly string[],
  own: OwnInput,
): readonly LinePart[] {
  const values = (result ?? []).flatMap((group) => group.values);
  if (chosen.length === 0 && operation.resultGroups === null)
    return undocumentedParts(operation, values, own);
  return chosen.map((name) => chosenPart(operation, values, name, own)).filter((part) => part !== null);
}

function contradictionOf({ operation, result, requestBody }: Answered): Phrase | null {
  const other = otherIdentifier(operation, requestBody, result ?? []);
  return other === null
    ? null
    : { text: 'asked {0}, answered {1}', args: [other.asked, other.alike ? otherValue : other.answered] };
}

function nextOf({ settlement, failure }: Answered, own: OwnInput, now: number): Phrase | null {
  const { outcome, billing, messageCode, orderId, coolDown } = settlement;
  if (outcome === 'pending' || outcome === 'held') {
    return orderId === null
      ? { text: 'do not send again' }
      : { text: 'quote {0}, do not send again', args: [coverId(orderId, own).slice(0, mostChars)] };
  }
  if (outcome === 'unknown' || billing === 'unknown') return { text: 'ask the service before sending again' };
  if (outcome === 'throttled' && coolDown !== null) {
    const left = timeLeft(coolDown.until - now);
    return coolDown.guessed
      ? { text: 'wait {0} (assumed: the service did not say)', args: [left] }
      : { text: 'wait {0}', args: [left] };
  }
  if (outcome === 'not-sent') return failure;
  return (messageCode === null ? undefined : messageCodeRow(messageCode))?.next ?? null;
}

/**
 * One settled call in a line, personal values masked.
 * @param chosen names of result fields, see readLookupFields
 * @param now ms since the epoch
 */
export function lookupLine(answered: Answered, chosen: readonly string[], now: number): LookupLine {
  const own = new OwnInput(answered.operation, answered.requestBody);
  const contradiction = contradictionOf(answered);
  const values = answered.settlement.outcome === 'verified' ? valueParts(answered, chosen, own) : [];
  // Where a value is covered, the others seldom say what came of it.
  const isSaid = values.length > 0 && !values.some((part) => plain(asPhrase(part)).includes(bullets));
  const came = isSaid ? values : [headline(answered.settlement), ...values];
  return { contradiction, came, next: nextOf(answered, own, now) };
}
