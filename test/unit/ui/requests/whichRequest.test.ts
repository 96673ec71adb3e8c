import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { operationById } from '../../../../src/contract/operations.ts';
import { removeFolder, temporaryFolder } from '../../../support/paths.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { requestOf } = await import('../../../../src/ui/requests/whichRequest.ts');
const { textNow } = await import('../../../../src/ui/requests/whichFile.ts');

const uri = vscode.Uri.parse('file:///here/two.verify.json');
const one = { name: 'one', operation: 'rc-advanced', body: { rc_number: 'XX00AB1234' } };
const two = { name: 'two', operation: 'rc-advanced', body: { rc_number: 'XX00AB5678' } };
const textOf = (...requests: readonly object[]): string => JSON.stringify({ requests }, null, 2);

/** The lens of request `more`, in a file that an editor shows and that is not changed there. */
function pressed(shown: string, onDisk: string, more: number, encoding: 'utf-8' | 'utf-16le' = 'utf-8') {
  const document = { uri, isDirty: false, isUntitled: false, getText: () => shown };
  Object.assign(vscode.window, { activeTextEditor: { document } });
  Object.assign(vscode.workspace, {
    textDocuments: [document],
    fs: {
      stat: async () => ({ type: 1, size: onDisk.length }),
      readFile: async () => Buffer.from(onDisk, encoding === 'utf-8' ? encoding : 'utf16le'),
    },
    decode: async (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes),
  });
  return requestOf({ argument: undefined, more }, operationById, () => assert.fail('nothing is picked'));
}

describe('the request of a lens', () => {
  it('is the one it stands above', async () => {
    assert.equal((await pressed(textOf(one, two), textOf(one, two), 1))?.name, 'two');
  });

  it('is none where another one has come to that place on disk, which the editor does not show yet', async () => {
    await assert.rejects(pressed(textOf(one, two), textOf(two, one), 1), /has just changed on disk/);
  });

  it('is none where it is not among fewer on disk, nor is the one that is left', async () => {
    await assert.rejects(pressed(textOf(one, two), textOf(one), 1), /has just changed on disk/);
    await assert.rejects(pressed(textOf(one, two), textOf(two), 0), /has just changed on disk/);
  });

  it('is the one it stands above where the lines on disk end in two ways, of which editors make one', async () => {
    const shown = textOf(one, two);
    const [first = '', ...rest] = shown.split('\n');
    const onDisk = `${first}\r\n${rest.join('\n')}`;
    assert.equal((await pressed(shown, onDisk, 1))?.name, 'two');
    assert.equal((await pressed(shown.replaceAll('\n', '\r\n'), onDisk, 1))?.name, 'two');
  });

  it('is read in the encoding that the editor shows it in', async () => {
    const text = textOf(one, two);
    assert.equal((await pressed(text, `\ufeff${text}`, 1, 'utf-16le'))?.name, 'two');
  });

  it('is the one on disk where the file has always held one', async () => {
    assert.equal((await pressed(textOf(one), textOf(two), 0))?.name, 'two');
  });
});

describe('a file of this computer', () => {
  /** As an editor shows it; `fs` gives another text than the file has, to tell who was asked. */
  async function textOfFile(onDisk: Uint8Array | string, shown: string): Promise<string> {
    const folder = temporaryFolder('file');
    try {
      const path = join(folder, 'one.verify.json');
      writeFileSync(path, onDisk);
      const here = vscode.Uri.parse(pathToFileURL(path).href);
      Object.assign(vscode.workspace, {
        textDocuments: [{ uri: here, isDirty: false, isUntitled: false, getText: () => shown }],
        fs: { stat: async () => ({ type: 1, size: 1 }), readFile: async () => Buffer.from('asked') },
        decode: async (bytes: Uint8Array) => new TextDecoder().decode(bytes),
      });
      return await textNow(here);
    } finally {
      removeFolder(folder);
    }
  }

  it('is sent as shown, without asking VS Code, where that is what it holds', async () => {
    assert.equal(await textOfFile('{"a":"é"}', '{"a":"é"}'), '{"a":"é"}');
    assert.equal(await textOfFile('\ufeff{"a":"😀"}', '{"a":"😀"}'), '{"a":"😀"}');
    assert.equal(await textOfFile('', ''), '');
  });

  it('is read by VS Code where it holds anything else', async () => {
    for (const [onDisk, shown] of [
      ['{"a":1}', '{"a":2}'],
      ['{"a":1}\r\n', '{"a":1}\n'],
      [`{"a":1}${' '.repeat(99)}`, '{"a":1}'],
      [Buffer.from('{"a":"é"}', 'latin1'), '{"a":"é"}'],
      [Buffer.from('{"a":"é"}'), '{"a":"Ã©"}'],
    ] as const)
      assert.equal(await textOfFile(onDisk, shown), 'asked', shown);
  });
});

describe('the request of the cursor', () => {
  /** Ctrl+Enter with the cursor at an offset of a file with two requests; the second is picked where one is to pick. */
  async function sentAt(offset: number): Promise<string> {
    const text = textOf(one, two);
    const document = { uri, isDirty: true, isUntitled: false, getText: () => text, offsetAt: () => offset };
    Object.assign(vscode.window, {
      activeTextEditor: { document, selection: { active: {} } },
      showQuickPick: async (items: readonly unknown[]) => items[1],
    });
    Object.assign(vscode.workspace, { textDocuments: [document] });
    let picked = '';
    const request = await requestOf({ argument: undefined, more: undefined }, operationById, () => {
      picked = ', picked';
    });
    return `${request?.name}${picked}`;
  }

  it('is the one it stands in or below', async () => {
    const text = textOf(one, two);
    assert.equal(await sentAt(text.indexOf('XX00AB1234')), 'one');
    assert.equal(await sentAt(text.indexOf('XX00AB5678')), 'two');
    assert.equal(await sentAt(text.length), 'two');
  });

  it('is to pick where it stands above the first: none of them is meant', async () => {
    assert.equal(await sentAt(0), 'two, picked');
  });
});
