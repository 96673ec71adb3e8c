import * as vscode from 'vscode';
import { placeOf } from '../../calls/environments/environments.ts';
import { withNewEntries } from '../../calls/inputs/newEntries.ts';
import { fieldsFromBody } from '../../contract/draft.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftContents } from '../../protocol/messages.ts';
import type { RuntimeServices } from '../base/services.ts';
import { bodyOfDraft } from './draft.ts';

/**
 * What a form holds without the entries that have an order in the environment it sends to: they would be billed once more. What
 * orders are known is looked up anew, for the notice may be seconds old.
 * @throws where none is new by now
 */
export async function onlyNew(
  services: RuntimeServices,
  operation: Operation,
  held: DraftContents & { readonly asTyped?: readonly string[] | undefined },
): Promise<DraftContents> {
  const { environment } = await services.sending.destination();
  const body = bodyOfDraft(operation, held);
  const json = await withNewEntries(await services.ledger(), operation, body, placeOf(environment));
  const read = json === null ? null : fieldsFromBody(operation, json);
  if (json === null || read?.ok !== true)
    throw new Error(vscode.l10n.t('None of these addresses is new any more. Nothing was changed.'));
  return { tab: held.tab, fields: { ...read.fields }, json };
}
