import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as code from 'vscode';
import { operationById } from '../../../../src/contract/operations.ts';
import { type Phrase, plain } from '../../../../src/contract/words.ts';

import { acme } from '../../../support/simulatedPorts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { RequestFiles } = await import('../../../../src/ui/requests/requestFiles.ts');

/** What the question before the call says of a request whose registration number reads so. */
async function notesOf(...values: readonly string[]): Promise<readonly string[]> {
  const uri: code.Uri = Object.assign(
    Object.create(vscode.Uri.prototype),
    vscode.Uri.parse('file:///here/one.verify.json'),
  );
  const text = JSON.stringify({ operation: 'rc-advanced', body: { rc_number: values } });
  const document = { uri, isDirty: false, isUntitled: false, getText: () => text };
  Object.assign(vscode.workspace, { isTrusted: true, textDocuments: [document] });
  Object.assign(vscode.window, { activeTextEditor: { document, selection: { active: 0 } } });
  const told: Phrase[] = [];
  const send = async ({ asker }: { readonly asker: { readonly notes: readonly Phrase[] } }) => {
    told.push(...asker.notes);
    return { kind: 'declined' };
  };
  const services = {
    ...{ operation: operationById, environments: { current: () => acme }, sending: { send } },
    ...{ newId: () => '11111111-2222-4333-8444-000000000001', now: () => 0, leavesFrom: 'here' },
  };
  const files = new RequestFiles(services as never, async () => undefined, {} as never, {
    inForm: () => assert.fail('nothing is opened'),
    asCode: () => assert.fail('nothing is copied'),
  });
  await files.run('sendRequestFile', uri, undefined);
  return told.map(plain);
}

const known = `Placeholders are \${input:…}, \${number:…}, \${text:…} and \${env:…}.`;

test('a placeholder that is none is said before it leaves in place of a value, and not what it is of', async () => {
  assert.deepEqual(await notesOf('XX00AB1234', `$\${input:Plate}`), []);
  assert.deepEqual(await notesOf(`\${inptu:Plate|XX00AB1234}`, `\${inptu:Other}`), [
    `\${inptu:…} is not a placeholder and is sent as it is. ${known}`,
  ]);
  assert.deepEqual(await notesOf(`\${text:Plate`), [
    `\${text:… is not a placeholder and is sent as it is. ${known}`,
  ]);
  assert.equal((await notesOf(`\${a:1}`, `\${b:1}`, `\${c:1}`, `\${d:1}`)).length, 3);
});
