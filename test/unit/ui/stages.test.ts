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

  it('leads to the log where it failed, which opens though nothing else can', async () => {
    let logs = 0;
    const { did, storage, stop } = await startIn((made) => {
      const api = wholeApi(made);
      const show = (): void => {
        logs += 1;
      };
      const channel = {
        show,
        dispose: () => undefined,
        error: (what: string) => void made.logged.push(what),
      };
      const window = {
        ...api.window,
        createOutputChannel: () => channel,
        createTreeView: () => {
          throw new TypeError('no view');
        },
        showErrorMessage: async (text: string, ...buttons: readonly string[]) => {
          made.shown.push(text);
          return buttons[0];
        },
      };
      const executeCommand = async (id: string): Promise<unknown> => made.commands.get(id)?.();
      return { ...api, window, commands: { ...api.commands, executeCommand } };
    });
    try {
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([did.shown, did.logged, logs], [['no view'], ['start'], 1]);
    } finally {
      await stop();
      removeFolder(storage);
    }
  });
});
