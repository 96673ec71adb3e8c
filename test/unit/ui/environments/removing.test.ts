import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { removeAsked } = await import('../../../../src/ui/environments/environmentCommands.ts');
const { EnvironmentState } = await import('../../../../src/ui/base/start/environmentState.ts');

const mine = { name: 'acme-prod', id: 'one', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;
const memento = { get: (_: string, fallback: unknown) => fallback, update: async () => undefined };

/** Answers the question with yes. @param removed gets the names of the environments whose key is removed */
async function removeMine(entries: readonly unknown[], removed: string[], cannot = ''): Promise<void> {
  told.settings['verificationExplorer.environments'] = entries;
  const environments = new EnvironmentState(memento as never);
  const environment = environments.find('acme-prod');
  assert.ok(environment);
  const keys = { remove: async ({ name }: { name: string }) => void removed.push(name) };
  told.answers.push('Remove');
  told.unwritable = cannot;
  await removeAsked({ environments, keys } as never, environment).finally(() => environments.dispose());
}

test('an environment that cannot be taken out of the settings keeps its key', async () => {
  const removed: string[] = [];
  // As VS Code does while settings.json is open with unsaved changes.
  const why = 'Unable to write into user settings because the file has unsaved changes.';
  await assert.rejects(removeMine([mine], removed, why), { message: why });
  assert.deepEqual(removed, []);
  assert.deepEqual(told.settings['verificationExplorer.environments'], [mine]);
});

test('what is removed is the environment that was picked, with its key, and no other entry of its name', async () => {
  const other = { ...mine, name: 'Acme-Prod', id: 'two', prices: { 'rc-advanced': '4.50' } };
  const broken = { name: 'acme-prod' };
  const removed: string[] = [];
  await removeMine([broken, mine, other], removed);
  assert.deepEqual(removed, ['acme-prod']);
  assert.deepEqual(told.settings['verificationExplorer.environments'], [broken, other]);
});
