import * as vscode from 'vscode';
import { hintsFor } from '../../contract/hints.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { age } from '../orderWords.ts';
import { checkBefore, destination } from '../panels/callPlan.ts';
import type { Services } from '../services.ts';
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
    operations
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
async function preflightLine(services: Services, operation: Operation): Promise<string> {
  const to = await destination(services);
  const check = await checkBefore(services, operation, to);
  const words = [to.environment.name, say(check.headline), ...check.details.map(say)];
  if (check.warning !== null) words.push(say(check.warning));
  return words.join(' · ');
}

interface Step {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
}

async function askField(operation: Operation, field: RequestField, step: Step): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: step.title,
    prompt: step.prompt,
    placeHolder: field.required ? field.example : vscode.l10n.t('{0} (optional)', field.example),
    value: step.value,
    ignoreFocusOut: true,
    // Warnings never forbid: INVALID_INPUT is free, and trying it is what an explorer is for.
    validateInput: (typed) => {
      const hint = hintsFor(operation.id, { [field.name]: typed }).find((one) => one.kind === 'warning');
      return hint === undefined
        ? null
        : {
            message: `${say(hint.what)} ${step.prompt}`,
            severity: vscode.InputBoxValidationSeverity.Warning,
          };
    },
  });
}

/** The operation's fields one after another; those given are asked for last to be looked at. Undefined = given up. */
export async function askFields(
  services: Services,
  operation: Operation,
  given: Readonly<Record<string, string>>,
  firstStep: number,
): Promise<Record<string, string> | undefined> {
  const line = await preflightLine(services, operation);
  const fields: Record<string, string> = {};
  const last = firstStep + operation.requestFields.length - 1;
  for (const [index, field] of operation.requestFields.entries()) {
    const label = vscode.l10n.t(field.label);
    const title = `${operation.title}: ${label} (${firstStep + index}/${last})`;
    const isLast = firstStep + index === last;
    const how =
      field.type === 'string-list' ? vscode.l10n.t('Several with spaces or commas between them.') : '';
    const prompt = isLast
      ? [how, vscode.l10n.t('Enter sends. {0}', line)].filter((part) => part !== '').join(' ')
      : label;
    const value = (given[field.name] ?? '').replaceAll('\n', ', ');
    const typed = await askField(operation, field, { title, prompt, value });
    if (typed === undefined) return undefined;
    fields[field.name] =
      field.type === 'string-list'
        ? typed
            .split(/[\s,;]+/)
            .filter(Boolean)
            .join('\n')
        : typed;
  }
  return fields;
}
