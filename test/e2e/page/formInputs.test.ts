import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { DraftInput, FieldView, OperationView } from '../../../src/protocol/messages.ts';
import { until as soon } from '../../support/processes.ts';
import { reads } from '../../support/values.ts';
import { type Opened, until } from './harness.ts';
import { asks, ownPages } from './ownPages.ts';
import { calmNotice, draft, live, magic, rcOperation, state } from './samples.ts';

const withPage = ownPages();

const noCheck = {
  hints: [],
  json: '{}',
  fields: {},
  misfit: null,
  sameAsSent: false,
  broken: null,
  notice: calmNotice,
};
const plate = (opened: Opened) =>
  opened.page.getByRole('textbox', { name: 'Registration number', exact: true });

const assumedField: FieldView = {
  name: 'number',
  label: 'Identifier',
  kind: 'text',
  required: true,
  placeholder: '0000000000',
  assumed: 'number: responses echo it',
  note: '',
  start: null,
  check: null,
  personal: true,
};
const creditOperation: OperationView = {
  ...rcOperation,
  fields: [
    assumedField,
    {
      ...assumedField,
      name: 'fetch_by',
      label: 'Kind of identifier',
      required: false,
      assumed: 'fetch_by: responses echo it',
      choices: ['mobile', 'pan'],
    },
  ],
};

test('how a field is sent is said under it; one control sends it as typed, and takes that back', async () => {
  const handlers = {
    'draft/check': async ({ fields, asTyped = [] }: DraftInput) => ({
      ...noCheck,
      fields,
      sent:
        fields.rc_number === 'xx 00'
          ? [{ field: 'rc_number', normal: 'XX00', asTyped: asTyped.includes('rc_number') }]
          : [],
    }),
  };
  await withPage({ state: state(), handlers }, async (opened) => {
    const { page } = opened;
    await plate(opened).fill('xx 00');
    await page.getByText('sent as XX00', { exact: true }).waitFor();
    assert.match((await opened.described('textbox'))['Registration number'] ?? '', /sent as XX00/);
    await plate(opened).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('sent as typed', { exact: true }).waitFor();
    assert.deepEqual(
      asks(opened, 'draft/save').at(-1),
      draft({ fields: { rc_number: 'xx 00' }, asTyped: ['rc_number'] }),
    );
    await page.getByRole('button', { name: 'Registration number: send as XX00' }).click();
    await page.getByText('sent as XX00', { exact: true }).waitFor();
    assert.deepEqual(asks(opened, 'draft/save').at(-1), draft({ fields: { rc_number: 'xx 00' } }));
    // What was said of the text before says nothing of this one.
    await plate(opened).fill('xx 00 a');
    assert.equal(await page.getByText('sent as').count(), 0);
  });
});

test('an empty required field is said at the field, which takes the focus; nothing is called off meanwhile', async () => {
  const handlers = { 'call/submit': async () => ({ sent: false, empty: ['rc_number'] }) };
  await withPage({ state: state(), handlers }, async (opened) => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Required. Nothing was sent.').waitFor();
    await until(page, "document.activeElement.id === 'field-rc_number'");
    assert.equal(await plate(opened).getAttribute('aria-invalid'), 'true');
    assert.match(
      (await opened.described('textbox'))['Registration number'] ?? '',
      /Required\. Nothing was sent\./,
    );
    await page.keyboard.type('X');
    assert.equal(await page.getByText('Required. Nothing was sent.').count(), 0);
    assert.equal(await plate(opened).getAttribute('aria-invalid'), null);
  });
});

test('JSON with an empty required field is sent by Enter once that was said', async () => {
  const json = '{"rc_number":""}';
  const handlers = {
    'call/submit': async ({ anyway }: { readonly anyway?: boolean | undefined }) =>
      anyway === true ? { sent: true } : { sent: false, empty: ['rc_number'] },
  };
  await withPage({ state: state({ draft: draft({ tab: 'json', json }) }), handlers }, async (opened) => {
    const { page } = opened;
    await page.getByRole('textbox', { name: 'JSON body' }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'Nothing was sent: rc_number is empty' }).waitFor();
    await until(page, "document.activeElement.id === 'send-anyway'");
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send anyway' }).waitFor({ state: 'detached' });
    const sent = draft({ tab: 'json', json });
    assert.deepEqual(asks(opened, 'call/submit'), [sent, { ...sent, anyway: true }]);
  });
});

