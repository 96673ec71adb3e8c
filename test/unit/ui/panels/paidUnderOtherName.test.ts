import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import { aDesk } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

/** README: "The same input before? Paid, or perhaps paid: open that answer, or send anyway." Correcting an assumed name is what it advises. */
test('what was paid for before its field got another name is asked about as paid', async (t) => {
  const { world, means, open } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  assert.equal(world.requests.length, 1);
  means.correct();
  const kinds: string[] = [];
  world.answers = [
    ({ choices }: Question) => {
      kinds.push(...choices.map(({ kind }) => kind));
      return undefined;
    },
  ];
  const { draft } = await page.shown();
  const renamed = { ...draft, fields: { ...draft.fields, vehicle_number: 'XX00AB0001' } };
  await page.ask('call/submit', renamed);
  assert.ok(kinds.includes('open-order'), kinds.join());
  assert.equal(world.requests.length, 1);
});

test('another input under the new name is no repeat', async (t) => {
  const { world, means, open } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  means.correct();
  const kinds: string[] = [];
  world.answers = [
    ({ choices }: Question) => {
      kinds.push(...choices.map(({ kind }) => kind));
      return undefined;
    },
  ];
  const { draft } = await page.shown();
  await page.ask('call/submit', { ...draft, fields: { ...draft.fields, vehicle_number: 'XX00AB0002' } });
  assert.deepEqual([kinds.includes('open-order'), kinds.includes('send')], [false, true]);
});

/** The other way: a name that turned out wrong is taken back, and what was paid for under it is paid for all the same. */
test('what was paid for under a name that its user took back since is asked about as paid', async (t) => {
  const { world, means, open } = await aDesk(t);
  means.correct();
  world.answers = [plain];
  const first = await open();
  const { draft } = await first.shown();
  await first.ask('call/submit', { ...draft, fields: { ...draft.fields, vehicle_number: 'XX00AB0001' } });
  assert.equal(world.requests.length, 1);
  world.fields.delete('rc-advanced');
  const kinds: string[] = [];
  world.answers = [
    ({ choices }: Question) => {
      kinds.push(...choices.map(({ kind }) => kind));
      return undefined;
    },
  ];
  const later = await open();
  await later.ask('call/submit', await later.typed('XX00AB0001'));
  assert.ok(kinds.includes('open-order'), kinds.join());
  assert.equal(world.requests.length, 1);
});
