import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { keyWords } = await import('../../../../src/ui/words/keyWords.ts');

test('a question says which key goes along, and that the sandbox has one of its own', () => {
  const savedAt = 0;
  assert.equal(keyWords({ key: { kind: 'simulated', key: 'invented' } }), 'Key: simulated');
  assert.equal(keyWords({ key: { kind: 'present', key: 'an-invented-key-9f3a', savedAt } }), 'Key: …9f3a');
  assert.equal(keyWords({ key: { kind: 'present', key: 'short', savedAt } }), 'Key: set');
  assert.equal(keyWords({ key: { kind: 'missing' } }), 'Key: none');
});