test('fetch_by may be chosen among what is assumed, or be anything', async () => {
  await withPage({ state: state({ operation: creditOperation }) }, async (opened) => {
    const { page } = opened;
    const text = page.getByRole('textbox', { name: 'Kind of identifier', exact: true });
    const choice = page.getByRole('combobox', { name: 'Kind of identifier: assumed values' });
    assert.deepEqual(await choice.locator('option').allInnerTexts(), [
      'Choose…',
      'mobile (assumed)',
      'pan (assumed)',
    ]);
    await choice.selectOption('pan');
    await reads(text, 'pan');
    await reads(choice, '');
    await text.fill('crn');
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    assert.deepEqual(asks(opened, 'draft/save').at(-1), draft({ fields: { fetch_by: 'crn' } }));
  });
});

test('a field whose choices the user stated is a list of them; another text that stands there stays, and can be seen', async () => {
  const [number = assumedField, fetchBy = assumedField] = creditOperation.fields;
  const stated = { ...fetchBy, kind: 'choice' as const, isAssumed: false, required: true };
  const operation = { ...creditOperation, fields: [number, stated] };
  const typed = draft({ fields: { fetch_by: 'crn' } });
  await withPage({ state: state({ operation, draft: typed }) }, async (opened) => {
    const { page } = opened;
    assert.equal(await page.getByRole('textbox', { name: 'Kind of identifier' }).count(), 0);
    const list = page.getByRole('combobox', { name: 'Kind of identifier', exact: true });
    await reads(list, 'crn');
    assert.deepEqual(await list.locator('option').allInnerTexts(), ['not chosen', 'mobile', 'pan', 'crn']);
    await list.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    assert.deepEqual(asks(opened, 'draft/save').at(-1), draft({ fields: { fetch_by: 'pan' } }));
    assert.deepEqual(await list.locator('option').allInnerTexts(), ['not chosen', 'mobile', 'pan']);
  });
});

test('"assumed" is said once in a form, with the rest on demand', async () => {
  await withPage({ state: state({ operation: creditOperation }) }, async ({ page }) => {
    const summary = page.locator('.assumed > summary');
    assert.equal(await summary.innerText(), 'Assumed field names');
    assert.equal(await page.getByText('number: responses echo it').isVisible(), false);
    await summary.focus();
    await page.keyboard.press('Enter');
    await page.getByText('number: responses echo it').waitFor();
  });
  const stated = { ...assumedField, isAssumed: false };
  const [, fetchBy = assumedField] = creditOperation.fields;
  const mixed = { ...creditOperation, fields: [stated, fetchBy] };
  await withPage({ state: state({ operation: mixed }) }, async (opened) => {
    assert.equal(
      await opened.page.locator('.assumed > summary').innerText(),
      'Assumed field names: fetch_by',
    );
    await opened.show(state({ operation: { ...mixed, fields: [stated] } }));
    assert.equal(await opened.page.locator('.assumed').count(), 0);
  });
});

test('recent inputs are one key away, also where nothing is simulated; what was typed comes back', async () => {
  const handlers = {
    'draft/recent': async () => ({ tab: 'form' as const, fields: { rc_number: 'XX00OLD' }, json: '{}' }),
  };
  const options = { state: state({ environment: live, magic: [] }), handlers };
  await withPage(options, async (opened) => {
    const { page } = opened;
    await plate(opened).fill('TYPED');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('button', { name: 'Restore what was typed' }).waitFor();
    await reads(plate(opened), 'XX00OLD');
    assert.equal(asks(opened, 'call/submit').length, 0);
    await page.getByRole('button', { name: 'Restore what was typed' }).click();
    await reads(plate(opened), 'TYPED');
    const button = page.getByRole('button', { name: 'Recent inputs…' });
    assert.equal(await button.getAttribute('aria-keyshortcuts'), 'Alt+ArrowDown');
    await button.click();
    assert.equal(asks(opened, 'draft/recent').length, 2);
  });
});

