import * as vscode from 'vscode';
import { wordOfFormat } from '../../calls/documents/documentKinds.ts';
import { documentFileName } from '../../calls/documents/documentName.ts';
import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { DocumentFacts } from '../../calls/ports/documentPorts.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import { askedAbout } from '../answers/rawView.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import { placeWords, proposedPlace } from '../places/places.ts';
import { say } from '../words/both/translate.ts';
import { damagedWords } from '../words/damagedWords.ts';
import { writeFile } from './writeFile.ts';

/** What the dialog offers. */
async function fileName(services: Services, id: OrderId, { field, format }: DocumentFacts): Promise<string> {
  const ledger = await services.ledger();
  const order = await ledger.get(id);
  if (order === null) return documentFileName(field, { id, orderId: null }, format, null);
  const asked = keptRequestOf(await ledger.payloads(id));
  return documentFileName(field, order, format, askedAbout(services.operation(order.operation), asked));
}

async function confirmed(): Promise<boolean> {
  const save = vscode.l10n.t('Save in Clear');
  const detail = vscode.l10n.t(
    'The document may hold names, addresses and credit data. The file will not be sealed: whoever gets it can read it, and erasing the order leaves it.',
  );
  const question = vscode.l10n.t('Save the document to a file?');
  return (await askModal(question, detail, save)) === save;
}

/**
 * Opens a kept document the one way that leaves nothing in clear behind one's back: in a file of the user's choice. An
 * editor or a viewer would keep a copy somewhere by itself.
 */
export async function saveDocument(services: Services, order: OrderId, document: number): Promise<void> {
  const ledger = await services.ledger();
  const facts = (await ledger.documents.list(order)).find(({ id }) => id === document)?.facts ?? null;
  if (facts === null) {
    throw new Error(
      vscode.l10n.t('This document cannot be opened: it was erased, or the key that sealed it is gone.'),
    );
  }
  if (isDamaged(facts)) throw new Error(damagedWords.document());
  if (!(await confirmed())) return;
  const name = await fileName(services, order, facts);
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Kept Document'),
    filters: { [say(wordOfFormat(facts.format))]: [facts.format] },
    ...proposedPlace(name),
  });
  if (target === undefined) return;
  const body = await ledger.documents.open(order, document);
  if (body === null) {
    throw new Error(vscode.l10n.t('This document was erased meanwhile; nothing was written.'));
  }
  if (isDamaged(body)) throw new Error(damagedWords.document());
  try {
    await writeFile(target, [body]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('Nothing was written: {0}', why));
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('Saved to {0}.', placeWords(target)));
}
