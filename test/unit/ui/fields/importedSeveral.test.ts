import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuickPickItem } from 'vscode';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { readOpenApi } from '../../../../src/imports/openApi.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { importRequestFields } = await import('../../../../src/ui/fields/importFields.ts');

const setting = 'verificationExplorer.requestFields';
const [rc, credit] = [operationById('rc-advanced'), operationById('credit-report')];

function schemaOf(...names: readonly string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', enum: ['a', 'b'] }]));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  return { post: { summary: 'Described', requestBody: { content } } };
}

const several = {
  [rc.path]: schemaOf('plate'),
  '/other': schemaOf('else'),
  [credit.path]: schemaOf('number', 'kind'),
};

interface Asked {
  readonly title: string;
  readonly labels: readonly string[];
}

/**
 * Imports from a file with these paths. Of a list that takes several all that is checked is taken, but what is named in `left`,
 * and what is named in `more`; where a title is named in `left`, the list is escaped from.
 */
async function imported(
  paths: object,
  argument: unknown,
  left: readonly string[] = [],
  more: readonly string[] = [],
) {
  const text = JSON.stringify({ openapi: '3.1.0', paths });
  const asked: Asked[] = [];
  Object.assign(vscode.window, {
    showOpenDialog: async () => ['file'],
    showQuickPick: async (
      items: readonly QuickPickItem[],
      { canPickMany = false, title = '' }: { readonly canPickMany?: boolean; readonly title?: string } = {},
    ) => {
      if (!canPickMany && items.some(({ label }) => label === 'OpenAPI file…'))
        return items.find(({ label }) => label === 'OpenAPI file…');
      asked.push({ title, labels: items.map(({ label }) => label) });
      if (left.includes(title)) return undefined;
      const isTaken = ({ label, picked }: QuickPickItem) =>
        more.includes(label) || (picked && !left.includes(label));
      return canPickMany
        ? items.filter(isTaken)
        : (items.find(({ label }) => more.includes(label)) ?? items[0]);
    },
  });
  Object.assign(vscode.workspace, {
    fs: { stat: async () => ({ size: text.length }), readFile: async () => text },
    decode: async (bytes: string) => bytes,
  });
  const services = {
    imports: async () => ({ readOpenApi }),
    log: { error: assert.fail },
    operations: () => operations,
  };
  await importRequestFields(services as never, argument);
  const saved = (told.settings[setting] ?? {}) as Readonly<
    Record<string, readonly { readonly name: string }[]>
  >;
  delete told.settings[setting];
  const names = Object.entries(saved).map(([id, fields]) => [id, fields.map(({ name }) => name)]);
  return { asked, saved: Object.fromEntries(names) };
}

const choosing = { title: 'Import Request Fields', labels: [rc.title, credit.title, '/other'] };

test('of a file that describes several of the operations each is taken over in one run, after its own preview', async () => {
  const { asked, saved } = await imported(several, undefined);
  assert.deepEqual(asked, [
    choosing,
    { title: `Import Request Fields: ${rc.title} (1/2)`, labels: ['plate'] },
    { title: `Import Request Fields: ${credit.title} (2/2)`, labels: ['number', 'kind'] },
  ]);
  assert.deepEqual(saved, { 'rc-advanced': ['plate'], 'credit-report': ['number', 'kind'] });
});

test('one that is left out is not asked about, and nothing counts the one that remains', async () => {
  const { asked, saved } = await imported(several, undefined, [rc.title]);
  assert.deepEqual(asked.slice(1), [
    { title: `Import Request Fields: ${credit.title}`, labels: ['number', 'kind'] },
  ]);
  assert.deepEqual(Object.keys(saved), ['credit-report']);
});

test('Escape in a preview ends the run; what was taken over before stays', async () => {
  const second = await imported(several, undefined, [`Import Request Fields: ${credit.title} (2/2)`]);
  assert.deepEqual(Object.keys(second.saved), ['rc-advanced']);
  const first = await imported(several, undefined, [`Import Request Fields: ${rc.title} (1/2)`]);
  assert.equal(first.asked.length, 2);
  assert.deepEqual(first.saved, {});
  assert.deepEqual((await imported(several, undefined, [choosing.title])).asked, [choosing]);
});

test('fields that are set already are replaced only where that is answered, and the next operation follows all the same', async () => {
  told.settings[setting] = { 'rc-advanced': [{ name: 'mine' }] };
  const before = told.shown.length;
  const { saved } = await imported(several, undefined);
  // followFields in contract does so.
  assert.match(
    JSON.stringify(told.shown.slice(before)),
    /Open forms keep what is typed in fields that go, but neither show nor send it/,
  );
  assert.deepEqual(saved, { 'rc-advanced': ['mine'], 'credit-report': ['number', 'kind'] });
});

test('an operation without fields is named, and the next one follows', async () => {
  const paths = { [rc.path]: { post: {} }, [credit.path]: schemaOf('number') };
  const before = told.shown.length;
  const { saved } = await imported(paths, undefined);
  assert.deepEqual(Object.keys(saved), ['credit-report']);
  const words = told.shown.slice(before).flat().join(' ');
  assert.match(words, new RegExp(`No request fields were found for ${rc.title}\\.`));
});

test('whoever names an operation, or has a file where two are the same one, is asked as ever', async () => {
  const named = await imported(several, 'credit-report');
  assert.deepEqual(named.asked, [
    { title: `Import Request Fields: ${credit.title}`, labels: ['number', 'kind'] },
  ]);
  const twice = { ...several, [`/v2${rc.path}`]: schemaOf('reg') };
  const { asked, saved } = await imported(twice, undefined);
  assert.deepEqual(asked[0]?.labels, [rc.path, credit.path, `/v2${rc.path}`]);
  assert.deepEqual(saved, { 'rc-advanced': ['plate'] });
});

test('one under another path is taken over, too, where it is chosen, for the operation that is said then', async () => {
  const mails = operationById('email-bulk');
  const { asked, saved } = await imported(several, undefined, [credit.title], ['/other', mails.title]);
  assert.deepEqual(asked, [
    choosing,
    { title: 'Import Request Fields: /other', labels: operations.map(({ title }) => title) },
    { title: `Import Request Fields: ${rc.title} (1/2)`, labels: ['plate'] },
    { title: `Import Request Fields: ${mails.title} (2/2)`, labels: ['else'] },
  ]);
  assert.deepEqual(saved, { 'rc-advanced': ['plate'], 'email-bulk': ['else'] });
  // Nothing is taken over where that is not said.
  const escaped = await imported(several, undefined, ['Import Request Fields: /other'], ['/other']);
  assert.deepEqual(escaped.saved, {});
});
