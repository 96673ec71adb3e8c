import * as vscode from 'vscode';
import { operations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/record.ts';
import { settingOf } from '../../contract/requestFields.ts';
import type { OperationId } from '../../contract/words.ts';
import { settingIds } from '../../contributions.ts';
import { chooseOperation } from '../asking/chooseOperation.ts';
import { askRead } from '../asking/pressedUnread.ts';
import { openSettingsFile } from '../base/both/openSettingsFile.ts';
import { settings } from '../base/both/settings.ts';
import type { Services } from '../base/services.ts';

/** What the setting holds of an operation now, or null. */
export function savedFields(id: OperationId): unknown {
  const saved = settings.requestFields();
  return isRecord(saved) && Object.hasOwn(saved, id) ? saved[id] : null;
}

/** The write before, over or not. */
let writing: Promise<void> = Promise.resolve();

/**
 * Writes one operation's fields, or takes them out with null; what the setting says of the others stays as it was written. It is
 * read when its turn has come, after what this window wrote before: of two that read before either wrote, one would be lost.
 * @param make the fields, from what the setting holds of them then
 */
export function saveFields(
  id: OperationId,
  make: (saved: unknown) => readonly unknown[] | null,
): Promise<void> {
  const turn = writing.then(async () => {
    const fields = make(savedFields(id));
    const saved = settings.requestFields();
    const others = Object.entries(isRecord(saved) ? saved : {}).filter(([name]) => name !== id);
    const all = Object.fromEntries(fields === null ? others : [...others, [id, fields]]);
    await settings.saveRequestFields(Object.keys(all).length === 0 ? undefined : all);
  });
  // Whoever waits for this one is told; those behind it have their turn all the same.
  writing = turn.catch(() => undefined);
  return turn;
}

export async function openFieldSetting(): Promise<void> {
  await openSettingsFile(settingIds.requestFields, false);
}

/** Opens the setting with the operation's fields in it, which are the assumed ones until the user writes others. */
export async function editRequestFields(services: Services, argument: unknown): Promise<void> {
  const id = await chooseOperation(argument, vscode.l10n.t('Edit Request Fields'));
  if (id === undefined) return;
  const assumed = settingOf(services.operation(id).requestFields);
  if (savedFields(id) === null) await saveFields(id, (saved) => (Array.isArray(saved) ? saved : assumed));
  await openFieldSetting();
}

/** Back to the assumed fields, after asking: what the user wrote is gone then. Only what has fields of the user's is offered. */
export async function resetRequestFields(services: Services, argument: unknown): Promise<void> {
  const own = operations.filter(({ id }) => savedFields(id) !== null);
  if (own.length === 0 && (argument ?? null) === null) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing to reset: all operations have the assumed request fields.'),
    );
    return;
  }
  const id = await chooseOperation(argument, vscode.l10n.t('Reset Request Fields'), own);
  if (id === undefined) return;
  const { title } = services.operation(id);
  if (savedFields(id) === null) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} already has the assumed request fields.', title),
    );
    return;
  }
  const reset = vscode.l10n.t('Reset');
  const answer = await askRead(
    vscode.l10n.t('Go back to the assumed request fields of {0}?', title),
    vscode.l10n.t('Your request fields are deleted from the settings.'),
    [reset],
  );
  if (answer !== reset) return;
  await saveFields(id, () => null);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} has the assumed request fields again; yours are deleted from the settings.', title),
  );
}
