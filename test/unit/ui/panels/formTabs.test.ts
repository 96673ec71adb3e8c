import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { root } from '../../house/sources.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');

const event = () => ({ dispose: () => undefined });

async function forms(t: TestContext) {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  const { settings } = world.ports;
  const quiet = () => undefined;
  let ids = 0;
  const services = {
    extensionUri: { path: root },
    ledger: async () => world.ledger,
    sending: world.sending,
    operation: settings.operation,
    operations: () => [settings.operation('rc-advanced')],
    environments: { onDidChange: event },
    keys: { onDidChange: event },
    onDidChangeFields: event,
    now: () => world.now,
    newId: () => {
      ids += 1;
      return `11111111-2222-4333-8444-${String(ids).padStart(12, '0')}`;
    },
    log: { warn: quiet, error: quiet, info: quiet },
  };
  const opened = new Forms(services as never, quiet);
  t.after(() => opened.windowEnds());
  t.after(() => opened.dispose());
  return { ...tabs, opened };
}

test('a form asked for twice at once, as by a double click on its row, is opened once', async (t) => {
  const { opened, panels } = await forms(t);
  await Promise.all([opened.show('rc-advanced'), opened.show('rc-advanced')]);
  assert.deepEqual(
    panels.map(({ title, revealed }) => [title, revealed]),
    [['RC Details Advanced', 1]],
  );
});

test('forms of two operations asked for at once are both opened', async (t) => {
  const { opened, panels } = await forms(t);
  await Promise.all([opened.show('rc-advanced'), opened.show('credit-report')]);
  assert.equal(panels.length, 2);
});
