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
}

const source = `
export const told = { open: () => {}, written: [], editor: '' };
const never = () => ({ dispose() {} });
export class EventEmitter { event = never; fire() {} dispose() {} }
export class Position { constructor(line, character) { this.line = line; this.character = character; } }
export class Range { constructor(start, end) { this.start = start; this.end = end; } }
export class WorkspaceEdit { replace(uri, range, text) { this.text = text; } }
export class Disposable { static from(...all) { return { dispose() { for (const one of all) one.dispose(); } }; } }
export class TabInputText {}
export const FileSystemError = { FileNotFound: (uri) => new Error(String(uri)) };
export const Uri = { from: (parts) => ({ ...parts, toString: () => parts.scheme + ':' + parts.path }) };
export const l10n = { t: (text) => text };
export const window = { showWarningMessage: async () => undefined, tabGroups: { all: [], close: async () => true } };
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
const { BodyEditors } = await import('../../../src/ui/requests/bodyEditors.ts');
const { bodyUri } = await import('../../../src/ui/requests/both/bodyDocuments.ts');
const { pageId } = await import('../../../src/calls/ports/ids.ts');

test('an editor is not given back a text of its form that was erased meanwhile', async () => {
  const page = pageId('11111111-2222-4333-8444-555555555555');
  let held = '{"rc_number":"XX00AB0001"}';
  const form = {
    body: () => held,
    fits: (text: string) => text.length <= 100,
    edited: async (text: string) => {
      held = text;
    },
    send: null,
  };
  const services = { log: { warn: () => undefined }, now: () => 1 };
  const editors = new BodyEditors(services as never, async () => form);
  const tooLong = `${held}${' '.repeat(200)}`;
  told.editor = tooLong;
  const uri = bodyUri(page, 'rc-advanced');
  await editors.write(uri, tooLong);
  // The user erases everything about this input, here or in another window: the form is emptied (RequestPage.forget).
  held = '{}';
  told.open();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told.written.filter((text) => text.includes('XX00AB0001')), [], 'what was erased stands in the editor, which saves it');
});
