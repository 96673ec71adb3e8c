import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { commandIds, viewIds } from '../../../src/contributions.ts';
import { removeFolder, root } from '../../support/paths.ts';
import { type Did, startIn, wholeApi } from './leastEditor.ts';

const history = `createTreeView ${viewIds.orders}`;

function shownTimes({ called }: Did): number {
  return called.filter((one) => one === history).length;
}

describe('what is shown right after activation', () => {
  before(() => {
    assert.ok(
      existsSync(join(root, 'dist/extension.js')),
      'Nothing is built: run "npm run build -- --production" first.',
    );
  });

  it('is not shown by a copy that could not activate, as beside one of another publisher, whose commands have our ids', async () => {
    const made: Did[] = [];
    const start = startIn((did) => {
      made.push(did);
      const api = wholeApi(did);
      const registerCommand = (id: string): never => {
        throw new Error(`command '${id}' already exists`);
      };
      return { ...api, commands: { ...api.commands, registerCommand } };
    });
    await assert.rejects(start, /already exists/);
    const [did] = made;
    assert.ok(did !== undefined);
    assert.deepEqual([shownTimes(did), did.shown, did.logged], [0, [], []]);
  });

  it('is shown once in an editor that lets commands run until the window has closed, and nothing is sent by then', async () => {
    const { did, storage, deactivate, stop } = await startIn(wholeApi);
    const look = did.commands.get(commandIds.quickLookup) ?? assert.fail('no lookup');
    const lookUp = (rc_number: string): Promise<unknown> =>
      look({ operation: 'rc-advanced', fields: { rc_number } });
    try {
      await lookUp('MH00AB1234');
      await deactivate();
      await assert.rejects(lookUp('MH00AB1235'), /this window is closing/);
      await deactivate();
      assert.equal(shownTimes(did), 1);
    } finally {
      await stop();
      removeFolder(storage);
    }
  });
});
