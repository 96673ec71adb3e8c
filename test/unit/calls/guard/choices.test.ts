import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Agreement, nextStep } from '../../../../src/calls/guard/agreement.ts';
import { acceptedBy, type Choice, choicesFor, stillAccepted } from '../../../../src/calls/guard/choices.ts';
import { freeAfter, type Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { noon } from './facts.ts';

const what = { text: 'x' };
const pending: Obstacle = { kind: 'pending-twin', id: 'pending-twin:o', order: orderId('o'), what };
const paid: Obstacle = { kind: 'paid-twin', id: 'paid-twin:p', order: orderId('p'), billed: true, what };
const coolDown: Obstacle = {
  kind: 'cool-down',
  id: 'cool-down:1',
  until: noon + 30_000,
  guessed: false,
  doubtful: false,
  order: null,
  what,
};
const meter: Obstacle = {
  kind: 'meter',
  id: 'meter:60000',
  most: 5,
  count: 5,
  freeAt: noon + 41_000,
  source: 'documented',
  what,
};
const doubtful: Obstacle = { ...coolDown, id: 'cool-down:2', until: noon + 200_000_000, doubtful: true };
const unknownEnd: Obstacle = { ...meter, freeAt: null };
const stop: Obstacle = {
  kind: 'budget-stop',
  id: 'budget-stop:day:calls',
  limit: 'day:calls',
  cure: 'budget',
  what,
};
const warning: Obstacle = {
  kind: 'budget-warning',
  id: 'budget-warning:day:calls',
  limit: 'day:calls',
  cure: 'budget',
  period: 'day',
  what,
};
const refusal: Obstacle = { kind: 'refusal', id: 'refusal:MISSING_API_KEY', repair: 'set-key', what };

const named = (obstacles: readonly Obstacle[]): string[] =>
  choicesFor(obstacles).map((choice) => {
    if (choice.kind === 'send') return `send ${choice.how}`;
    return choice.kind === 'open-order' ? `open ${choice.order}` : choice.kind;
  });

test('the choices fit what stands in the way, the safest first', () => {
  assert.deepEqual(named([]), ['send plain']);
  assert.deepEqual(named([warning]), ['send plain']);
  assert.deepEqual(named([paid]), ['open p', 'send anyway']);
  assert.deepEqual(named([pending, paid]), ['open o', 'send anyway']);
  assert.deepEqual(named([coolDown, meter]), ['wait', 'send now']);
  assert.deepEqual(named([unknownEnd]), ['send now']);
  assert.deepEqual(named([paid, meter]), ['open p', 'wait', 'send now']);
  assert.deepEqual(named([refusal]), ['repair', 'send plain']);
  assert.deepEqual(named([doubtful]), ['lift', 'send now']);
  assert.deepEqual(named([doubtful, meter]), ['lift', 'send now']);
});

test('a pending twin is passed by a choice of its own', () => {
  assert.deepEqual(named([pending, meter]), ['open o', 'pass-twin']);
  assert.deepEqual(acceptedBy({ kind: 'pass-twin' }, [pending, meter]), [pending.id]);
});

test('waiting accepts all but the waits', () => {
  assert.deepEqual(acceptedBy({ kind: 'wait' }, [paid, meter, coolDown]), [paid.id]);
  assert.deepEqual(acceptedBy({ kind: 'lift' }, [paid, meter, doubtful]), [paid.id]);
  assert.equal(freeAfter([coolDown, meter]), noon + 41_000);
  assert.equal(freeAfter([coolDown, unknownEnd]), null);
});

test('whoever waits takes back that a wait was to be passed, and nothing else', () => {
  const before = new Set([paid.id, meter.id, coolDown.id]);
  assert.deepEqual(stillAccepted({ kind: 'wait' }, before), [paid.id]);
  assert.deepEqual(stillAccepted({ kind: 'send', how: 'now' }, before), [...before]);
});

const any = fc.subarray([pending, paid, coolDown, doubtful, meter, stop, warning, refusal]);

test('nothing sends where a budget stops', () => {
  fc.assert(
    fc.property(any, (obstacles) => {
      const sends = choicesFor(obstacles).some(
        ({ kind }) => kind === 'send' || kind === 'wait' || kind === 'lift' || kind === 'pass-twin',
      );
      assert.equal(sends, !obstacles.includes(stop));
    }),
  );
});

function agreed(choice: Choice, shown: readonly Obstacle[]): Agreement {
  return {
    target: 'here',
    accepted: new Set(acceptedBy(choice, shown)),
    shown: new Set(shown.map(({ id }) => id)),
    waits: choice.kind === 'wait',
  };
}

test('after a wait it is sent only where nothing unseen stands in the way', () => {
  const waits = agreed({ kind: 'wait' }, [paid, meter]);
  assert.deepEqual(nextStep(waits, 'here', [paid]), { kind: 'send' });
  assert.deepEqual(nextStep(waits, 'here', []), { kind: 'send' });
  assert.deepEqual(nextStep(waits, 'here', [paid, meter]), { kind: 'wait', until: noon + 41_000 });
  assert.deepEqual(nextStep(waits, 'here', [coolDown]), { kind: 'wait', until: noon + 30_000 });
  assert.deepEqual(nextStep(waits, 'here', [unknownEnd]), { kind: 'ask' });
  assert.deepEqual(nextStep(waits, 'here', [pending]), { kind: 'ask' });
  assert.deepEqual(nextStep(waits, 'here', [refusal]), { kind: 'ask' });
  assert.deepEqual(nextStep(waits, 'elsewhere', []), { kind: 'ask' });
});

test('whatever was agreed to, a step that sends passes nothing that was not accepted', () => {
  fc.assert(
    fc.property(any, any, fc.nat(), (shown, found, pick) => {
      const choices = choicesFor(shown);
      const choice = choices[pick % choices.length];
      assert.ok(choice !== undefined);
      if (choice.kind !== 'send' && choice.kind !== 'wait' && choice.kind !== 'pass-twin') return;
      const agreement = agreed(choice, shown);
      if (nextStep(agreement, 'here', found).kind !== 'send') return;
      for (const one of found) {
        assert.notEqual(one.kind, 'budget-stop');
        if (one.kind === 'pending-twin') assert.ok(agreement.accepted.has(one.id));
        else assert.ok(agreement.shown.has(one.id));
      }
    }),
  );
});

test('an order to open is told as paid or as pending', () => {
  assert.deepEqual(choicesFor([pending])[0], { kind: 'open-order', order: pending.order, paid: false });
  assert.deepEqual(choicesFor([paid])[0], { kind: 'open-order', order: paid.order, paid: true });
});

test('what sends nothing accepts nothing', () => {
  const nothing: readonly Choice[] = [
    { kind: 'open-order', order: orderId('o'), paid: false },
    { kind: 'repair', repair: 'set-key' },
    { kind: 'change-budget', cure: 'budget', limit: null },
  ];
  for (const choice of nothing) assert.deepEqual(acceptedBy(choice, [pending, paid, meter]), [], choice.kind);
});

test('waiting ends when the last of the waits does, in whatever order they are told', () => {
  assert.equal(freeAfter([meter, coolDown]), noon + 41_000);
  assert.equal(freeAfter([coolDown, meter]), noon + 41_000);
  assert.equal(freeAfter([paid]), null);
});

test('nobody waits where more than time stands in the way', () => {
  const seen: Agreement = {
    target: 'here',
    accepted: new Set(),
    shown: new Set([pending.id, meter.id]),
    waits: true,
  };
  assert.deepEqual(nextStep(seen, 'here', [pending, meter]), { kind: 'ask' });
  assert.deepEqual(nextStep(seen, 'here', [meter]), { kind: 'wait', until: noon + 41_000 });
});

test('what cures several stops is offered once, for the first of them', () => {
  const month: Obstacle = { ...stop, id: 'budget-stop:month:calls', limit: 'month:calls' };
  const offered = choicesFor([stop, month]).filter(({ kind }) => kind === 'change-budget');
  assert.equal(offered.length, 1);
  assert.deepEqual(offered, choicesFor([stop]));
  const price: Obstacle = { ...stop, id: 'budget-stop:day:money', limit: 'day:money', cure: 'price' };
  assert.deepEqual(
    choicesFor([stop, price, month]).map((one) => (one.kind === 'change-budget' ? one.cure : one.kind)),
    ['budget', 'price'],
  );
});