test('what was typed in a form that was closed is named as that, and a press leads to an empty form and back', async () => {
  const problem = 'What was typed in a closed form is back. It was not sent from there.';
  const back = draft({ draftId: 'another-page.0', fields: { rc_number: 'XX00AB1234' } });
  let tell = async (): Promise<unknown> => undefined;
  const handlers = {
    'draft/startEmpty': async () => {
      await tell();
      return { tab: 'form' as const, fields: { rc_number: '' }, json: '{}' };
    },
  };
  const shown = state({ environment: live, draft: back, problem, isCaution: true, canStartEmpty: true });
  await withPage({ state: shown, handlers }, async (opened) => {
    const { page } = opened;
    tell = () => opened.show(state({ environment: live, draft: back }));
    const line = page.getByRole('alert').filter({ hasText: problem });
    await line.locator('.codicon-warning').waitFor();
    await reads(plate(opened), 'XX00AB1234');
    const start = page.getByRole('button', { name: 'Start empty', exact: true });
    await start.focus();
    await page.keyboard.press('Enter');
    await reads(plate(opened), '');
    await start.waitFor({ state: 'detached' });
    assert.equal(await line.count(), 0);
    await until(page, "document.activeElement.id === 'field-rc_number'");
    await page.getByRole('button', { name: 'Restore what was typed' }).click();
    await reads(plate(opened), 'XX00AB1234');
    assert.equal(asks(opened, 'call/submit').length, 0);
  });
});

test('once another input has replaced it, nothing is said any more of what came back from a closed form', async () => {
  const problem = 'What was typed in a closed form is back. It was not sent from there.';
  const back = draft({ draftId: 'another-page.0', fields: { rc_number: 'XX00AB1234' } });
  const shown = state({ draft: back, problem, isCaution: true, canStartEmpty: true });
  const recent = { tab: 'form' as const, fields: { rc_number: 'XX00AB9999' }, json: '{}' };
  const fills = {
    'an earlier one': (page: Page) => page.getByRole('button', { name: 'Recent inputs…' }).click(),
    'a magic one': (page: Page) =>
      page.getByRole('combobox', { name: /Magic input/ }).selectOption({ index: 1 }),
  };
  for (const [what, fill] of Object.entries(fills)) {
    const told: unknown[] = [];
    let tell = async (): Promise<unknown> => undefined;
    const handlers = {
      'draft/recent': async () => recent,
      'draft/save': async () => null,
      'draft/startEmpty': async () => {
        told.push(what);
        await tell();
        return recent;
      },
    };
    await withPage({ state: shown, handlers }, async (opened) => {
      const { page } = opened;
      tell = () => opened.show(state({ draft: back }));
      const line = page.getByRole('alert').filter({ hasText: problem });
      await line.waitFor();
      // It stays while any of it stands there, and while nothing does there is nothing to say.
      await plate(opened).fill('XX00AB12345');
      assert.equal(await line.count(), 1);
      await plate(opened).fill('');
      await line.waitFor({ state: 'detached' });
      await plate(opened).fill('XX00AB1234');
      await line.waitFor();
      await fill(page);
      await line.waitFor({ state: 'detached' });
      assert.deepEqual(told, [what]);
      await plate(opened).fill('XX00AB0007');
      assert.equal(await line.count(), 0);
    });
  }
});

test('the form that was copied last is copied again by one control; another is one beside it', async () => {
  await withPage({ state: state() }, async (opened) => {
    const { page } = opened;
    assert.equal(await page.locator('#copy-again').count(), 0);
    await opened.show(state({ copyAgain: 'cURL, masked' }));
    await plate(opened).fill('XX00AB1234');
    await page.getByRole('button', { name: 'Copy as cURL, masked' }).click();
    await page.getByRole('button', { name: 'Copy as…', exact: true }).click();
    const now = draft({ fields: { rc_number: 'XX00AB1234' } });
    assert.deepEqual([asks(opened, 'draft/copyAgain'), asks(opened, 'draft/copyAs')], [[now], [now]]);
  });
});

