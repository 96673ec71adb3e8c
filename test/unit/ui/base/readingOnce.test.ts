import assert from 'node:assert/strict';
import { before, it, mock } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

type Settings = typeof import('../../../../src/ui/base/both/settings.ts');

let kept: unknown = [];
const inspect = mock.fn((_id: string) => ({ globalValue: kept }));
let own: Settings;

before(async () => {
  await standInForVscode();
  const { workspace } = await import('vscode');
  mock.method(workspace, 'getConfiguration', () => ({ inspect }));
  own = await import('../../../../src/ui/base/both/settings.ts');
});

it('a setting that several parts ask for at the start is looked up once', () => {
  inspect.mock.resetCalls();
  own.readingOnce(() => {
    assert.deepEqual(own.settings.environments(), kept);
    own.settings.requestFields();
    assert.deepEqual(own.settings.environments(), kept);
  });
  assert.equal(inspect.mock.callCount(), 2);
});

it('one that changed is read as it stands from then on', () => {
  own.readingOnce(() => own.settings.environments());
  kept = [{ name: 'acme' }];
  assert.deepEqual(own.settings.environments(), [{ name: 'acme' }]);
  kept = [];
  assert.deepEqual(own.settings.environments(), []);
});

it('so it is after a start that failed', () => {
  assert.throws(() =>
    own.readingOnce(() => {
      own.settings.environments();
      throw new Error('no start');
    }),
  );
  kept = 'other';
  assert.equal(own.settings.environments(), 'other');
});
