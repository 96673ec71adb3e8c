import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GuardFacts, GuardQuestion } from '../../../../src/calls/ports/guardPorts.ts';
import { type Overlooked, readCooling, readOverview } from '../../../../src/calls/sending/overview.ts';
import { operations } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { noon, someFacts, spend } from './facts.ts';

interface Seen {
  readonly about: Overlooked;
  readonly questions: GuardQuestion[];
}

function over(
  facts: (operation: OperationId) => Partial<GuardFacts>,
  changes: Partial<Overlooked> = {},
): Seen {
  const questions: GuardQuestion[] = [];
  const about: Overlooked = {
    ledger: {
      guard: async (question) => {
        questions.push(question);
        return someFacts(facts(question.operation));
      },
      keyHash: async (place, key) => `${place} ${key}`,
    },
    environment: acme,
    key: { kind: 'present', key: 'invented-key-9f3a', savedAt: noon },
    session: 'session',
    now: noon,
    ...changes,
  };
  return { about, questions };
}

describe('what is told of all limits at once', () => {
  it('asks of every operation, with the key that is there, for no input', async () => {
    const { about, questions } = over(() => ({}));
    await readOverview(about, operations);
    assert.deepEqual(
      questions.map(({ operation }) => operation),
      operations.map(({ id }) => id),
    );
    for (const { place, keyHash, spenders, input, now, day, session, windows } of questions) {
      assert.deepEqual([place, keyHash], [acme.baseUrl, `${acme.baseUrl} invented-key-9f3a`]);
      assert.deepEqual(
        [spenders.includes('name:acme-prod'), input, now, session],
        [true, null, noon, 'session'],
      );
      assert.equal(day, '2026-11-21');
      assert.deepEqual(
        windows.map(({ ms, learns }) => [ms, learns]),
        [
          [60_000, false],
          [86_400_000, false],
        ],
      );
    }
    const keyless = over(() => ({}), { key: { kind: 'missing' } });
    await readOverview(keyless.about, operations);
    assert.equal(keyless.questions[0]?.keyHash, `${acme.baseUrl} null`);
  });

  it('has each operation with what holds for it, and what the environment spent', async () => {
    const learned = { at: noon, calls: 8 } as GuardFacts['learned'];
    const { about } = over(
      (id) => ({
        spent: { session: spend(1, '4'), day: spend(2, '4'), month: spend(3, '4') },
        ...(id === 'rc-advanced' ? { learned } : {}),
      }),
      { environment: { ...acme, limits: { 'credit-report': { perMinute: null, perDay: 5 } } } },
    );
    const { limits, spent } = await readOverview(about, operations);
    assert.deepEqual(
      limits.map(({ operation, isOwn, seenPerMinute }) => [operation.id, isOwn, seenPerMinute]),
      operations.map(({ id }) => [id, id === 'credit-report', id === 'rc-advanced' ? 7 : null]),
    );
    assert.deepEqual(spent?.month, spend(3, '4'));
  });

  it('is nothing where there are no operations', async () => {
    assert.deepEqual(await readOverview(over(() => ({})).about, []), { limits: [], spent: null });
  });
});

describe('what the service asked to wait with', () => {
  it('is told with the longest wait first, and without what is free', async () => {
    const waits: Partial<Record<OperationId, number>> = { 'rc-advanced': 5000, 'email-bulk': 9000 };
    const { about, questions } = over((id) => {
      const ms = waits[id];
      return ms === undefined ? {} : { coolDown: { until: noon + ms } as GuardFacts['coolDown'] };
    });
    const cooling = await readCooling(about, operations);
    assert.deepEqual(
      cooling.map(({ operation, until }) => [operation.id, until - noon]),
      [
        ['email-bulk', 9000],
        ['rc-advanced', 5000],
      ],
    );
    assert.ok(questions.every(({ windows }) => windows.length === 0));
  });
});
