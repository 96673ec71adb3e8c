import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

/*
 * "An editor of a form's body takes back what the form may not hold". What it gives back is what the form held when the text was too long, not what it
 * holds now: between the two VS Code is asked for the document. PRIVACY.md, "Erase Everything About This Input": "a form that shows it is emptied".
 */

interface Told {
  /** VS Code hands the document out once this is called. */
  open: () => void;
  readonly written: string[];
  editor: string;
  /** Of the one tab that is open. */
  shown: unknown;
  closed: number;
}

const source = `
export const told = { open: () => {}, written: [], editor: '', shown: null, closed: 0 };
const never = () => ({ dispose() {} });
export class EventEmitter { event = never; fire() {} dispose() {} }
export class Position { constructor(line, character) { this.line = line; this.character = character; } }
export class Range { constructor(start, end) { this.start = start; this.end = end; } }
export class WorkspaceEdit { replace(uri, range, text) { this.text = text; } }
export class Disposable { static from(...all) { return { dispose() { for (const one of all) one.dispose(); } }; } }
export class TabInputText { constructor(uri) { this.uri = uri; } }
export const FileSystemError = { FileNotFound: (uri) => new Error(String(uri)) };
export const Uri = { from: (parts) => ({ ...parts, toString: () => parts.scheme + ':' + parts.path }) };
export const l10n = { t: (text) => text };
export const window = { showWarningMessage: async () => undefined, tabGroups: {
  get all() { return [{ tabs: [{ input: new TabInputText(told.shown) }] }]; },
  close: async (tabs) => { told.closed += tabs.length; return true; },
} };
export const workspace = {
  textDocuments: [],
  onDidCloseTextDocument: never,
  onDidChangeTextDocument: never,
  openTextDocument: () => new Promise((resolve) => {
    told.open = () => resolve({ getText: () => told.editor, positionAt: () => new Position(0, 0) });
  }),
  applyEdit: async (edit) => { told.written.push(edit.text); told.editor = edit.text; return true; },
};
export const languages = {};
export const commands = {};
export default {};
`;
const address = `data:text/javascript,${encodeURIComponent(source)}`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: address, shortCircuit: true } : next(specifier, context),
});

const { told }: { told: Told } = await import(address);
const { BodyEditors } = await import('../../../../src/ui/requests/bodyEditors.ts');
const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
const { pageId } = await import('../../../../src/calls/ports/ids.ts');

const page = pageId('11111111-2222-4333-8444-555555555555');
const typed = '{"rc_number":"XX00AB0001"}';

function formHolding(body: () => string) {
  return {
    body,
    empty: () => [],
    fits: (text: string) => text.length <= 100,
    edited: () => Promise.reject(new Error('nothing fits')),
    send: null,
  };
}

/** What is written into the editor of a form that is typed too full, where `meanwhile` happens before VS Code hands its document out. */
async function takenBack(bodyOf: () => ReturnType<typeof formHolding> | null, meanwhile: () => void) {
  const services = {
    log: { warn: () => undefined },
    now: () => 1,
    onDidChangeFields: () => ({ dispose: () => undefined }),
  };
  const editors = new BodyEditors(services as never, async () => bodyOf());
  told.editor = `${typed}${' '.repeat(200)}`;
  told.written.length = 0;
  told.shown = bodyUri(page, 'rc-advanced');
  told.closed = 0;
  await editors.write(bodyUri(page, 'rc-advanced'), told.editor);
  meanwhile();
  told.open();
  await new Promise((resolve) => setImmediate(resolve));
  return told.written;
}

test('an editor is given back what its form holds', async () => {
  assert.deepEqual(
    await takenBack(
      () => formHolding(() => typed),
      () => undefined,
    ),
    [typed],
  );
});

test('an editor is not given back a text of its form that was erased meanwhile', async () => {
  // The user erases everything about this input, here or in another window: an open form is emptied.
  let held = typed;
  const form = formHolding(() => held);
  const emptied = await takenBack(
    () => form,
    () => {
      held = '{}';
    },
  );
  assert.deepEqual(emptied, ['{}']);
});

test('nor where the form was not open: its draft was read before, and is gone', async () => {
  let isKept = true;
  const gone = await takenBack(
    () => (isKept ? formHolding(() => typed) : null),
    () => {
      isKept = false;
    },
  );
  assert.deepEqual(gone, []);
  assert.equal(told.closed, 1);
});
