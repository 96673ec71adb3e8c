import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { entriesAsLines } from '../../contract/entries.ts';
import { hintsFor, typedIn } from '../../contract/hints.ts';
import { normalTyped } from '../../contract/identifiers.ts';
import { startOf } from '../../contract/requestFields.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { RuntimeServices, Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { type Remark, showInputBoxWithButtons } from './inputBox.ts';
import { known, lastUse, limits } from './known.ts';
import { pickChoice } from './pickChoice.ts';

type Values = Readonly<Record<string, string>>;

/** Which operation, with its limits and last use beside it. */
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

/** Where the call would go, and what it can cost, in one line. */
export async function preflightLine(services: RuntimeServices, operation: Operation): Promise<string> {
  const environment = services.environments.current();
  const name = mayBill(environment) ? vscode.l10n.t('{0} (live)', environment.name) : environment.name;
  const { inTheWay, usual } = await known(services, operation, null);
  return [name, ...inTheWay, ...usual].join(' · ');
}

/** What is known of this very input, in one sentence: an open or a paid order with it; '' when there is none. */
async function sameInput({ sending }: RuntimeServices, operation: Operation, body: string): Promise<string> {
  const { obstacles } = await sending.look(operation, await sending.destination(), body);
  const twin = obstacles.find(({ kind }) => kind === 'pending-twin' || kind === 'paid-twin');
  return twin === undefined ? '' : say(twin.what);
}

interface Step {
  readonly title: string;
  /** How to type it, and what Enter does; '' = the title says all. */
  readonly prompt: string;
  readonly value: string;
  /** Whether there are optional fields to go on with. */
  readonly hasMore: boolean;
  /** Whether there is a value before this one to correct. */
  readonly canGoBack: boolean;
  /** What is typed, as it is sent. */
  readonly sentAs: (typed: string) => string;
  /** See hintsFor. */
  readonly bills: boolean;
  /** What is known of the whole input with this value in it. */
  readonly known: (value: string) => Promise<string>;
}

interface Typed {
  readonly value: string;
  /** `more`: the optional fields are wanted, too. */
  readonly next: 'on' | 'more' | 'back';
}

function moreButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon('list-unordered'),
    tooltip: vscode.l10n.t('Continue With Optional Fields'),
  };
}

/** VS Code draws Back at the left, wherever it stands. */
function buttonsOf({ hasMore, canGoBack }: Step): readonly vscode.QuickInputButton[] {
  return [...(hasMore ? [moreButton()] : []), ...(canGoBack ? [vscode.QuickInputButtons.Back] : [])];
}

function nextBy(button: vscode.QuickInputButton | null): Typed['next'] {
  if (button === null) return 'on';
  return button === vscode.QuickInputButtons.Back ? 'back' : 'more';
}

async function askText(operation: Operation, field: RequestField, step: Step): Promise<Typed | undefined> {
  const read = (typed: string): string =>
    step.sentAs(field.type === 'string-list' ? entriesAsLines(typed) : typed);
  // Warnings never forbid: INVALID_INPUT is free, and trying it is what an explorer is for. Nothing at all is a slip, as in a form.
  const remark = async (text: string): Promise<Remark> => {
    const value = read(text);
    if (field.required && value.trim() === '') {
      const message = vscode.l10n.t(
        'Nothing was sent: {0} is empty, and is required.',
        vscode.l10n.t(field.label),
      );
      return { message, severity: vscode.InputBoxValidationSeverity.Error };
    }
    const hint = hintsFor(operation, { [field.name]: value }, step.bills).find(
      (one) => one.kind === 'warning',
    );
    const twin = value === '' ? '' : await step.known(value);
    const warnings = [hint === undefined ? '' : say(hint.what), twin].filter((part) => part !== '');
    const written =
      field.type === 'string' && value !== text ? [vscode.l10n.t('Will be sent as {0}.', value)] : [];
    if (warnings.length + written.length === 0) return null;
    const { Info, Warning } = vscode.InputBoxValidationSeverity;
    const message = [...written, ...warnings, step.prompt].filter((part) => part !== '').join(' ');
    return { message, severity: warnings.length === 0 ? Info : Warning };
  };
  const answer = await showInputBoxWithButtons({
    title: step.title,
    prompt: step.prompt,
    placeholder: field.required ? field.example : vscode.l10n.t('{0} (optional)', field.example),
    value: step.value,
    buttons: buttonsOf(step),
    remark,
  });
  return answer === undefined
    ? undefined
    : { value: read(answer.text), next: nextBy(answer.kind === 'button' ? answer.button : null) };
}

