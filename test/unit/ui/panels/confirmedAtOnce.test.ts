import assert from 'node:assert/strict';
import test from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { LearnedShape } from '../../../../src/shapes/model.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { confirmField } = await import('../../../../src/ui/panels/formLearned.ts');

const live: Environment = {
  name: 'acme-prod',
  id: 'b1946ac9',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};
const seen = { inputs: 12, since: 1, last: 2 };
const key = (name: string) =>
  ({
    path: [{ key: name }],
    seen,
    of: 12,
    missing: null,
    kinds: { string: seen },
    formats: {},
    length: null,
    items: null,
    values: null,
    otherValues: 0,
  }) as const;
const shapeOf = (operation: LearnedShape['operation'], ...names: readonly string[]): LearnedShape => ({
  operation,
  place: live.baseUrl,
  side: 'request',
  code: 'OK',
  seen,
  paths: [{ ...key(''), path: [], kinds: { object: seen } }, ...names.map(key)],
  stopped: [],
  retryAfter: {},
});

const shapes = [
  shapeOf('aadhaar-pan-link', 'aadhaar_number', 'pan_number'),
  shapeOf('rc-advanced', 'rc_number'),
];
const services = {
  ledger: async () => ({
    learning: {
      shapes: async ({ operation }: { operation: string }) =>
        shapes.filter((one) => one.operation === operation),
    },
  }),
  log: { warn: () => undefined },
};

const stated = (id: LearnedShape['operation']): readonly string[] =>
  withRequestFields(operationById(id), readRequestFields(told.settings['verificationExplorer.requestFields']))
    .requestFields.filter(({ assumed }) => assumed === 'stated-by-user')
    .map(({ name }) => name);

const confirm = (id: LearnedShape['operation'], name: string) =>
  confirmField(
    services as never,
    withRequestFields(
      operationById(id),
      readRequestFields(told.settings['verificationExplorer.requestFields']),
    ),
    { environment: live },
    name,
  );

test('two fields confirmed one right after the other are both confirmed', async () => {
  delete told.settings['verificationExplorer.requestFields'];
  await Promise.all([
    confirm('aadhaar-pan-link', 'aadhaar_number'),
    confirm('aadhaar-pan-link', 'pan_number'),
  ]);
  assert.deepEqual(stated('aadhaar-pan-link'), ['aadhaar_number', 'pan_number']);
});

test('fields confirmed in two forms at once: neither form loses what was said in the other', async () => {
  delete told.settings['verificationExplorer.requestFields'];
  await Promise.all([confirm('aadhaar-pan-link', 'aadhaar_number'), confirm('rc-advanced', 'rc_number')]);
  assert.deepEqual([stated('aadhaar-pan-link'), stated('rc-advanced')], [['aadhaar_number'], ['rc_number']]);
});
