import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DeclaredSetting, valueProblem } from '../../../../src/calls/environments/valueProblem.ts';
import { plain } from '../../../../src/contract/words.ts';
import { root } from '../../house/sources.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const declared: Record<string, DeclaredSetting> = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }: { properties: object }) => properties),
);

function told(setting: string, value: unknown): string | null {
  const id = `verificationExplorer.${setting}`;
  assert.ok(declared[id] !== undefined, id);
  const problem = valueProblem(id, value, declared[id]);
  return problem === null ? null : plain(problem);
}

test('a value that no setting has says what may stand there, and what holds until it does', () => {
  assert.equal(
    told('keep', 'nothing'),
    '“verificationExplorer.keep” must be one of everything, metadata, open-only; until it is, everything holds.',
  );
  assert.equal(
    told('deadlineSeconds', 'sixty'),
    '“verificationExplorer.deadlineSeconds” must be a number from 1 to 600; until it is, 60 holds.',
  );
  assert.match(told('batchConcurrency', 99) ?? '', /from 1 to 4; until it is, 1 holds\.$/);
  assert.match(told('rehearseGuard', 'yes') ?? '', /true or false; until it is, false holds\.$/);
});

test('what holds is not told of; of lists and objects others tell', () => {
  const values: readonly (readonly [string, unknown])[] = [
    ['keep', 'metadata'],
    ['deadlineSeconds', 600],
    ['keepOrderDays', 0],
    ['rehearseGuard', true],
    ['environments', 'x'],
    ['requestFields', 7],
  ];
  for (const [setting, value] of values) assert.equal(told(setting, value), null, setting);
});
