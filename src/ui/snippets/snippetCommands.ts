import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { LanguageName } from '../../calls/ports/snippetPorts.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import { placeholderIn } from '../../requests/placeholders.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import { type CodeCall, callOfOperation, callOfOrder } from '../answers/codeCall.ts';
import { learnedHere } from '../answers/learnedHere.ts';
import { readOperation, readOrderRef } from '../asking/arguments.ts';
import { pickOperation } from '../asking/askInput.ts';
import { chooseOrder } from '../asking/chooseOrder.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import { tellOfSandbox } from '../places/otherSide.ts';
import { type LastCopy, lastCopy, rememberCopy } from './lastCopy.ts';
import type { SnippetCommand } from './snippetWork.ts';

const everyId = operations.map(({ id }) => id);

/** Runs a command that puts code on the clipboard. Gives up in silence when the user does. */
export async function copySnippet(
  command: SnippetCommand,
  services: RuntimeServices,
  argument: unknown,
): Promise<void> {
  switch (command) {
    case 'copyAs':
      return copyAs(services, argument);
    case 'copyResponseHandler':
      return copyResponseHandler(services, argument);
  }
}

/** Of an operation or an order: a row of the views, or its id. Without one, an operation is asked for. */
async function copyAs(services: RuntimeServices, argument: unknown): Promise<void> {
  const reading = readOperation(argument);
  if (reading.kind === 'given') {
    return copyCall(services, await callOfOperation(services, services.operation(reading.value)));
  }
  if (reading.kind === 'none') {
    const picked = await pickOperation(services, everyId, vscode.l10n.t('Copy As'));
    if (picked !== undefined) await copyCall(services, await callOfOperation(services, picked));
    return;
  }
  const orderId = await chooseOrder(services, argument, vscode.l10n.t('Copy As'));
  if (orderId !== undefined) await copyOrder(services, orderId, false);
}

/** What an order sent. @param again in the form that was copied last */
export async function copyOrder(services: RuntimeServices, id: OrderId, again: boolean): Promise<void> {
  await copyCall(services, await callOfOrder(services, id), again);
}

/** The request of a form, as it would leave for the chosen environment. */
export async function copyCallAs(
  services: RuntimeServices,
  operation: Operation,
  body: string,
  again = false,
): Promise<void> {
  const { baseUrl, sandbox } = await services.sending.destination();
  const sandboxKey = sandbox?.key ?? null;
  const url = baseUrl + operation.path;
  await copyCall(services, { operation, url, body, examples: false, reduced: false, sandboxKey }, again);
}

/** @param again in the form that was copied last: asked is only what was never answered */
async function copyCall(services: RuntimeServices, call: CodeCall, again = false): Promise<void> {
  const { keyVariable, snippet, snippetLanguages } = await services.snippets();
  const last = lastCopy(services);
  const known = again ? snippetLanguages.find(({ id }) => id === last?.language) : undefined;
  const language = known ?? (await askLanguage(snippetLanguages, call.operation.title, last));
  if (language === undefined) return;
  const learned = await learnedHere(services, call.operation.id, call.order);
  const deadlineMs = settings.deadlineMs();
  const request = { ...call, learned, deadlineMs };
  const masked = snippet(language.id, { ...request, masked: true });
  // As last time, also where the form it was copied in then was called masked.
  const said = known === undefined ? null : (last?.masked ?? null);
  const isPersonal = masked.masked && !call.examples && (said !== null || !(await isMagic(services, call)));
  const wanted = isPersonal ? (said ?? (await askMasked(language.label))) : false;
  if (wanted === undefined) return;
  const { text } = wanted ? masked : snippet(language.id, { ...request, masked: false });
  await vscode.env.clipboard.writeText(text);
  // Where nothing was personal nobody said how much to mask: what was said before holds.
  await rememberCopy(services, language, isPersonal ? wanted : (last?.masked ?? null));
  const words = copiedMessage(language.label, wanted, keyVariable, call);
  if (call.sandboxKey === null) void vscode.window.showInformationMessage(words);
  else tellOfSandbox(services, words).catch((error: unknown) => services.log.warn('code', String(error)));
}

