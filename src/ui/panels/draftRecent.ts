import * as vscode from 'vscode';
import { countedTo } from '../../calls/environments/countedTo.ts';
import { recentInputs } from '../../calls/inputs/recentInputs.ts';
import { type Filling, fillingOf } from '../../contract/aadhaar/reduced.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftContents } from '../../protocol/messages.ts';
import { loadOrder } from '../answers/shownOrder.ts';
import type { RuntimeServices } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { age, cameToWord, listedMoney, orderCode } from '../words/both/orderWords.ts';
import { say } from '../words/both/translate.ts';
import { isReduced, whyMissing } from '../words/reducedWords.ts';
import { emptyDraft } from './draft.ts';

/** Orders that are looked through, and inputs that are offered: a list for the eye, not the history. */
const looked = 500;
const most = 50;

/**
 * An earlier input of this operation in this environment, picked from a list in which it is covered; null = given up. The
 * list is read anew each time, so what was erased is not in it. Nothing is sent.
 */
export async function pickRecent(
  services: RuntimeServices,
  operation: Operation,
): Promise<DraftContents | null> {
  const { environment } = await services.sending.destination();
  const ledger = await services.ledger();
  const { orders } = await ledger.list({
    group: 'all',
    filter: { operations: [operation.id], ...countedTo(environment, await ledger.identities()) },
    limit: looked,
    after: null,
  });
  const items = recentInputs(orders, most).map((order) => ({
    label: inputWords(order.maskedInput),
    description: [age(order.begunAt, services.now()), orderCode(order), cameToWord(order), listedMoney(order)]
      .filter((word, index, words) => words.indexOf(word) === index)
      .join(' · '),
    id: order.id,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} has no earlier input in {1}.', operation.title, environment.name),
    );
    return null;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Recent Inputs: {0}', operation.title),
    placeHolder: vscode.l10n.t('Fills the request; nothing is sent yet.'),
    matchOnDescription: true,
  });
  if (picked === undefined) return null;
  const shown = await loadOrder(services, picked.id);
  if (shown === null || shown.requestBody === null) {
    const why = shown?.warning ?? { text: 'The request of this order is no longer kept.' };
    throw new Error(say(why));
  }
  const filling = fillingOf(operation, new TextDecoder().decode(shown.requestBody), isReduced(shown.order));
  if (filling.missing.length > 0) void vscode.window.showInformationMessage(whyMissing(filling.missing));
  return contentsOf(operation, filling);
}

/** In the fields where they can hold all of it, else as JSON. */
function contentsOf(operation: Operation, { tab, fields, json }: Filling): DraftContents {
  return { tab, fields: tab === 'form' ? { ...fields } : emptyDraft(operation).fields, json };
}
