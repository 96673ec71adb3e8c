import * as vscode from 'vscode';
import { bodyFromFields } from '../../contract/draft.ts';
import { entriesAsLines } from '../../contract/entries.ts';
import { hintsFor, typedIn } from '../../contract/hints.ts';
import { normalFields } from '../../contract/identifiers.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { age } from '../orderWords.ts';
import type { RuntimeServices, Services } from '../services.ts';
import { say } from '../translate.ts';

function limits(operation: Operation): string {
  const { perMinute, perDay } = operation.limits;
  if (perMinute === null || perDay === null) return vscode.l10n.t('limit per minute of unknown size');
  return vscode.l10n.t('{0} a minute, {1} a day', perMinute, perDay);
}

async function lastUse(services: Services, operation: OperationId): Promise<string> {
  const page = await (await services.ledger()).list({
    group: 'all',
    filter: { operations: [operation] },
    limit: 1,
    after: null,
  });
  const last = page.orders[0];
  return last === undefined
    ? vscode.l10n.t('not used yet')
    : vscode.l10n.t('last used: {0}', age(last.begunAt, services.now()));
}

/** First step: which operation, with its limits and last use beside it. */
export async function pickOperation(
  services: Services,
  among: readonly OperationId[],
  title: string,
): Promise<Operation | undefined> {
  const items = await Promise.all(
    services
      .operations()
      .filter((one) => among.includes(one.id))
      .map(async (operation) => ({
        label: operation.title,
        description: limits(operation),
        detail: await lastUse(services, operation.id),
        operation,
      })),
  );
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Operation') });
  return picked?.operation;
}

/** The preflight in one line: where the call would go and what it can cost. */
async function preflightLine({ sending }: RuntimeServices, operation: Operation): Promise<string> {
  const to = await sending.destination();
  const check = await sending.look(operation, to, null);
  const warnings = [
    ...check.obstacles.map(({ what }) => what),
    ...(check.warning === null ? [] : [check.warning]),
  ];
  const words = [to.environment.name, say(check.headline), ...[...check.details, ...warnings].map(say)];
  return words.join(' · ');
}

/** What is known of this very input, in one sentence: an open or a paid order with it; '' when there is none. */
async function sameInput({ sending }: RuntimeServices, operation: Operation, body: string): Promise<string> {
  const { obstacles } = await sending.look(operation, await sending.destination(), body);
  const twin = obstacles.find(({ kind }) => kind === 'pending-twin' || kind === 'paid-twin');
  return twin === undefined ? '' : say(twin.what);
}

interface Step {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** What is known of the whole input with this value in it. */
  readonly known: (value: string) => Promise<string>;
}

async function askText(operation: Operation, field: RequestField, step: Step): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: step.title,
    prompt: step.prompt,
    placeHolder: field.required ? field.example : vscode.l10n.t('{0} (optional)', field.example),
    value: step.value,
    ignoreFocusOut: true,
    // Warnings never forbid: INVALID_INPUT is free, and trying it is what an explorer is for.
    validateInput: async (typed) => {
      const value = field.type === 'string-list' ? entriesAsLines(typed) : typed;
      const hint = hintsFor(operation, { [field.name]: value }).find((one) => one.kind === 'warning');
      const known = value === '' ? '' : await step.known(value);
      const words = [hint === undefined ? '' : say(hint.what), known].filter((part) => part !== '');
      return words.length === 0
        ? null
        : {
            message: [...words, step.prompt].join(' '),
            severity: vscode.InputBoxValidationSeverity.Warning,
          };
    },
  });
}

/** What stands in the field already comes first. */
async function askTruth(field: RequestField, step: Step): Promise<string | undefined> {
  const words = ['true', 'false'].map((value) => ({ label: value, value }));
  const none = { label: vscode.l10n.t('Leave it out'), value: '' };
  const items = field.required ? words : [none, ...words];
  const first = items.filter(({ value }) => value === step.value);
  const picked = await vscode.window.showQuickPick(
    [...first, ...items.filter((one) => !first.includes(one))],
    {
      title: step.title,
      placeHolder: step.prompt,
      ignoreFocusOut: true,
    },
  );
  return picked?.value;
}

/** For an operation whose request fields the user took away: the body itself. */
async function askJson(operation: Operation, line: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('{0}: JSON body', operation.title),
    prompt: vscode.l10n.t('Enter sends. {0}', line),
    value: '{}',
    ignoreFocusOut: true,
    validateInput: (typed) => {
      try {
        JSON.parse(typed);
        return null;
      } catch {
        const message = vscode.l10n.t('This is not JSON. It may be sent all the same.');
        return { message: `${message} ${line}`, severity: vscode.InputBoxValidationSeverity.Warning };
      }
    },
  });
}

/**
 * The JSON to send: the operation's fields asked for one after another, those given or with a default to be looked at.
 * Undefined = given up.
 */
export async function askBody(
  services: RuntimeServices,
  operation: Operation,
  given: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const line = await preflightLine(services, operation);
  const { requestFields } = operation;
  if (requestFields.length === 0) return askJson(operation, line);
  const fields: Record<string, string> = {};
  for (const [index, field] of requestFields.entries()) {
    const label = vscode.l10n.t(field.label);
    const title = `${operation.title}: ${label} (${index + 1}/${requestFields.length})`;
    const how =
      field.type === 'string-list' ? vscode.l10n.t('Several with spaces or commas between them.') : '';
    const send = index + 1 === requestFields.length ? vscode.l10n.t('Enter sends. {0}', line) : '';
    const prompt = [how, send === '' ? label : send].filter((part) => part !== '').join(' ');
    const start = typedIn(given, field.name) || (field.default ?? '');
    const known = async (value: string): Promise<string> =>
      send === ''
        ? ''
        : sameInput(services, operation, bodyOf(operation, { ...fields, [field.name]: value }));
    const step = { title, prompt, value: start.replaceAll('\n', ', '), known };
    const typed = await (field.type === 'boolean' ? askTruth(field, step) : askText(operation, field, step));
    if (typed === undefined) return undefined;
    fields[field.name] = field.type === 'string-list' ? entriesAsLines(typed) : typed;
  }
  return bodyOf(operation, fields);
}

/** Identifiers are sent in their one form, however they were typed. */
function bodyOf(operation: Operation, fields: Readonly<Record<string, string>>): string {
  return bodyFromFields(operation, normalFields(operation, fields));
}
