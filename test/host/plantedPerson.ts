import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { identityOf, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { printOf } from '../../src/calls/inputs/compared.ts';
import { type BatchId, batchId, type OrderId, orderId } from '../../src/calls/ports/ids.ts';
import { operationById } from '../../src/contract/operations.ts';
import { commandIds, settingIds } from '../../src/contributions.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { emptyDraft, encodeDraft } from '../../src/ui/panels/draft.ts';
import { fromSupport, hiddenPage, other, person, queued, quoted, requests } from './aPerson.ts';
import { eventually, theExtension } from './extension.ts';

/** Sent as another extension or a task does. @returns our id of the order */
async function sent(operation: string, body: unknown): Promise<OrderId> {
  const done: unknown = await vscode.commands.executeCommand(commandIds.quickLookup, {
    operation,
    body: JSON.stringify(body),
  });
  assert.ok(typeof done === 'object' && done !== null && 'id' in done);
  return orderId(String(done.id));
}

async function keepAadhaar(value: string | undefined): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration().update(settingIds.keepAadhaar, value, Global);
}

/** One that nothing else needs. */
export function aSpareOrder(): Promise<OrderId> {
  return sent('rc-advanced', { rc_number: person.plate });
}

/** Orders of every operation, with numbers whole and reduced, in the sandbox and in a live environment. */
export async function someOrders(): Promise<readonly OrderId[]> {
  const { environments } = (await theExtension()).services;
  const made: OrderId[] = [];
  await keepAadhaar('asOtherData');
  made.push(await sent('aadhaar-pan-link', { aadhaar_number: person.aadhaar, pan_number: person.pan }));
  await keepAadhaar(undefined);
  for (const [operation, body] of requests) made.push(await sent(operation, body));
  // Added and chosen for the window; from here on each call is asked about.
  await vscode.commands.executeCommand(commandIds.addEnvironment);
  // What says so offers the sandbox, and the first button is pressed here.
  await eventually('the sandbox is used again', () =>
    environments.current().name === sandboxEnvironment.name ? true : undefined,
  );
  const added = environments.all().find(({ name }) => name !== sandboxEnvironment.name);
  assert.ok(added !== undefined);
  await environments.choose(added);
  made.push(await sent('rc-advanced', { rc_number: person.plate }));
  await environments.choose(sandboxEnvironment);
  return made;
}

/** Somebody else's order, in which people wrote of the person. */
export async function anothersOrder(): Promise<OrderId> {
  const { services } = await theExtension();
  const ledger = await services.ledger();
  const id = await sent('credit-report', { number: other.mobile, name: other.name, mobile: queued });
  await ledger.note(id, quoted, services.now());
  await ledger.followUps.addText(id, new TextEncoder().encode(fromSupport), services.now());
  await ledger.followUps.addText(id, new TextEncoder().encode('nothing of anybody'), services.now());
  const pasted = new TextEncoder().encode(JSON.stringify({ mail: person.mail }));
  const at = services.now();
  await ledger.resolve(id, { at, outcome: 'verified', note: `${person.name}, ${person.pan}`, pasted });
  return id;
}

async function addBatch(services: Services, name: string): Promise<BatchId> {
  const { batches } = await services.ledger();
  const operation = operationById('rc-advanced');
  const id = batchId(services.newId());
  await batches.create({
    id,
    operation: operation.id,
    environment: sandboxEnvironment.name,
    identity: identityOf(sandboxEnvironment),
    kind: 'sandbox',
    origin: '',
    baseUrl: '',
    source: name,
    createdAt: services.now(),
    fields: operation.requestFields,
    columns: [
      { name: 'Owner', mask: null },
      { name: 'Aadhaar', mask: null },
    ],
  });
  return id;
}

/** The plate of a row, and what stands in its columns of the user's own. */
export type PersonRow = readonly [plate: string, owner: string, aadhaar: string];

const withThePerson: readonly PersonRow[] = [
  [person.plate, person.name, person.aadhaar],
  [other.plate, other.name, ''],
  ['KA00QX0008', other.name, `see ${person.mobile}`],
];

/**
 * A batch as its review leaves it when it is started.
 * @param results where its results go; null = nowhere
 * @param people its rows; of one that was sent before, the order is paid, and the row is left out
 */
export async function aBatch(
  name: string,
  results: string | null,
  people: readonly PersonRow[] = withThePerson,
): Promise<BatchId> {
  const { services } = await theExtension();
  const ledger = await services.ledger();
  const operation = operationById('rc-advanced');
  const id = await addBatch(services, name);
  const rows = await Promise.all(
    people.map(async ([plate, ...own], row) => {
      const fields = { rc_number: plate };
      const { whole } = await printOf(ledger, operation, JSON.stringify(fields));
      return {
        ...({ row, line: row + 2, call: row, state: 'waiting', why: null, flawed: false } as const),
        ...{ paidTwins: [], openTwins: [], accepted: [], sameAs: null, masked: `row ${row}` },
        ...{ repeatKey: whole, fingerprint: whole, fields, own },
      };
    }),
  );
  await ledger.batches.addRows(id, rows);
  const target = results === null ? null : ({ file: results, format: 'csv', masked: false } as const);
  const choice = { sendFlawed: true, sendPaid: true, results: target, insteadOf: null };
  await ledger.batches.start(id, choice);
  return id;
}

/** Waits until nothing of it is under way. */
export async function isOver(id: BatchId): Promise<void> {
  const { services } = await theExtension();
  const { batches } = await services.ledger();
  await eventually(`the batch ${id} is over`, async () => {
    const batch = await batches.get(id, services.session, services.now());
    return batch?.tally.every(({ state }) => state !== 'waiting' && state !== 'sent') === true
      ? true
      : undefined;
  });
}

/** A form that was shown in another window, with the person typed into it. */
export async function aHiddenForm(): Promise<void> {
  const { services } = await theExtension();
  const operation = operationById('aadhaar-pan-link');
  const json = JSON.stringify({ aadhaar_number: person.aadhaar, pan_number: person.pan, of: person.name });
  const draft = { ...emptyDraft(operation), tab: 'json' as const, json };
  await (await services.ledger()).saveDraft(hiddenPage, encodeDraft(draft), services.now());
}

/** The same form's JSON in a text editor, where it is changed. */
export async function typedInAnEditor(): Promise<void> {
  const path = '/verification-form/aadhaar-pan-link.json';
  const uri = vscode.Uri.from({ scheme: 'verification-body', authority: hiddenPage, path });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(1_000_000));
  edit.replace(uri, all, JSON.stringify({ pan_number: person.pan, mail: person.mail, of: person.name }));
  assert.ok(await vscode.workspace.applyEdit(edit));
  await eventually('it is kept', () => (document.isDirty ? undefined : true));
}