test('a key of VS Code’s saves what is typed before it does anything with it', async () => {
  await withPage({ state: state() }, async (opened) => {
    await plate(opened).fill('XX00AB1234');
    await opened.page.keyboard.press('Control+k');
    assert.deepEqual(asks(opened, 'draft/save'), [draft({ fields: { rc_number: 'XX00AB1234' } })]);
  });
});

test('magic inputs come in groups, and a chosen one does not complain about itself', async () => {
  const handlers = {
    'draft/check': async ({ fields }: DraftInput) => ({
      ...noCheck,
      fields,
      hints: [{ field: 'rc_number', kind: 'warning' as const, text: 'XX is not the code of a state.' }],
    }),
  };
  const [first, second] = magic;
  assert.ok(first !== undefined && second !== undefined);
  const grouped = [
    { ...first, group: 'Negative, billed' },
    { ...second, group: 'Pending, billed' },
    {
      ...first,
      label: 'VERIFICATION_FAILED',
      group: 'Negative, billed',
      fields: { rc_number: 'XX00VF0001' },
    },
  ];
  await withPage({ state: state({ magic: grouped }), handlers }, async (opened) => {
    const { page } = opened;
    const groups = page.locator('#magic-input optgroup');
    assert.deepEqual(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('label'))), [
      'Negative, billed',
      'Pending, billed',
    ]);
    await plate(opened).fill('XX00ZZ0000');
    await page.getByText('XX is not the code of a state.').waitFor();
    await page.getByRole('combobox', { name: 'Magic input' }).selectOption('VERIFICATION_FAILED');
    await reads(plate(opened), 'XX00VF0001');
    // What is said of the chosen one is there.
    await soon(
      () =>
        asks(opened, 'draft/check').some((one) => JSON.stringify(one).includes('XX00VF0001'))
          ? true
          : undefined,
      () => 'The chosen input is not checked.',
      5000,
    );
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    assert.equal(await page.getByText('XX is not the code of a state.').count(), 0);
    await plate(opened).fill('XX00VF0002');
    await page.getByText('XX is not the code of a state.').waitFor();
  });
});

test('what looks wrong in the JSON is said under it, with the field where there are several, and not of a magic input', async () => {
  const [chosen] = magic;
  assert.ok(chosen !== undefined);
  const hints = [
    { field: 'number', kind: 'warning' as const, text: 'XX is not the code of a state.' },
    { field: 'fetch_by', kind: 'ok' as const, text: 'Looks right.' },
    { field: null, kind: 'warning' as const, text: 'nmber is not known.' },
  ];
  const handlers = { 'draft/check': async () => ({ ...noCheck, hints }) };
  const typed = draft({ tab: 'json', json: '{"number":"XX00ZZ0000"}' });
  await withPage(
    { state: state({ draft: typed, operation: creditOperation, magic: [chosen] }), handlers },
    async (opened) => {
      const { page } = opened;
      const body = page.getByRole('textbox', { name: 'JSON body' });
      await body.fill('{"number":"XX00ZZ0001"}');
      await page.getByText('number: XX is not the code of a state.', { exact: true }).waitFor();
      assert.match(
        (await opened.described('textbox'))['JSON body'] ?? '',
        /number: XX is not the code of a state\. nmber is not known\.$/,
      );
      assert.equal(await page.getByText('Looks right.').count(), 0);
      assert.equal(
        await page.locator('#json-hints').getByText('nmber is not known.', { exact: true }).count(),
        1,
      );
      assert.equal(await page.getByText('nmber is not known.').count(), 1);
      await page.getByRole('combobox', { name: 'Magic input' }).selectOption(chosen.label);
      await reads(body, chosen.json);
      await until(page, `document.getElementById('json-hints').textContent.trim() === ''`);
      await opened.show(state({ draft: typed, operation: rcOperation }));
      await body.fill('{"number":"XX00ZZ0002"}');
      await page.getByText('XX is not the code of a state.', { exact: true }).waitFor();
    },
  );
});

