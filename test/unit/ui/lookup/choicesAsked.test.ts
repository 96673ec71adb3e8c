import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuickInputButton, QuickPickItem } from 'vscode';
import { preflight } from '../../../../src/calls/guard/preflight.ts';
import { lookupChoices } from '../../../../src/calls/lookups/lookupChoices.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import {
  readRequestFields,
  valuesForFields,
  withRequestFields,
} from '../../../../src/contract/requestFields.ts';
import { readRequestFile } from '../../../../src/requests/requestFile.ts';
import { someContext, someFacts } from '../../calls/guard/facts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { askBody } = await import('../../../../src/ui/asking/askInput.ts');
const { askInputs } = await import('../../../../src/ui/requests/askInputs.ts');

const environment = { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;

function credit(...fields: readonly object[]) {
  return withRequestFields(operationById('credit-report'), readRequestFields({ 'credit-report': fields }));
}

/** What each list offered, with the line it started from. Lists are answered in turn: a label, or the button beside the title. */
function answering(
  ...answers: readonly (string | { readonly button: string } | { readonly back: string })[]
) {
  const offered: { readonly labels: readonly string[]; readonly active: string | undefined }[] = [];
  const createQuickPick = () => {
    const accept = new vscode.EventEmitter<void>();
    const press = new vscode.EventEmitter<QuickInputButton>();
    const hide = new vscode.EventEmitter<void>();
    const pick = {
      ...{ title: '', items: [] as QuickPickItem[], activeItems: [] as QuickPickItem[] },
      ...{ buttons: [] as QuickInputButton[], onDidAccept: accept.event, onDidTriggerButton: press.event },
      ...{ onDidTriggerItemButton: () => undefined, onDidHide: hide.event },
      ...{ hide: () => hide.fire(), dispose: () => undefined },
      show: () =>
        setImmediate(() => {
          const answer = answers[offered.length];
          const [first] = pick.activeItems;
          offered.push({ labels: pick.items.map(({ label }) => label), active: first?.label });
          const wanted = typeof answer === 'object' ? Object.values(answer)[0] : answer;
          pick.activeItems = pick.items.filter(({ label }) => label === wanted);
          const isBack = typeof answer === 'object' && 'back' in answer;
          const back = (one: QuickInputButton): boolean => one === vscode.QuickInputButtons.Back;
          const button = pick.buttons.find((one) => back(one) === isBack);
          if (typeof answer === 'object' && button !== undefined) press.fire(button);
          else if (answer !== undefined) accept.fire();
          else hide.fire();
        }),
    };
    return pick;
  };
  Object.assign(vscode.window, { createQuickPick });
  return offered;
}

const check = preflight(someFacts(), someContext({ operation: operationById('credit-report'), environment }));
const services = {
  sending: { look: async () => check, destination: async () => null },
  environments: { current: () => environment },
} as never;

const kind = { name: 'fetch_by', required: true, choices: ['MOBILE', 'PAN'] };

test('a lookup lists the choices of a field, and goes on to the optional ones with the line that is chosen', async () => {
  const level = { name: 'level', choices: [1, 2] };
  const offered = answering({ button: 'PAN' }, '2');
  const body = await askBody(services, credit(kind, level), {});
  assert.deepEqual(JSON.parse(body ?? ''), { fetch_by: 'PAN', level: 2 });
  assert.deepEqual(offered, [
    { labels: ['MOBILE', 'PAN', 'Another value…'], active: undefined },
    { labels: ['Leave it out', '1', '2', 'Another value…'], active: undefined },
  ]);
});

test('a required field that was given is none of the optional ones to go on with', async () => {
  const level = { name: 'level', required: true, choices: [1, 2] };
  const offered = answering({ button: '2' });
  const body = await askBody(services, credit(kind, level), { fetch_by: 'PAN' });
  assert.deepEqual([JSON.parse(body ?? '{}'), offered.length], [{ fetch_by: 'PAN', level: 2 }, 1]);
  // One that starts from a default was seen by nobody yet.
  const again = answering({ button: 'PAN' }, '1');
  await askBody(services, credit(kind, { ...level, default: 2 }), {});
  assert.equal(again.length, 2);
});

test('Back leads to the value before, also to one typed before the first question, and keeps the others', async () => {
  const level = { name: 'level', required: true, choices: [1, 2] };
  const offered = answering({ back: '2' }, 'MOBILE', '1');
  const body = await askBody(services, credit(kind, level), { fetch_by: 'PAN' });
  assert.deepEqual(JSON.parse(body ?? '{}'), { fetch_by: 'MOBILE', level: 1 });
  assert.deepEqual(
    offered.map(({ active }) => active),
    [undefined, 'PAN', '2'],
  );
  const both = answering('PAN', { back: '2' }, 'MOBILE', '1');
  const again = await askBody(services, credit(kind, level), {});
  assert.deepEqual(JSON.parse(again ?? '{}'), { fetch_by: 'MOBILE', level: 1 });
  assert.deepEqual(
    both.map(({ active }) => active),
    [undefined, undefined, 'PAN', '2'],
  );
});

test('what stands in a field is where its list starts, also where it is none of the choices', async () => {
  const offered = answering('MOBILE', 'crn');
  await askBody(services, credit({ ...kind, default: 'PAN' }), {});
  await askBody(services, credit({ ...kind, default: 'crn' }), {});
  assert.deepEqual(offered, [
    { labels: ['MOBILE', 'PAN', 'Another value…'], active: 'PAN' },
    { labels: ['MOBILE', 'PAN', 'crn', 'Another value…'], active: 'crn' },
  ]);
});

test('Escape in a list of choices gives the lookup up', async () => {
  answering();
  assert.equal(await askBody(services, credit(kind), {}), undefined);
});

test('a request file asks for a field by its choices, and takes another value', async () => {
  const text = JSON.stringify({ operation: 'credit-report', body: { fetch_by: `\${input:Kind|PAN}` } });
  const reading = readRequestFile(text);
  const entry = reading.ok ? reading.entries[0]?.reading : undefined;
  assert.ok(entry?.ok);
  const offered = answering('MOBILE', 'Another value…');
  assert.deepEqual(await askInputs(credit(kind), entry.request, true), new Map([['Kind', 'MOBILE']]));
  assert.equal(offered[0]?.active, 'PAN');
  await askInputs(credit(kind), entry.request, true);
  const [box] = told.shown.at(-1) as [{ validateInput(typed: string): { readonly message: string } | null }];
  assert.equal(box.validateInput('crn')?.message, 'Not one of its choices: MOBILE, PAN.');
});

test('a text that is not recognised goes into a field that takes any, and a word of ours is spelt as a choice', () => {
  const operation = credit(kind, { name: 'number', required: true });
  const [found] = lookupChoices('zz', [operation]);
  assert.deepEqual(found?.fields, { number: 'zz' });
  const [beside] = lookupChoices('zz', [credit(kind)]);
  assert.deepEqual([beside?.how, beside?.fields], ['unrecognised', { fetch_by: 'zz' }]);
  assert.deepEqual(valuesForFields(operation, { fetch_by: 'pan' }), { fetch_by: 'PAN' });
  assert.deepEqual(valuesForFields(operation, { fetch_by: 'uid' }), { fetch_by: 'uid' });
});
