import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paidTwin } from '../../../../src/calls/guard/twins.ts';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { answer } from '../../calls/batch/aRun.ts';
import { anOrder } from '../../calls/orders.ts';
import { anyway, aWorld, plain, type World } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { askAbout } = await import('../../../../src/ui/sending/askAbout.ts');

test('what looks wrong in a value stands in the question, before where the call goes, and the value nowhere', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"MH12AB987654321"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  told.answers.push('Send');
  await askAbout(question);
  const [words, options] = told.shown.at(-1) as readonly [string, { readonly detail: string }];
  const [first, blank, ...rest] = options.detail.split('\n');
  assert.equal(
    first,
    'Looks wrong: Does not look like a registration number, such as MH12AB0000 or 22BH0000AA.',
  );
  assert.equal(blank, '');
  assert.match(rest.join('\n'), /https:/);
  assert.doesNotMatch(words + options.detail, /987654/);
});

test('of an input whose earlier call is recorded as not billed, or as refunded, the question says so', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"MH12AB0000"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  const headlineOf = async (...twins: readonly Partial<OrderSummary>[]): Promise<string> => {
    const obstacles = twins.map((one) => paidTwin(anOrder({ billing: 'unknown', ...one }), 0));
    told.answers.push('Send');
    await askAbout({ ...question, obstacles });
    const [words] = told.shown.at(-1) as readonly [string];
    return words;
  };
  const asked = await headlineOf({ resolved: null });
  assert.match(asked, /again\? The same input may have been paid for[.]$/);
  const free = await headlineOf({ resolved: 'not-billed' });
  assert.match(free, /again\? The same input was sent before, recorded as not billed[.]$/);
  const refunded = await headlineOf({ resolved: 'refunded' });
  assert.match(refunded, /again\? The same input was sent before, recorded as refunded[.]$/);
  // Another of them may have been paid for.
  assert.equal(await headlineOf({ resolved: 'not-billed' }, { resolved: null }), asked);
});

/** The headline and the lines below it when some addresses of a bulk call were sent before. */
async function askedOf(world: World, ...sent: readonly string[]): Promise<readonly string[]> {
  const operation = operationById('email-bulk');
  await world.send({ operation, body: JSON.stringify({ emails: sent.map((one) => `${one}@x.example`) }) });
  const question = world.asked.at(-1);
  assert.ok(question !== undefined);
  told.answers.push('Send');
  await askAbout(question);
  const [words, options] = told.shown.at(-1) as readonly [string, { readonly detail: string }];
  return [words, ...options.detail.split('\n')];
}

test('of a bulk call of which some addresses were paid for it is said how many, and how many are new', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, anyway, anyway];
  const [first] = await askedOf(world, 'a', 'b');
  assert.match(first ?? '', /^Send 2 e-mail addresses to acme-prod \(LIVE\)\?$/);
  const [headline, line] = await askedOf(world, 'b', 'c');
  assert.equal(
    headline,
    'Send 2 e-mail addresses to acme-prod (LIVE)? Already paid for: 1 of 2 addresses. New: 1.',
  );
  assert.match(line ?? '', /^Already paid for: 1 of 2 addresses, at .*[.] New: 1[.]$/);
  const [again] = await askedOf(world, 'b', 'A');
  assert.match(again ?? '', /again\? The same input was already paid for[.]$/);
  // The first of them has both, though the second is newer.
  const [open] = world.asked.at(-1)?.choices ?? [];
  assert.deepEqual(open, { kind: 'open-order', order: world.begun[0]?.id, paid: true });
});

test('where some of the addresses are open it is not said that they were paid for', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain, plain, anyway];
  await askedOf(world, 'a');
  world.serviceAnswers = () => answer('ACCEPTED', 202, true);
  await askedOf(world, 'b', 'c');
  const [headline, open, paid] = await askedOf(world, 'a', 'c', 'd');
  assert.match(headline ?? '', /\? Sent before: 2 of 3 addresses[.] New: 1[.]$/);
  assert.match(open ?? '', /^Still open since .*: 1 of 3 addresses /);
  assert.match(paid ?? '', /^Already paid for: 1 of 3 addresses, /);
});
