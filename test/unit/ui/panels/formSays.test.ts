import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

describe('what stands above Send', () => {
  let FormSays: typeof import('../../../../src/ui/panels/formSays.ts').FormSays;
  before(async () => {
    await standInForVscode();
    ({ FormSays } = await import('../../../../src/ui/panels/formSays.ts'));
  });
  const erased = 'This input was erased from the order history, so the form was emptied.';

  it('is no fault where it tells how the form was filled or emptied', () => {
    const says = new FormSays('It was billed.');
    assert.deepEqual(says.view(), { problem: 'It was billed.', isCaution: true });
    says.erased('{}');
    assert.deepEqual(says.view(), { problem: erased, isCaution: true });
    says.fault('Nothing was sent.');
    assert.deepEqual(says.view(), { problem: 'Nothing was sent.', isCaution: false });
    says.clear();
    assert.deepEqual(says.view(), { problem: null, isCaution: false });
  });

  it('goes when an emptied form is typed into, and stays while it is empty', () => {
    const says = new FormSays(null);
    says.erased('{}');
    assert.equal(says.typed('{}'), false);
    assert.equal(says.view().problem, erased);
    assert.equal(says.typed('{"rc_number":"X"}'), true);
    assert.equal(says.view().problem, null);
  });

  it('stays where it warns of what is sent again, whatever is typed', () => {
    const says = new FormSays('It was billed.');
    assert.equal(says.typed('{"rc_number":"X"}'), false);
    assert.equal(says.view().problem, 'It was billed.');
  });
});
