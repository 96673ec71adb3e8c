import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../support/processes.ts';
import { aDesk } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

for (const [keep, said] of [
  ['open-only', /^Not kept, as the settings say: save what you need of it/],
  ['metadata', /^Not kept, as the settings say: save what you need of it/],
  ['everything', /^$/],
] as const)
  test(`the answer in a form says whether it is kept: ${keep}`, async (t) => {
    const { world, open } = await aDesk(t);
    world.keep = { keep, payloadDays: 0, orderDays: 0 };
    world.answers = [plain];
    const page = await open();
    page.panel.asks('call/submit', await page.typed('XX00AB0001'));
    const answer = await until(
      async () => (await page.shown()).answer ?? undefined,
      () => 'no answer stands in the form',
      10_000,
    );
    assert.equal(answer.outcome, 'verified');
    assert.match(answer.warning ?? '', said);
  });
