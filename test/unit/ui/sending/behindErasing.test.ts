import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { askErasing } = await import('../../../../src/ui/asking/confirmErasing.ts');
const { askUntilRead } = await import('../../../../src/ui/asking/pressedUnread.ts');

/** As VS Code has it: one modal dialog at a time, whichever feature asks; the next one is shown once the first is closed. */
test('a question that stood behind one of another kind was not read while it stood there', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const shown: string[] = [];
  const dialog = (name: string, pressed: string, afterMs: number): Promise<string> => {
    const mine = closed.then(async () => {
      shown.push(name);
      await after(afterMs);
      return pressed;
    });
    closed = mine;
    return mine;
  };
  Object.assign(vscode.window, { showWarningMessage: () => dialog('erase', 'Erase', 900) });
  const first = askErasing('Erase this order?', 'This cannot be undone.', 'Erase');
  // A call of a form waited; its wait is over while the other question stands. Enter is pressed twice.
  let times = 0;
  const second = askUntilRead(
    () => dialog('send', 'Send', times++ === 0 ? 40 : 900),
    () => true,
  );
  assert.deepEqual(await Promise.all([first, second]), ['Erase', 'Send']);
  assert.deepEqual(shown, ['erase', 'send', 'send']);
});
