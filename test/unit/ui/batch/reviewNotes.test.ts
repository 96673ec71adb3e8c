import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

/** As much of a review as its groups are drawn from. */
function reviewWith(wrongSent: number): never {
  const none = { rows: 0, sent: 0 };
  return {
    counts: { wrong: { rows: 3, sent: wrongSent }, repeat: none, paid: none, open: none, ready: none },
  } as never;
}

describe('the note beside rows that look wrong', () => {
  let groupViews: typeof import('../../../../src/ui/batch/reviewState.ts').groupViews;
  before(async () => {
    await standInForVscode();
    ({ groupViews } = await import('../../../../src/ui/batch/reviewState.ts'));
  });

  it('says that they are left out as long as none of them is sent', () => {
    assert.match(groupViews(reviewWith(0))[0]?.note ?? '', /^Left out unless you choose them/);
  });

  it('does not say so of rows that are ticked, whoever ticked them', () => {
    for (const sent of [1, 3]) {
      assert.match(groupViews(reviewWith(sent))[0]?.note ?? '', /^Selected rows are sent/);
    }
  });

  it('calls free only what the service refuses', () => {
    for (const sent of [0, 1]) {
      assert.match(
        groupViews(reviewWith(sent))[0]?.note ?? '',
        /[.] Free only if the service refuses them with INVALID_INPUT[.]$/,
      );
    }
  });
});
