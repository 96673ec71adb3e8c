import * as vscode from 'vscode';
import { coverCode } from '../../contract/coverText.ts';
import { operationById } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import type { OperationId } from '../../contract/words.ts';
import { readOperation } from '../asking/arguments.ts';
import type { Services } from '../base/services.ts';
import { chosenPlace, inputsWord, type KnownCode, knownCodes, placeName } from './known.ts';

interface CodeItem extends vscode.QuickPickItem {
  readonly known?: KnownCode;
}

function item(known: KnownCode): CodeItem {
  return {
    label: coverCode(known.code),
    description: `${operationById(known.operation).title} · ${inputsWord(known.inputs)}`,
    known,
  };
}

/** The chosen environment's first, then those of other services, each under its name. */
function codeItems(services: Services, known: readonly KnownCode[]): CodeItem[] {
  const chosen = chosenPlace(services);
  const places = [...new Set([chosen, ...known.map(({ place }) => place)])];
  return places.flatMap((place): CodeItem[] => {
    const here = known.filter((one) => one.place === place);
    if (here.length === 0) return [];
    return [
      { label: placeName(services, place), kind: vscode.QuickPickItemKind.Separator },
      ...here.map(item),
    ];
  });
}

/** Says in a sentence why there is nothing to choose. */
export function tellNothing(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Nothing was learned yet. Each answered call teaches its shape; Learn From Order History looks at the ones that are kept.',
    ),
  );
}

/** The operation that a row or an id names, or null for none. Throws for what is no operation. */
export function operationOf(argument: unknown): OperationId | null {
  const reading = readOperation(argument);
  if (reading.kind === 'bad') throw new Error(vscode.l10n.t('{0} is not an operation.', reading.shown));
  return reading.kind === 'given' ? reading.value : null;
}

/** The code that a row of the tree is about, where one is meant. */
function codeOf(argument: unknown): string | null {
  return isRecord(argument) && typeof argument.code === 'string' ? argument.code : null;
}

/**
 * What a command is called for: a row's code at the chosen environment's service, else one that is picked, among those of
 * the row's operation where it has one. Undefined = given up, or nothing was learned, which is said.
 */
export async function chooseCode(
  services: Services,
  argument: unknown,
  title: string,
): Promise<KnownCode | undefined> {
  const operation = operationOf(argument);
  const query = operation === null ? {} : { operation };
  const known = knownCodes(await (await services.ledger()).learning.heads(query));
  const place = chosenPlace(services);
  const code = codeOf(argument);
  const meant = code === null ? undefined : known.find((one) => one.code === code && one.place === place);
  if (meant !== undefined) return meant;
  if (known.length === 0) {
    tellNothing();
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(codeItems(services, known), {
    title,
    placeHolder: vscode.l10n.t('message_code'),
    matchOnDescription: true,
  });
  return picked?.known;
}
