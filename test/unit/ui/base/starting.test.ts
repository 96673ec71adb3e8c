import assert from 'node:assert/strict';
import { before, it, mock } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const acme = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };
let kept: unknown[] = [];
const inspect = mock.fn((_id: string) => ({ globalValue: kept }));

before(async () => {
  await standInForVscode();
  const { workspace } = await import('vscode');
  mock.method(workspace, 'getConfiguration', () => ({ inspect }));
});

it('environments that several parts ask for at the start are looked up once, and afresh from then on', async () => {
  const { EnvironmentState } = await import('../../../../src/ui/base/start/environmentState.ts');
  const { Starting } = await import('../../../../src/ui/base/start/starting.ts');
  const starting = new Starting();
  inspect.mock.resetCalls();
  const state = new EnvironmentState({ get: (_key: string, or: unknown) => or } as never, starting);
  assert.deepEqual(
    [state.all(), state.all()].map((all) => all.map(({ name }) => name)),
    [['Sandbox'], ['Sandbox']],
  );
  assert.equal(inspect.mock.callCount(), 1);
  starting.end();
  for (const environments of [[acme], [], [acme]]) {
    kept = environments;
    assert.equal(state.all().length, 1 + environments.length);
  }
});

it('the fields of requests as well', async () => {
  const { RequestFieldState } = await import('../../../../src/ui/base/start/requestFieldState.ts');
  const { Starting } = await import('../../../../src/ui/base/start/starting.ts');
  const starting = new Starting();
  inspect.mock.resetCalls();
  const state = new RequestFieldState(starting);
  state.operations();
  state.operation('rc-advanced');
  assert.equal(inspect.mock.callCount(), 1);
  starting.end();
  state.operations();
  state.operations();
  assert.equal(inspect.mock.callCount(), 3);
});

it('nothing is kept of a state that was made after the start', async () => {
  const { Starting } = await import('../../../../src/ui/base/start/starting.ts');
  const starting = new Starting();
  starting.end();
  let value = 1;
  const read = starting.once(() => value);
  assert.equal(read(), 1);
  value = 2;
  assert.equal(read(), 2);
});
