import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayFrom, dueOf, noonOf, readDay } from '../../../../src/calls/orders/followUps.ts';
import { countedUpTo, orderPresets, presetQuery } from '../../../../src/calls/orders/orderPresets.ts';

const evening = new Date(2026, 10, 21, 23, 59).getTime();

it('counts days by the calendar', () => {
  assert.equal(dayFrom(evening, 0), '2026-11-21');
  assert.equal(dayFrom(evening, 1), '2026-11-22');
  assert.equal(dayFrom(evening, 10), '2026-12-01');
});

it('reads days that exist, and no others', () => {
  assert.equal(readDay(' 2028-02-29 '), '2028-02-29');
  for (const odd of ['2026-02-29', '2026-13-01', '26-11-21', '2026-11-21T00:00', '', 'soon']) {
    assert.equal(readDay(odd), null, odd);
  }
  assert.equal(new Date(noonOf('2026-11-21')).getHours(), 12);
});

it('tells what is due from what is later', () => {
  const due = (followUp: string | null) => dueOf({ followUp }, '2026-11-21');
  assert.deepEqual(
    [due(null), due('2026-11-20'), due('2026-11-21'), due('2026-11-22')],
    [null, 'overdue', 'today', 'later'],
  );
});

it('asks for what each preset says, within the environment', () => {
  const asked = Object.fromEntries(orderPresets.map((id) => [id, presetQuery(id, null, evening)]));
  assert.deepEqual(asked.attention, { group: 'attention', filter: {} });
  assert.deepEqual(asked.open, { group: 'attention', filter: { outcomes: ['pending', 'held'] } });
  assert.equal(asked.today?.filter?.from, new Date(2026, 10, 21).getTime());
  assert.deepEqual(asked.repeats, { group: 'all', filter: { repeats: true } });
  assert.deepEqual(asked.negatives, {
    group: 'all',
    filter: { outcomes: ['negative'], billings: ['billed'] },
  });
  assert.deepEqual(asked.drifts, { group: 'all', filter: { drifts: ['breaking', 'notable', 'new'] } });
  const unknown = presetQuery('unknown', 'acme-prod', evening);
  assert.deepEqual(unknown.filter?.environments, ['acme-prod']);
  // Together with Open it is all that needs attention.
  assert.equal(unknown.filter?.outcomes?.length, 9);
  assert.equal(unknown.filter?.outcomes?.includes('pending'), false);
});

it('counts to a round number, after which the page says that there are more', () => {
  assert.equal(countedUpTo, 1000);
});
