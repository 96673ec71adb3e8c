import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { beforeEach, describe, it } from 'node:test';
import { plainDocument, plainVscode, reset, world } from '../../../support/plainVscode.ts';

const { placeAt, placeText, proposedHere, proposedPlace, shortPlace, workingFolder } = await import(
  '../../../../src/ui/places/places.ts'
);

const { Uri } = plainVscode;
const remote = (path: string) => Uri.from({ scheme: 'vscode-remote', path, query: '', fsPath: path });

beforeEach(() => {
  reset();
  plainVscode.env.remoteName = undefined;
});

describe('a place', () => {
  it('is written down as a path of this machine or as an address, and found again', () => {
    for (const text of ['/w/rows.csv', 'vscode-remote:/w/rows.csv', 'memfs:/rows.csv']) {
      assert.equal(placeText(placeAt(text)), text);
    }
    assert.equal(placeAt('C:\\rows\\a.csv').scheme, 'file');
    assert.equal(placeAt('memfs:/rows.csv').scheme, 'memfs');
  });

  it('is read from the folder that is open, or whole', () => {
    world.folders.push(Uri.file('/w'));
    assert.deepEqual(
      ['/w/a/rows.csv', '/elsewhere/rows.csv', 'memfs:/rows.csv'].map((text) => shortPlace(placeAt(text))),
      ['a/rows.csv', '/elsewhere/rows.csv', 'memfs:/rows.csv'],
    );
  });
});

describe('what a dialog proposes', () => {
  it('lies in the folder of what is in the editor, else in the first that can be written to', () => {
    world.folders.push(Uri.from({ scheme: 'readonly', path: '/r', query: '', fsPath: '' }), remote('/a'));
    world.folders.push(remote('/b'));
    assert.equal(String(workingFolder()), 'vscode-remote:/a');
    world.active = plainDocument(remote('/b/src/x.ts'), '');
    assert.equal(String(proposedPlace('orders.csv').defaultUri), 'vscode-remote:/b/orders.csv');
    world.active = plainDocument(remote('/elsewhere/x.ts'), '');
    assert.equal(String(workingFolder()), 'vscode-remote:/a');
  });

  it('is nothing where no folder is open', () => {
    assert.deepEqual([proposedPlace('x'), proposedHere('x')], [{}, {}]);
  });

  it('is of this machine for what only this machine can hold', () => {
    world.folders.push(remote('/a'));
    plainVscode.env.remoteName = 'ssh-remote';
    assert.equal(String(proposedHere('x').defaultUri), String(Uri.file(`${homedir()}/x`)));
    world.folders.unshift(Uri.file('/here'));
    assert.equal(String(proposedHere('x').defaultUri), 'file:///here/x');
  });
});
