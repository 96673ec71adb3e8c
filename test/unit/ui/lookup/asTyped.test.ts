import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuickPickItem } from 'vscode';
import { preflight } from '../../../../src/calls/guard/preflight.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { someContext, someFacts } from '../../calls/guard/facts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { askLookup } = await import('../../../../src/ui/lookup/askLookup.ts');

const environment = { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;

/** A text typed into the box of a quick lookup, and the line with this title and description chosen. */
async function lookedUp(text: string, title: string, description: string, among = operations) {
  const looked: string[] = [];
  const accept = new vscode.EventEmitter<void>();
  const hide = new vscode.EventEmitter<void>();
  const pick = {
    ...{ title: '', value: '', items: [] as QuickPickItem[], activeItems: [] as QuickPickItem[] },
    ...{ onDidChangeValue: () => undefined, onDidAccept: accept.event, onDidHide: hide.event },
    ...{ hide: () => hide.fire(), dispose: () => undefined },
    show: () =>
      setImmediate(() => {
        pick.activeItems = pick.items.filter((one) => one.label === title && one.description === description);
        accept.fire();
      }),
  };
  Object.assign(vscode.window, { createQuickPick: () => pick });
  const check = preflight(someFacts(), someContext({ operation: operationById('rc-advanced'), environment }));
  const look = async (_operation: unknown, _destination: unknown, body: string) => {
    looked.push(body);
    return check;
  };
  const services = {
    operations: () => among,
    sending: { look, destination: async () => null },
    environments: { current: () => environment },
    transport: async () => null,
    log: { warn: assert.fail },
  };
  const asked = await askLookup(services as never, 'Look Up', text);
  assert.ok(asked !== undefined && looked.includes(asked.body), 'what leaves is what was looked for before');
  return { ...JSON.parse(asked.body), box: pick.title };
}

const box = 'Look Up · Acme (live)';

test('the line "…, as typed" sends letter by letter what it shows, and the line before it the usual form', async () => {
  const typed = 'xx00 aa 0000';
  assert.deepEqual(await lookedUp(typed, 'RC Details Advanced', `${typed}, as typed`), {
    box,
    rc_number: typed,
  });
  assert.deepEqual(await lookedUp(typed, 'RC Details Advanced', 'XX00AA0000'), {
    box,
    rc_number: 'XX00AA0000',
  });
});

test('a text that nothing recognises is sent as its line shows it', async () => {
  const typed = 'xx00aa1';
  assert.deepEqual(await lookedUp(typed, 'RC Details Advanced', typed), { box, rc_number: typed });
});

test('of many addresses that are each looked up by itself the box says how many it leaves out', async () => {
  const reading = readRequestFields({ 'email-bulk': [{ name: 'email', check: 'emails', required: true }] });
  const single = operations.map((one) => withRequestFields(one, reading));
  const addresses = Array.from({ length: 30 }, (_, at) => `a${at}@nowhere.example`);
  const looked = await lookedUp(addresses.join(), 'Bulk Email Validation', 'a19@nowhere.example', single);
  assert.deepEqual(looked, { email: 'a19@nowhere.example', box: `${box} · addresses left out here: 10` });
});
