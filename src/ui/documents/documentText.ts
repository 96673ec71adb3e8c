import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { Differing } from '../../contract/differing.ts';
import type { Operation } from '../../contract/shapes.ts';
import { contentsOf } from '../answers/answerView.ts';
import { askedAbout, bodyText, readableBody } from '../answers/rawView.ts';
import type { ShownOrder } from '../answers/shownOrder.ts';
import { say } from '../words/both/translate.ts';
import type { DocumentAddress } from './both/orderDocuments.ts';
import { sortedBody } from './sortedBody.ts';

export interface DocumentPorts {
  /** Throws where there is no such order any more. */
  load(id: OrderId): Promise<ShownOrder>;
  operation(id: Operation['id']): Operation;
  now(): number;
}

/** What a read-only document of an order shows: its answer, or a list of it as CSV. */
export async function documentText(address: DocumentAddress, ports: DocumentPorts): Promise<string> {
  const shown = await ports.load(address.orderId);
  if (shown.answer === null) {
    return shown.warning === null ? vscode.l10n.t('No answer is kept for this order.') : say(shown.warning);
  }
  // Of a call that was cut there is an answer without a body; an empty document would say nothing of it.
  if (shown.answer.body.length === 0) {
    const { failure } = shown.answer;
    return failure === null ? vscode.l10n.t('The answer has no body.') : say(failure);
  }
  const operation = ports.operation(shown.order.operation);
  if (address.list !== undefined) return listText(address, shown, operation, ports.now());
  const body = address.sorted ? sortedBody(shown.answer.body) : shown.answer.body;
  const own = askedAbout(operation, shown.requestBody);
  if (address.against === undefined || !address.masked) {
    return readableBody(operation, body, address.masked, own);
  }
  const against = await ports.load(address.against);
  const other = against.answer?.body ?? new Uint8Array();
  const otherOwn = askedAbout(operation, against.requestBody);
  const differing = new Differing(vscode.l10n.t('(differs)'));
  bodyText(operation, address.sorted ? sortedBody(other) : other, true, {
    maskAs: differing.first,
    own: otherOwn,
  });
  return bodyText(operation, body, true, { maskAs: differing.second, own }).text;
}

function listText(
  { list = 0, masked }: DocumentAddress,
  shown: ShownOrder,
  operation: Operation,
  now: number,
): string {
  const parts = { ...shown, operation, revealed: new Set<string>(), now };
  const contents = contentsOf(parts);
  contents.prepare();
  const path = contents.lists.paths[list];
  if (path === undefined) return vscode.l10n.t('This list is no longer in the answer that is shown.');
  const query = { sort: null, filter: '', only: null };
  return [...contents.lists.csv({ path, query, reveal: { all: !masked, rows: [], cells: [] } })].join('');
}
