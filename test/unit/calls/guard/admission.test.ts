import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admission, guardQuestion, readGuard } from '../../../../src/calls/guard/admission.ts';
import type { GuardFacts, GuardQuestion } from '../../../../src/calls/guardPorts.ts';
import type { PreflightContext } from '../../../../src/calls/preflight.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { anOrder } from '../orders.ts';
import { meters, noon, someContext, someFacts, spend } from './facts.ts';

const subject = { fingerprint: 'f', session: 's' };

function refusal(
  facts: Partial<GuardFacts>,
  accepted: readonly string[],
  context: Partial<PreflightContext> = {},
): string | null {
  const whole = someContext(context);
  const { admit } = admission(whole, guardQuestion(whole, subject, null), new Set(accepted));
  const why = admit(someFacts(facts));
  return why === null ? null : plain(why);
}

test('what stands in the way must be accepted by its own id', () => {
  assert.equal(refusal({}, []), null);
  const open = anOrder({ id: 'p1', outcome: 'unknown' });
  assert.match(refusal({ pendingTwin: open }, []) ?? '', /^Not sent: The same input left/);
  assert.match(refusal({ pendingTwin: open }, ['pending-twin:p2', 'paid-twin:p1']) ?? '', /^Not sent/);
  assert.equal(refusal({ pendingTwin: open }, ['pending-twin:p1']), null);
  const coolDown = { until: noon + 1, guessed: false, id: 'o2' };
  assert.match(refusal({ coolDown }, [`cool-down:${noon}`]) ?? '', /^Not sent/);
  assert.match(refusal({ meters: meters(5, 5) }, []) ?? '', /^Not sent: The documented limit/);
  assert.equal(refusal({ meters: meters(5, 5), coolDown }, ['meter:60000', `cool-down:${noon + 1}`]), null);
});

test('a budget is never accepted', () => {
  const environment = {
    name: 'acme-prod',
    baseUrl: 'https://api.example.invalid',
    kind: 'live',
    budget: { kind: 'set', limits: { day: { calls: 2, money: null } }, warnAt: 0.8 },
  } as const;
  const spent = (calls: number) => ({
    spent: { session: spend(0, null), day: spend(calls, null), month: spend(calls, null) },
  });
  assert.equal(refusal(spent(1), [], { environment }), null);
  assert.match(refusal(spent(2), ['budget-stop:day:calls'], { environment }) ?? '', /is used up/);
});

test('what is only told does not hinder', () => {
  assert.equal(refusal({}, [], { key: { kind: 'missing' } }), null);
});

test('the ledger is asked again with what was learned, where nothing else is known', async () => {
  const asked: GuardQuestion[] = [];
  const learned = { calls: 31, at: noon };
  const ledger = {
    guard: async (question: GuardQuestion) => {
      asked.push(question);
      return someFacts({ learned });
    },
  };
  await readGuard(ledger, someContext(), subject);
  assert.deepEqual(
    asked.map(({ windows }) => windows.map(({ most }) => most)),
    [[5, 100]],
  );
  asked.length = 0;
  const { question } = await readGuard(
    ledger,
    someContext({ operation: operationById('credit-report') }),
    subject,
  );
  assert.deepEqual(
    asked.map(({ windows }) => windows.map(({ most }) => most)),
    [
      [null, null],
      [30, null],
    ],
  );
  assert.equal(question.windows[0]?.most, 30);
  assert.deepEqual(
    [question.keyTail, question.day, question.session, question.fingerprint],
    ['9f3a', '2026-11-21', 's', 'f'],
  );
});
