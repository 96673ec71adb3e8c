import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverId, coverText } from '../../../src/contract/coverText.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';

const covered = (operation: Parameters<typeof operationById>[0], body: string) =>
  new OwnInput(operationById(operation), body);

test('what was asked about under the first of a key given twice is covered in an order_id, as where it is given once', () => {
  const id = 'ORDXX00AB0001';
  const once = coverId(id, covered('rc-advanced', '{"rc_number":"XX00AB0001"}'));
  assert.ok(!once.includes('XX00AB0001'), `once: ${once}`);
  const twice = coverId(id, covered('rc-advanced', '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}'));
  assert.ok(!twice.includes('XX00AB0001'), `twice: ${twice}`);
});

test('so is a name in a message', () => {
  const said = 'No report was found for Ashwini Rao.';
  const once = coverText(said, covered('credit-report', '{"name":"Ashwini Rao"}'));
  assert.ok(!/Ashwini/.test(once), `once: ${once}`);
  const twice = coverText(said, covered('credit-report', '{"name":"Ashwini Rao","name":"Ravindra Naik"}'));
  assert.ok(!/Ashwini/.test(twice), `twice: ${twice}`);
});