/** True or false, or what the field takes; anything else is typed. */
async function askChoice(operation: Operation, field: RequestField, step: Step): Promise<Typed | undefined> {
  const answer = await pickChoice({
    title: step.title,
    placeholder: step.prompt,
    choices: field.choices ?? ['true', 'false'],
    value: step.value,
    mayBeLeftOut: !field.required,
    takesOthers: field.type !== 'boolean',
    buttons: buttonsOf(step),
  });
  if (answer === undefined) return undefined;
  return answer.kind === 'another'
    ? askText(operation, field, step)
    : { value: answer.value, next: nextBy(answer.button) };
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
        const message = vscode.l10n.t('This is not JSON. You can still send it.');
        return { message: `${message} ${line}`, severity: vscode.InputBoxValidationSeverity.Warning };
      }
    },
  });
}

/** Required fields without a value; where nothing was given and none is missing, all of them: a call is never sent unseen. */
function askedFor({ requestFields }: Operation, given: Values, values: Values): readonly RequestField[] {
  const missing = requestFields.filter(({ name, required }) => required && typedIn(values, name) === '');
  return missing.length === 0 && Object.keys(given).length === 0 ? requestFields : missing;
}

interface Asking {
  readonly services: RuntimeServices;
  readonly operation: Operation;
  /** What the preflight says, see preflightLine. */
  readonly line: string;
  /** Filled as it goes. */
  readonly values: Record<string, string>;
  /** Optional fields are left to go on with. */
  readonly hasMore: boolean;
  readonly canGoBack: boolean;
}

/** One field; the last one says what Enter does. */
function askField(asking: Asking, field: RequestField, at: number, of: number): Promise<Typed | undefined> {
  const { services, operation, line, values, hasMore, canGoBack } = asking;
  const label = vscode.l10n.t(field.label);
  const isLast = at === of;
  const how = field.type === 'string-list' ? vscode.l10n.t('Separate several with spaces or commas.') : '';
  const send = isLast ? vscode.l10n.t('Enter sends. {0}', line) : '';
  const step: Step = {
    title: `${operation.title}: ${label}${of === 1 ? '' : ` (${at}/${of})`}`,
    prompt: [how, send].filter((part) => part !== '').join(' '),
    value: typedIn(values, field.name).replaceAll('\n', ', '),
    sentAs: (typed) => normalTyped(operation, { ...values, [field.name]: typed }, field),
    hasMore: isLast && hasMore,
    canGoBack,
    bills: mayBill(services.environments.current()),
    known: async (value) =>
      isLast
        ? sameInput(services, operation, bodyFromFields(operation, { ...values, [field.name]: value }))
        : '',
  };
  const isListed = field.type === 'boolean' || field.choices !== undefined;
  return isListed ? askChoice(operation, field, step) : askText(operation, field, step);
}

/**
 * The JSON to send: the required fields without a value are asked for, one after another; the others where the user goes
 * on with them. Undefined = given up.
 */
export async function askBody(
  services: RuntimeServices,
  operation: Operation,
  given: Values,
  read?: string,
): Promise<string | undefined> {
  const line = read ?? (await preflightLine(services, operation));
  if (operation.requestFields.length === 0) return askJson(operation, line);
  let values: Readonly<Record<string, string>> = { ...startOf(operation), ...given };
  const steps = [...askedFor(operation, given, values)];
  for (let at = 0; at < steps.length; at += 1) {
    const field = steps[at];
    if (field === undefined) break;
    const wasTyped = ({ name, required }: RequestField): boolean => required && typedIn(given, name) !== '';
    const others = operation.requestFields.filter((one) => !steps.includes(one) && !wasTyped(one));
    // What was typed before the first question, as a number is looked up, can be corrected, too.
    const before =
      at > 0 ? [] : operation.requestFields.filter((one) => !steps.includes(one) && wasTyped(one));
    const canGoBack = at > 0 || before.length > 0;
    const asking = { services, operation, line, values, hasMore: others.length > 0, canGoBack };
    const typed = await askField(asking, field, at + 1, steps.length);
    if (typed === undefined) return undefined;
    values = { ...values, [field.name]: typed.value };
    if (typed.next === 'more') steps.push(...others);
    if (typed.next !== 'back') continue;
    steps.unshift(...before);
    at += before.length - 2;
  }
  return bodyFromFields(operation, values);
}
