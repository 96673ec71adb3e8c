import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { chooseOrigin } = await import('../../../../src/ui/batch/chooseRows.ts');

const uri = vscode.Uri.parse('file:///here/rows.csv');
const document = (isDirty: boolean) => ({ uri, isDirty, isUntitled: false, getText: () => 'rc\nXX00AB1234' });

function open(active: object | undefined, documents: readonly object[]): void {
  Object.assign(vscode.window, { activeTextEditor: active });
  Object.assign(vscode.workspace, { textDocuments: documents });
}

describe('the rows of a file that a batch is run on', () => {
  afterEach(() => open(undefined, []));
  const file = { kind: 'file', uri: String(uri) };
  const screen = { kind: 'text', name: 'rows.csv', text: 'rc\nXX00AB1234', uri: String(uri) };

  it('are those on the disk where no editor holds others', async () => {
    open(undefined, []);
    assert.deepEqual(await chooseOrigin(uri), file);
    open(undefined, [document(false)]);
    assert.deepEqual(await chooseOrigin(uri), file);
  });

  it('are those on the screen where they are not saved, whichever editor is in front', async () => {
    open(undefined, [document(true)]);
    assert.deepEqual(await chooseOrigin(uri), screen);
    const one = document(true);
    open(
      {
        document: { ...one, getText: (part?: unknown) => (part === undefined ? one.getText() : '') },
        selections: [{}],
      },
      [one],
    );
    assert.deepEqual(await chooseOrigin(uri), screen);
  });

  it('are the selected lines where the user says so, also from the menu of the editor', async () => {
    open({ document: { ...document(false), getText: () => 'XX00AB1234' }, selections: [{}] }, [
      document(false),
    ]);
    told.answers.push('Selection in rows.csv');
    assert.deepEqual(await chooseOrigin(uri), {
      ...screen,
      name: 'Selection in rows.csv',
      text: 'XX00AB1234',
    });
  });
});