test('what is lacking in a JSON that the form made is said once somebody typed there', async () => {
  const text = 'rc_number: It is empty.';
  const hints = [{ field: null, kind: 'warning' as const, text, early: true as const }];
  const handlers = { 'draft/check': async () => ({ ...noCheck, hints }) };
  const made = draft({ tab: 'json', json: '{"rc_number":""}' });
  await withPage({ state: state({ draft: made }), handlers }, async (opened) => {
    const { page } = opened;
    await soon(
      () => (asks(opened, 'draft/check').length > 0 ? true : undefined),
      () => 'The draft is not checked.',
      5000,
    );
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    assert.equal(await page.getByText(text).count(), 0);
    await page.getByRole('textbox', { name: 'JSON body' }).fill('{"rc_number": ""}');
    await page.getByText(text, { exact: true }).waitFor();
  });
});

test('a magic input is shown as the chosen one when the page comes back, on either tab', async () => {
  const [first, second] = magic;
  assert.ok(first !== undefined && second !== undefined);
  // By itself, not with what the host comes to say of the draft.
  const handlers = { 'draft/check': () => new Promise<never>(() => undefined) };
  const shows = async (content: Partial<DraftInput>, label: string, note: string): Promise<void> =>
    withPage({ state: state({ draft: draft(content) }), handlers }, async ({ page }) => {
      assert.equal(await page.locator('#magic-input option:checked').innerText(), label);
      assert.equal(await page.locator('#magic-note').innerText(), note);
      // It explains the list, and stands under it, not under what is beside.
      const tops = await Promise.all(
        ['#magic-input', '#magic-note', '#recent'].map((one) => page.locator(one).boundingBox()),
      );
      const [list = 0, said = 0, recent = 0] = tops.map((box) => box?.y);
      assert.ok(list < said && said < recent, `${list}, ${said}, ${recent}`);
    });
  const none = ['Choose a sandbox answer…', 'Fills the request; nothing is sent yet.'] as const;
  await shows({ fields: second.fields }, second.label, second.description);
  await shows({ tab: 'json', json: first.json, fields: second.fields }, first.label, first.description);
  await shows({ fields: {} }, ...none);
  await shows({ fields: { rc_number: 'XX00ZZ0000' }, json: first.json }, ...none);
});

test('the strokes of VS Code’s chords are left to it: they type nothing, and the browser does nothing by them', async () => {
  await withPage({ state: state() }, async (opened) => {
    const { page } = opened;
    await plate(opened).fill('XX00ZZ0000');
    await page.evaluate(`{
      window.left = [];
      addEventListener('keydown', (event) => left.push([event.key, event.defaultPrevented]));
    }`);
    for (const stroke of ['Control+k', 'Control+g', 'Control+Alt+c']) await page.keyboard.press(stroke);
    const left = (await page.evaluate('left')) as readonly (readonly [string, boolean])[];
    assert.deepEqual(
      left.filter(([key]) => key.length === 1),
      // The last types a letter on many keyboards.
      [
        ['k', true],
        ['g', true],
        ['c', false],
      ],
    );
    await reads(plate(opened), 'XX00ZZ0000');
  });
});

test('a budget that stops a call leads to where it is set', async () => {
  const change = { cure: 'budget' as const, limit: 'day:calls' as const, label: 'Set Budget…' };
  const both = { until: null, orderId: null };
  const obstacles = [
    { ...both, kind: 'budget-stop' as const, text: 'The budget is used up.', change },
    { ...both, kind: 'refusal' as const, text: 'It will be refused.' },
  ];
  await withPage(
    { state: state({ environment: live, notice: { ...calmNotice, obstacles } }) },
    async (opened) => {
      const region = opened.page.getByRole('region', { name: 'What stands in the way' });
      assert.equal(await region.getByRole('button').count(), 1);
      await region.getByRole('button', { name: 'Set Budget…' }).click();
      assert.deepEqual(asks(opened, 'notice/changeBudget'), [{ cure: 'budget', limit: 'day:calls' }]);
    },
  );
});

test('"No price set" leads to where one is set', async () => {
  const notice = { ...calmNotice, details: ['No price set', '0 billed today'], unpriced: 'No price set' };
  await withPage({ state: state({ environment: live, notice }) }, async (opened) => {
    await opened.page.locator('.notice summary').click();
    await opened.page.getByRole('button', { name: 'No price set: set one' }).click();
    assert.deepEqual(asks(opened, 'environment/editPrices'), [null]);
  });
});
