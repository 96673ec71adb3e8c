import * as vscode from 'vscode';
import { mayBill, placeOf } from '../../calls/environments/environments.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import { mostFields, settingWith } from '../../contract/requestFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { LearnedFieldView } from '../../protocol/messages.ts';
import {
  confirmable,
  type FieldEvidence,
  fieldEvidence,
  fieldsBesides,
  workedCodes,
} from '../../shapes/fields.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import type { RuntimeServices } from '../base/services.ts';
import { saveFields } from '../fields/editFields.ts';
import { PageFailure } from '../shell/inbound.ts';

type Where = Pick<Destination, 'environment'>;
type Needed = Pick<RuntimeServices, 'ledger' | 'log'>;

/** Fields that worked and that the form has not are named up to this many. */
const mostBesides = 12;

/** What calls showed of a form's fields. */
export interface LearnedFields {
  /** By the name of a field. */
  readonly byName: ReadonlyMap<string, LearnedFieldView>;
  /** Names of fields that worked and that the form has not. */
  readonly besides: readonly string[];
}

export const nothingLearned: LearnedFields = { byName: new Map(), besides: [] };

/** What worked is said alone: whether something else in a rejected request was the reason, nobody knows. */
function viewOf(
  { worked, rejected }: FieldEvidence,
  isReal: boolean,
  canConfirm: boolean,
): LearnedFieldView | null {
  if (worked > 0) {
    const text =
      worked === 1 ? vscode.l10n.t('worked for 1 input') : vscode.l10n.t('worked for {0} inputs', worked);
    return isReal
      ? { tone: 'worked', text, canConfirm }
      : { tone: 'simulated', text: vscode.l10n.t('{0}, simulated', text), canConfirm };
  }
  if (rejected === 0) return null;
  const text =
    rejected === 1 ? vscode.l10n.t('rejected once') : vscode.l10n.t('rejected {0} times', rejected);
  return { tone: 'rejected', text, canConfirm: false };
}

const requestsTo = ({ id }: Operation, { environment }: Where) =>
  ({ operation: id, place: placeOf(environment), side: 'request' }) as const;

async function shapesAt(
  { ledger }: Needed,
  operation: Operation,
  where: Where,
): Promise<readonly LearnedShape[]> {
  return (await ledger()).learning.shapes(requestsTo(operation, where));
}

/** Inputs by the paths they worked with; null where one code alone counts them. */
async function workedAt(
  { ledger }: Needed,
  operation: Operation,
  where: Where,
  shapes: readonly LearnedShape[],
): Promise<ReadonlyMap<string, number> | null> {
  const codes = workedCodes(operation, shapes);
  if (codes.length < 2) return null;
  return (await (await ledger()).learning.inputs(requestsTo(operation, where), codes)).at;
}

/**
 * What calls to the chosen environment's service showed of the form's fields. A sandbox takes whatever it is sent: what
 * worked there is said, but is no reason to state a field. Assumed it is called, whatever worked, until its user states it.
 */
export async function learnedFields(
  services: Needed,
  operation: Operation,
  where: Where,
): Promise<LearnedFields> {
  try {
    const shapes = await shapesAt(services, operation, where);
    const worked = await workedAt(services, operation, where, shapes);
    const isReal = mayBill(where.environment);
    const views = operation.requestFields.flatMap((field) => {
      const isNew = field.assumed !== 'stated-by-user';
      const canConfirm = isReal && isNew && confirmable(operation, shapes, field.path) !== null;
      const view = viewOf(fieldEvidence(operation, shapes, field.path, worked), isReal, canConfirm);
      return view === null ? [] : [[field.name, view] as const];
    });
    const room = Math.min(mostBesides, mostFields - operation.requestFields.length);
    const besides = isReal ? fieldsBesides(operation, shapes).slice(0, Math.max(0, room)) : [];
    return { byName: new Map(views), besides: besides.map((keys) => keys.join('.')) };
  } catch (error) {
    // A form is there all the same.
    services.log.warn('what was learned', error instanceof Error ? error.message : '');
    return nothingLearned;
  }
}

/** Writes the operation's fields into the user's settings, this one as what worked and the user states. */
export async function confirmField(
  services: Needed,
  operation: Operation,
  where: Where,
  name: string,
): Promise<null> {
  // Another environment may be chosen by now than the page showed: what a sandbox took states nothing.
  const shapes = mayBill(where.environment) ? await shapesAt(services, operation, where) : [];
  const fields = operation.requestFields;
  const known = fields.find((field) => field.name === name);
  const keys = known?.path ?? fieldsBesides(operation, shapes).find((one) => one.join('.') === name);
  const confirmed = keys === undefined ? null : confirmable(operation, shapes, keys);
  if (confirmed === null) {
    const words = vscode.l10n.t('Nothing is known any more of the field {0}, so it was not confirmed.', name);
    throw new PageFailure('invalid', words);
  }
  await saveFields(operation.id, (saved) => settingWith(saved, operation, fields, confirmed));
  // The button is gone, and nothing else on the page says where that went.
  const words = vscode.l10n.t('{0} is confirmed in your settings. Edit Request Fields… changes it.', name);
  vscode.window.setStatusBarMessage(words, 8000);
  return null;
}
