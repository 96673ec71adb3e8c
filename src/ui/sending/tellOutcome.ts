import * as vscode from 'vscode';
import { filledValues, type LinePart, lookupLine, shownValue } from '../../calls/lookups/lookupLine.ts';
import { embeddedPlace } from '../../calls/ports/guardPorts.ts';
import type { Settled } from '../../calls/sending/wanted.ts';
import { coverId } from '../../contract/coverText.ts';
import type { MessageCode } from '../../contract/documentedCodes.ts';
import { readLookupFields } from '../../contract/lookupFields.ts';
import { headline } from '../../contract/outcomes.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import type { Operation } from '../../contract/shapes.ts';
import { commandIds } from '../../contributions.ts';
import { settings } from '../base/both/settings.ts';
import { runPressed } from '../base/both/tellFailure.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { moneyOfCall } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';

const keyCodes: ReadonlySet<string | null> = new Set<MessageCode>(['MISSING_API_KEY', 'INVALID_API_KEY']);

/** What is wrong with the setting is said once for each wrong value. */
let told = '';

function chosenFields(operation: Operation): readonly string[] {
  const { fields, problems } = readLookupFields(settings.lookupFields());
  const text = problems.map(say).join(' ');
  if (text !== '' && text !== told) void vscode.window.showWarningMessage(text);
  told = text;
  return fields[operation.id];
}

interface CopyItem extends vscode.QuickPickItem {
  readonly value: string;
}

/** Picks what to copy: the line as it stands there, or a value; the list shows personal values masked. */
async function copy(operation: Operation, done: Settled, line: string): Promise<void> {
  const { orderId } = done.settlement;
  const own = new OwnInput(operation, new TextDecoder().decode(done.order.requestBody));
  const inLine = chosenFields(operation);
  // Of a list there is only its size to copy here. What the line shows comes first.
  const values = filledValues(done.reading.result)
    .filter(({ kind }) => kind !== 'structure')
    .toSorted((a, b) => Number(inLine.includes(b.name)) - Number(inLine.includes(a.name)));
  const items: CopyItem[] = [
    { label: vscode.l10n.t('This line'), description: line, value: line },
    ...(orderId === null ? [] : [{ label: 'order_id', description: coverId(orderId, own), value: orderId }]),
    ...values.map((value) => ({
      label: value.name,
      description: shownValue(operation, value, own),
      value: value.text,
    })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Copy'),
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  await vscode.env.clipboard.writeText(picked.value);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', picked.label), 3000);
}

function words(part: LinePart): string {
  return typeof part === 'string' ? part : say(part);
}

/** What came of a call in one line, and how alarming it is. */
function outcomeLine(
  operation: Operation,
  done: Settled,
  isOwn: boolean,
  now: number,
): { readonly line: string; readonly isCalm: boolean } {
  const { settlement, reading, order } = done;
  const { contradiction, came, next } = lookupLine(
    {
      operation,
      settlement,
      failure: settlement.answer.failure,
      result: reading.result,
      requestBody: new TextDecoder().decode(order.requestBody),
    },
    chosenFields(operation),
    now,
  );
  const first = contradiction === null ? [] : [contradiction];
  const rest = next === null ? [] : [next];
  const money = moneyOfCall(settlement, order.kind);
  // What the user has just typed needs no title; of what a file or another extension sent it is said what it was.
  const parts = isOwn
    ? [inputWords(order.maskedInput), ...first, ...came, money, ...rest]
    : [
        ...first,
        `${operation.title}: ${say(headline(settlement))}`,
        inputWords(order.maskedInput),
        ...(settlement.outcome === 'verified' ? came : []),
        money,
        ...rest,
      ];
  const isCalm = settlement.outcome === 'verified' || settlement.outcome === 'negative';
  return { line: parts.map(words).join(' · '), isCalm: isCalm && contradiction === null };
}

/** What another key may cure. The embedded sandbox has its own, which nobody sets. */
function isForKey({ settlement: { messageCode }, order }: Settled): boolean {
  return order.place !== embeddedPlace && keyCodes.has(messageCode);
}

/**
 * One line with what came of it, and what can be done next. Does not take the focus.
 * @param isOwn whether the user typed or chose the input just now
 */
export async function tellOutcome(
  operation: Operation,
  done: Settled,
  isOwn: boolean,
  now: number,
): Promise<void> {
  const { line, isCalm } = outcomeLine(operation, done, isOwn, now);
  const open = vscode.l10n.t('Open');
  const copyWord = vscode.l10n.t('Copy…');
  const setKey = vscode.l10n.t('Set API Key…');
  const show = isCalm ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const answer = await show(line, ...(isForKey(done) ? [setKey] : []), open, copyWord);
  if (answer === setKey) await runPressed(commandIds.setApiKey, done.order.environment);
  if (answer === open) await runPressed(commandIds.openOrder, done.order.id);
  if (answer === copyWord) await copy(operation, done, line);
}