/** Nothing but an input that the embedded sandbox invented. Where anything else stands in it, it may be somebody's. */
async function isMagic(
  services: RuntimeServices,
  { operation, body, sandboxKey }: CodeCall,
): Promise<boolean> {
  if (sandboxKey === null) return false;
  const bare = (text: string): string => text.replaceAll(/\s/g, '');
  const { magic } = await services.sandbox();
  return magic.some((one) => bare(JSON.stringify(one.body(operation.id))) === bare(body));
}

/** The language used last comes first. */
async function askLanguage(
  languages: readonly LanguageName[],
  title: string,
  last: LastCopy | null,
): Promise<LanguageName | undefined> {
  const used = languages.filter(({ id }) => id === last?.language);
  const items = [...used, ...languages.filter((one) => !used.includes(one))].map((language) => ({
    label: language.label,
    description: language.needs,
    language,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Copy As: {0}', title),
    placeHolder: vscode.l10n.t('Language'),
    matchOnDescription: true,
  });
  return picked?.language;
}

/** Whether to mask; undefined = given up. The masked form is the first to choose. */
async function askMasked(language: string): Promise<boolean | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('Personal values masked'),
        detail: vscode.l10n.t('Can be shown to others; put the values in before you run it.'),
        masked: true,
      },
      {
        label: vscode.l10n.t('With the values'),
        detail: vscode.l10n.t('Runs as it is; the clipboard then holds personal data.'),
        masked: false,
      },
    ],
    {
      title: vscode.l10n.t('Copy As: {0}', language),
      placeHolder: vscode.l10n.t('The request holds personal values'),
      // The list before gives the focus back to the page, which would close this one.
      ignoreFocusOut: true,
    },
  );
  return picked?.masked;
}

function copiedMessage(language: string, masked: boolean, variable: string, call: CodeCall): string {
  const sentences = [
    masked
      ? vscode.l10n.t('Copied as {0}, personal values masked.', language)
      : vscode.l10n.t('Copied as {0}.', language),
    vscode.l10n.t('It reads the API key from the environment variable {0}.', variable),
  ];
  const placeholder = placeholderIn(call.body);
  if (placeholder !== null)
    sentences.push(
      vscode.l10n.t('It sends {0} as it stands: put the value in before you run it.', placeholder),
    );
  if (call.reduced) {
    sentences.push(
      vscode.l10n.t(
        'Only the last four digits of the Aadhaar number are kept: put it in before you run the code.',
      ),
    );
  }
  if (call.sandboxKey !== null) {
    sentences.push(
      vscode.l10n.t('The sandbox runs in this window only and accepts the key {0}.', call.sandboxKey),
    );
  }
  return sentences.join(' ');
}

/** What was learned of what a row or an id is about; nothing where none is meant, or the order is gone. */
async function learnedOf(services: RuntimeServices, argument: unknown): Promise<readonly LearnedShape[]> {
  const reading = readOperation(argument);
  if (reading.kind === 'given') return learnedHere(services, reading.value);
  const ref = readOrderRef(argument);
  const order = ref.kind === 'given' ? await (await services.ledger()).get(ref.value) : null;
  return order === null ? [] : learnedHere(services, order.operation, order);
}

async function copyResponseHandler(services: RuntimeServices, argument: unknown): Promise<void> {
  const { responseHandler } = await services.snippets();
  const learned = await learnedOf(services, argument);
  const [of] = learned;
  const operation = of && services.operation(of.operation);
  await vscode.env.clipboard.writeText(responseHandler(learned, operation));
  const sentences = [
    vscode.l10n.t(
      'Copied a TypeScript function that reads an answer by message_code and charged, one case for each code.',
    ),
  ];
  if (learned.length === 0) {
    sentences.push(
      vscode.l10n.t(
        'Its result has no type: copied from an operation or an order of a live environment, it has what was learned there.',
      ),
    );
  }
  void vscode.window.showInformationMessage(sentences.join(' '));
}
