import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import type { Preflight } from '../../calls/guard/preflight.ts';
import { tailOf } from '../../calls/sending/destination.ts';
import type { Destination } from '../../calls/sending/ports.ts';
import { isClosed } from '../../contract/choices.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { offeredChoices } from '../../contract/identifiers.ts';
import { operationById } from '../../contract/operations.ts';
import { startOf, valuesForFields } from '../../contract/requestFields.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type {
  EnvironmentView,
  FieldView,
  MagicInputView,
  NoticeView,
  ObstacleView,
  OperationView,
} from '../../protocol/messages.ts';
import type { OfferedInput } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { changeOf } from './budgetChange.ts';
import { type LearnedFields, nothingLearned } from './formLearned.ts';

/** Why we think the field exists, in words. */
function assumedText(field: RequestField): string {
  if (field.assumed === 'stated-by-user') return vscode.l10n.t('stated by you');
  return field.assumed === 'echoed'
    ? vscode.l10n.t('{0}: responses echo it', field.name)
    : vscode.l10n.t('{0}: assumed from the operation’s name', field.name);
}

const kinds: Readonly<Record<RequestField['type'], FieldView['kind']>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  'string-list': 'list',
};

function fieldView(operation: Operation, field: RequestField, { byName }: LearnedFields): FieldView {
  const choices = offeredChoices(operation, field);
  const known = byName.get(field.name);
  return {
    name: field.name,
    label: vscode.l10n.t(field.label),
    kind: isClosed(field) ? 'choice' : kinds[field.type],
    required: field.required,
    placeholder: field.example,
    assumed: assumedText(field),
    note: field.note,
    start: field.default,
    check: field.check,
    personal: field.mask !== null,
    ...(field.assumed === 'stated-by-user' ? { isAssumed: false } : {}),
    ...(known === undefined ? {} : { learned: known }),
    ...(choices.length === 0 ? {} : { choices }),
  };
}

/** @param learned what calls showed of its fields; of an order's page, which has none, nothing */
export function operationView(operation: Operation, learned: LearnedFields = nothingLearned): OperationView {
  const { id, title, method, path } = operation;
  return {
    id,
    title,
    category: vscode.l10n.t(operation.category),
    method,
    path,
    fields: operation.requestFields.map((field) => fieldView(operation, field, learned)),
    ...(learned.besides.length === 0 ? {} : { besides: learned.besides }),
  };
}

function keyText(to: Destination): string {
  switch (to.key.kind) {
    case 'simulated':
      return vscode.l10n.t('simulated key');
    case 'present': {
      const tail = tailOf(to.key);
      return tail === '' || tail === null ? vscode.l10n.t('key set') : vscode.l10n.t('key …{0}', tail);
    }
    case 'missing':
      return vscode.l10n.t('no key');
    case 'other-origin':
      return vscode.l10n.t('key must be entered again');
  }
}

export function environmentView(to: Destination, leavesFrom: string): EnvironmentView {
  return {
    name: to.environment.name,
    kind: mayBill(to.environment) ? 'live' : 'sandbox',
    baseUrl: to.baseUrl,
    key: keyText(to),
    keyMissing: to.key.kind === 'missing' || to.key.kind === 'other-origin',
    leavesFrom,
  };
}

/** What leads from a twin to its order, and to what is new beside it. */
function ofTwin(
  one: Preflight['obstacles'][number],
  apart: boolean,
): Pick<ObstacleView, 'orderId' | 'fresh'> {
  if (one.kind !== 'pending-twin' && one.kind !== 'paid-twin') return { orderId: null };
  const fresh = one.share?.fresh ?? 0;
  return apart && fresh > 0 ? { orderId: one.order, fresh } : { orderId: one.order };
}

/** @param apart whether entries can be taken out of what would be sent, see canTakeOut */
export function noticeView(check: Preflight, apart: boolean): NoticeView {
  const [price] = check.details;
  const isUnpriced = check.mayBill && check.price === null && price !== undefined;
  return {
    ...(isUnpriced ? { unpriced: say(price) } : {}),
    headline: say(check.headline),
    details: check.details.map(say),
    warning: check.warning === null ? null : say(check.warning),
    obstacles: check.obstacles.map((one) => ({
      kind: one.kind,
      ...changeOf(one),
      text: say(one.what),
      until: one.kind === 'cool-down' ? one.until : one.kind === 'meter' ? one.freeAt : null,
      ...ofTwin(one, apart),
    })),
  };
}

/** The sandbox's scripted inputs for one operation, with the fields they fill. */
export function magicViews(operation: Operation, magic: readonly OfferedInput[]): readonly MagicInputView[] {
  const offered = magic
    .filter((one) => one.operations.includes(operation.id))
    .map((one) => {
      const body = one.body(operation.id);
      return { one, known: textsOf(body), json: JSON.stringify(body, null, 2) };
    });
  const [first] = offered;
  const telling = Object.keys(first?.known ?? {}).filter((name) =>
    offered.some(({ known }) => known[name] !== first?.known[name]),
  );
  return offered.map(({ one, known, json }) => ({
    label: say({ text: one.label }),
    group: say({ text: one.group }),
    description: say({ text: one.description }),
    ...magicContent(
      operation,
      known,
      telling.flatMap((name) => known[name] ?? []),
      json,
    ),
  }));
}

function textsOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (typeof value === 'string') return [[name, value]];
      return Array.isArray(value) ? [[name, value.map(String).join('\n')]] : [];
    }),
  );
}

/**
 * In the user's fields, as far as they have texts: the sandbox finds a magic input in any string of a body.
 * @param telling the values that tell this input from the others; one goes into the first text where none finds a field
 */
function magicContent(
  operation: Operation,
  known: Readonly<Record<string, string>>,
  telling: readonly string[],
  json: string,
): Pick<MagicInputView, 'fields' | 'json'> {
  if (operation.requestFields === operationById(operation.id).requestFields) return { fields: known, json };
  const fields = valuesForFields(operation, known);
  const free = operation.requestFields.filter(
    ({ name, type }) => (type === 'string' || type === 'string-list') && !Object.hasOwn(fields, name),
  );
  const text = free.find(({ required }) => required) ?? free[0];
  const [one] = telling;
  if (
    one !== undefined &&
    text !== undefined &&
    !telling.some((value) => Object.values(fields).includes(value))
  )
    fields[text.name] = one;
  if (Object.keys(fields).length === 0) return { fields, json };
  const whole = { ...startOf(operation), ...fields };
  return { fields: whole, json: bodyFromFields(operation, whole) };
}
