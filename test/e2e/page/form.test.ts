import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { DraftInput, ObstacleView, SubmitHow } from '../../../src/protocol/messages.ts';
import { reads } from '../../support/values.ts';
import { filled, type Opened, until } from './harness.ts';
import { ownPages } from './ownPages.ts';
import { calmNotice, draft, emailOperation, live, negative, rcOperation, state } from './samples.ts';

const withPage = ownPages();

const asks = ({ asked }: Opened, method: string) => asked.filter((message) => message.method === method);
const plainCheck = { hints: [], json: '{}', fields: {}, misfit: null, broken: null };
const noCheck = { ...plainCheck, sameAsSent: false, notice: calmNotice };
const call = { orderId: 'order-9', environment: 'acme-prod', startedAt: Date.now(), cancelling: false };

test('what is typed is saved and checked after a pause; its hints describe the field', async () => {
  const handlers = {
    'draft/check': async ({ fields }: DraftInput) => ({
      ...noCheck,
      hints:
        fields.rc_number === '' || fields.rc_number === undefined
          ? []
          : [{ field: 'rc_number', kind: 'ok' as const, text: 'looks like a registration number' }],
    }),
  };
  await withPage({ state: state(), handlers }, async (opened) => {
    const field = opened.page.getByRole('textbox', { name: 'Registration number', exact: true });
    await field.fill('XX00AB1234');
    await opened.page.getByText('looks like a registration number').waitFor();
    assert.deepEqual(asks(opened, 'draft/save')[0]?.params, draft({ fields: { rc_number: 'XX00AB1234' } }));
    assert.deepEqual(await opened.described('textbox'), {
      'Registration number': 'rc_number looks like a registration number',
    });
    assert.equal(await field.getAttribute('autocomplete'), 'off');
    assert.equal(JSON.stringify(await opened.kept()).includes('XX00AB1234'), false);
  });
});

test('a form that holds too much in sum says so, keeps what is typed, and asks the host nothing', async () => {
  const fields = {
    rc_number: '',
    a: 'x'.repeat(1_900_000),
    b: 'x'.repeat(1_900_000),
    c: 'x'.repeat(200_000),
  };
  await withPage({ state: state({ draft: draft({ fields }) }) }, async (opened) => {
    const { page } = opened;
    const field = page.getByRole('textbox', { name: 'Registration number', exact: true });
    await field.fill('XX00AB1234');
    const said = page.getByText('This form holds 4,000,');
    await said.waitFor();
    assert.match((await said.textContent()) ?? '', /at most 4,000,000 can be kept or sent.*Shorten it/);
    await page.getByRole('button', { name: /^Send/ }).click();
    await said.waitFor();
    await reads(field, 'XX00AB1234');
    const carried = opened.asked.filter(({ method }) => ['draft/save', 'call/submit'].includes(method));
    assert.deepEqual(carried, []);
  });
});

test('leaving the field saves at once', async () => {
  await withPage({ state: state() }, async (opened) => {
    await opened.page.getByRole('textbox', { name: 'Registration number' }).fill('XX');
    await opened.page.keyboard.press('Tab');
    await opened.page.getByRole('button', { name: 'Send', exact: true }).focus();
    assert.equal(asks(opened, 'draft/save').length, 1);
  });
});

test('Copy as… stands beside Send and hands over what is typed, unsent', async () => {
  await withPage({ state: state() }, async (opened) => {
    await opened.page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await opened.page.getByRole('button', { name: 'Copy as…', exact: true }).click();
    const handed = asks(opened, 'draft/copyAs').map(({ params }) => params);
    assert.deepEqual(handed, [draft({ fields: { rc_number: 'XX00AB1234' } })]);
    assert.equal(asks(opened, 'call/submit').length, 0);
  });
});

test('Save as request file… hands over what is typed, unsent', async () => {
  await withPage({ state: state() }, async (opened) => {
    await opened.page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await opened.page.getByRole('button', { name: 'Save as request file…', exact: true }).click();
    const handed = asks(opened, 'draft/saveAs').map(({ params }) => params);
    assert.deepEqual(handed, [draft({ fields: { rc_number: 'XX00AB1234' } })]);
    assert.equal(asks(opened, 'call/submit').length, 0);
  });
});

test('Edit in Editor hands over the JSON as it is typed; what comes back from there replaces it', async () => {
  const typed = { tab: 'json', json: '{"rc_number":"XX00AB1234"}' } as const;
  await withPage({ state: state({ draft: draft(typed) }) }, async (opened) => {
    const body = opened.page.getByRole('textbox', { name: 'JSON body' });
    await body.fill('{}');
    await opened.page.getByRole('button', { name: 'Edit in Editor', exact: true }).click();
    const handed = asks(opened, 'draft/editJson').map(({ params }) => params);
    assert.deepEqual(handed, [draft({ ...typed, json: '{}' })]);
    const draftId = 'page-1.9';
    await opened.show(state({ draft: draft({ ...typed, draftId, json: '{"a":' }), edited: draftId }));
    await reads(body, '{"a":');
  });
});

test('switching tabs keeps what was typed both ways', async () => {
  const handlers = {
    'draft/check': async ({ tab, json, fields }: DraftInput) =>
      tab === 'json'
        ? { ...noCheck, fields: { rc_number: JSON.parse(json).rc_number } }
        : { ...noCheck, json: JSON.stringify(fields) },
  };
  await withPage({ state: state(), handlers }, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'JSON body' });
    await reads(editor, '{"rc_number":"XX00AB1234"}');
    const spaced = '{ "rc_number" :  "XX00AB9999" }';
    await editor.fill(spaced);
    await page.getByRole('tab', { name: 'Form', exact: true }).click();
    await reads(page.getByRole('textbox', { name: 'Registration number' }), 'XX00AB9999');
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    await reads(editor, spaced);
  });
});

test('JSON that does not fit stays on its tab and says why; so does broken JSON, which can be sent', async () => {
  const handlers = {
    'draft/check': async ({ json }: DraftInput) =>
      json === '{"extra":1}'
        ? { ...noCheck, misfit: '"extra" has no field.' }
        : { ...noCheck, broken: 'This is not JSON: line 1, column 9. You can still send it.' },
  };
  await withPage(
    { state: state({ draft: draft({ tab: 'json', json: '{"extra":1}' }) }), handlers },
    async (opened) => {
      const { page } = opened;
      const editor = page.getByRole('textbox', { name: 'JSON body' });
      await page.getByRole('tab', { name: 'Form', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: '"extra" has no field.' }).waitFor();
      assert.equal(
        await page.getByRole('tab', { name: 'JSON', exact: true }).getAttribute('aria-selected'),
        'true',
      );
      await reads(editor, '{"extra":1}');
      await editor.fill('{"a":');
      await page
        .getByText('This is not JSON: line 1, column 9. You can still send it.', { exact: true })
        .waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      assert.deepEqual(asks(opened, 'call/submit')[0]?.params, draft({ tab: 'json', json: '{"a":' }));
    },
  );
});

test('Ctrl+Enter sends what is in the field now; Enter alone does not', async () => {
  await withPage({ state: state() }, async (opened) => {
    await opened.page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await opened.page.keyboard.press('Enter');
    assert.equal(asks(opened, 'call/submit').length, 0);
    await opened.page.keyboard.press('Control+Enter');
    assert.deepEqual(
      asks(opened, 'call/submit').map(({ params }) => params),
      [draft({ fields: { rc_number: 'XX00AB1234' } })],
    );
  });
});

/** So many were sent, and the page knows it of the last one: until then another Send would be the same press. */
async function taken(page: Page, sent: readonly unknown[], count: number): Promise<void> {
  await filled(sent, count);
  await page.locator('#send:not(.busy)').waitFor();
}

test('one press is one Send: the page sends for VS Code’s key, not for the press, and once for a key held down', async () => {
  const sent: unknown[] = [];
  const handlers = {
    'call/submit': async (params: unknown) => {
      sent.push(params);
      return { sent: true };
    },
  };
  await withPage({ state: state(), handlers }, async ({ page }) => {
    // On the button, too, which a browser presses by Ctrl+Enter.
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    await page.keyboard.press('Control+Enter');
    await taken(page, sent, 1);
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await page.keyboard.down('Control');
    // Each further "down" is a repeat.
    for (let times = 0; times < 5; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await taken(page, sent, 2);
    await page.waitForTimeout(300);
    assert.deepEqual(sent, [draft(), draft({ fields: { rc_number: 'XX00AB1234' } })]);
  });
  await withPage({ state: state(), handlers, sendKey: false }, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await page.keyboard.press('Control+Enter');
    await page.waitForTimeout(300);
    assert.equal(sent.length, 2, 'a key that the user took away sends nothing');
  });
});

test('a Send that no press in the page stands behind says so, and one press stands behind one', async () => {
  const sent: { readonly commanded?: boolean | undefined }[] = [];
  const handlers = {
    'call/submit': async (params: DraftInput & SubmitHow) => {
      sent.push(params);
      return { sent: true };
    },
  };
  await withPage({ state: state(), handlers }, async ({ page, send }) => {
    await send();
    await taken(page, sent, 1);
    await page.getByRole('textbox', { name: 'Registration number' }).focus();
    await page.keyboard.press('Control+Enter');
    await taken(page, sent, 2);
    await send();
    await taken(page, sent, 3);
    assert.deepEqual(
      sent.map(({ commanded }) => commanded),
      [true, undefined, true],
    );
  });
});

test('Send turns into Cancel, with the focus; a double click does not cancel, a later click does', async () => {
  const outcome: { opened?: Opened } = {};
  const handlers = {
    'call/submit': async () => {
      await outcome.opened?.show(state({ call }));
      return { sent: true };
    },
  };
  await withPage({ state: state(), handlers }, async (opened) => {
    outcome.opened = opened;
    await opened.page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    const cancel = opened.page.getByRole('button', { name: 'Cancel', exact: true });
    await cancel.waitFor();
    assert.equal(await opened.page.evaluate('document.activeElement.id'), 'cancel');
    await opened.page.getByText('Cancel stops the waiting. The call may still be billed.').waitFor();
    assert.equal(await opened.page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    assert.deepEqual([asks(opened, 'call/submit').length, asks(opened, 'call/cancel').length], [1, 0]);
    await opened.page.getByRole('timer').filter({ hasText: '1 s' }).waitFor();
    await cancel.click();
    assert.equal(asks(opened, 'call/cancel').length, 1);
    await opened.show(state({ call: { ...call, cancelling: true } }));
    await opened.page.getByText('Cancelling… The call may still be billed.').waitFor();
    await opened.show(state({ answer: negative }));
    assert.equal(await opened.page.evaluate('document.activeElement.id'), 'send');
  });
});

test('text typed while the call was out survives the new draft id', async () => {
  await withPage({ state: state() }, async (opened) => {
    const field = opened.page.getByRole('textbox', { name: 'Registration number' });
    await field.fill('XX00AB1234');
    await opened.page.keyboard.press('Control+Enter');
    await opened.show(state({ call }));
    await field.fill('XX00AB1234 more');
    await opened.show(
      state({ draft: draft({ draftId: 'draft-2', fields: { rc_number: 'XX00AB1234' } }), answer: negative }),
    );
    await reads(field, 'XX00AB1234 more');
    await opened.show(state({ draft: draft({ draftId: 'draft-3', fields: { rc_number: 'XX00ZZ0001' } }) }));
    await reads(field, 'XX00ZZ0001');
  });
});

test('a magic input fills the request without sending; what was typed comes back', async () => {
  await withPage({ state: state() }, async (opened) => {
    const field = opened.page.getByRole('textbox', { name: 'Registration number' });
    await field.fill('typed');
    await opened.page.getByRole('combobox', { name: 'Magic input' }).selectOption('NO_RECORD_FOUND');
    await reads(field, 'XX00NR0001');
    await opened.page.getByText('The lookup runs and finds nothing; billed.').waitFor();
    assert.equal(asks(opened, 'call/submit').length, 0);
    await opened.page.getByRole('button', { name: 'Restore what was typed' }).click();
    await reads(field, 'typed');
  });
});

test('a form whose input was erased is empty, says why, and nothing brings the input back', async () => {
  await withPage({ state: state({ answer: negative }) }, async (opened) => {
    const { page } = opened;
    const field = page.getByRole('textbox', { name: 'Registration number' });
    await field.pressSequentially('XX00AB1234');
    await page.getByRole('combobox', { name: 'Magic input' }).selectOption('NO_RECORD_FOUND');
    await page.getByRole('button', { name: 'Restore what was typed' }).waitFor();
    const empty = draft({ draftId: 'draft-emptied', fields: { rc_number: '' }, json: '{}' });
    const problem = 'This input was erased from the order history, so the form was emptied.';
    await opened.show(state({ draft: empty, emptied: empty.draftId, answer: null, problem }));
    await page.getByRole('alert').filter({ hasText: problem }).waitFor();
    await reads(field, '');
    assert.equal(await page.getByRole('button', { name: 'Restore what was typed' }).count(), 0);
    await field.focus();
    for (const key of ['Control+z', 'Control+z', 'Control+y']) await page.keyboard.press(key);
    await reads(field, '');
    const text = await page.locator('body').innerText();
    assert.doesNotMatch(text, /XX00AB1234|No record found/);

    await field.pressSequentially('XX00AB9999');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    const saved = asks(opened, 'draft/save').at(-1)?.params;
    assert.deepEqual(
      saved,
      draft({ draftId: 'draft-emptied', fields: { rc_number: 'XX00AB9999' }, json: '{}' }),
    );
  });
});

test('a list is one entry a line; a live environment without a key offers to set one', async () => {
  const environment = { ...live, keyMissing: true, key: 'no key' };
  await withPage({ state: state({ operation: emailOperation, environment, magic: [] }) }, async (opened) => {
    await opened.page
      .getByRole('textbox', { name: 'E-mail addresses' })
      .fill('a@example.invalid\nb@example.invalid');
    await opened.page.getByRole('button', { name: 'Set key' }).click();
    assert.equal(asks(opened, 'environment/setKey').length, 1);
    const saved = asks(opened, 'draft/save')[0]?.params;
    assert.deepEqual(saved, draft({ fields: { emails: 'a@example.invalid\nb@example.invalid' } }));
    await opened.page.getByText('LIVE', { exact: true }).waitFor();
    assert.equal(await opened.page.getByRole('combobox', { name: 'Magic input' }).count(), 0);
  });
});

test('the billing notice stays in view however far the page is scrolled', async () => {
  await withPage({ state: state({ answer: negative }), height: 500 }, async ({ page }) => {
    await page.evaluate('document.querySelector(".answer-side").scrollTo(0, 10000)');
    await until(page, 'document.querySelector(".answer-side").scrollTop > 100');
    const box = await page.getByRole('region', { name: 'Billing notice' }).boundingBox();
    assert.ok(box !== null && box.y > 0 && box.height < 40, JSON.stringify(box));
  });
});

test('what stands in the way follows what is typed, counts down, and opens the order it names', async () => {
  const twin: ObstacleView = {
    kind: 'paid-twin',
    text: 'The same input was paid for at 2026-11-03 14:05: NO_RECORD_FOUND, order ORD-1.',
    until: null,
    orderId: 'order-1',
  };
  const wait: ObstacleView = {
    kind: 'cool-down',
    text: 'The service asked to wait.',
    until: Date.now() + 100_000,
    orderId: null,
  };
  const handlers = {
    'draft/check': async ({ fields }: DraftInput) => ({
      ...noCheck,
      notice: { ...calmNotice, obstacles: fields.rc_number === 'XX00AB1234' ? [twin, wait] : [] },
    }),
  };
  await withPage({ state: state(), handlers }, async (opened) => {
    const { page } = opened;
    const region = page.getByRole('region', { name: 'What stands in the way' });
    assert.equal(await region.count(), 0);
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await region.getByText('The same input was paid for at').waitFor();
    const shown = await region.getByRole('timer').innerText();
    assert.match(shown, /^1:[34]\d$/);
    await until(page, `document.querySelector('.countdown').textContent !== '${shown}'`);
    await page.getByRole('button', { name: 'Open the order with the same input' }).click();
    assert.deepEqual(asks(opened, 'notice/openOrder')[0]?.params, { orderId: 'order-1' });
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1235');
    await region.waitFor({ state: 'detached' });
  });
});

test('what is paid for already is taken out by one press, which leads back to the list and can be undone', async () => {
  const twin = (orderId: string) => ({
    kind: 'paid-twin' as const,
    text: 'Already paid.',
    until: null,
    orderId,
    fresh: 1,
  });
  const notice = { ...calmNotice, obstacles: [twin('order-1'), twin('order-2')] };
  const fields = { emails: 'a@x.invalid\nnew@x.invalid', label: '' };
  const handlers = {
    'draft/check': async ({ fields: held }: DraftInput) => ({
      ...noCheck,
      notice: held.emails === fields.emails ? notice : calmNotice,
    }),
    'draft/onlyNew': async () => ({
      tab: 'form' as const,
      fields: { emails: 'new@x.invalid', label: '' },
      json: '{}',
    }),
  };
  const shown = state({ operation: emailOperation, magic: [], notice, draft: draft({ fields }) });
  await withPage({ state: shown, handlers }, async (opened) => {
    const { page } = opened;
    const list = page.getByRole('textbox', { name: 'E-mail addresses' });
    const press = page.getByRole('button', { name: 'Keep only the new address' });
    await press.first().waitFor();
    assert.equal(await press.count(), 1);
    await press.click();
    await reads(list, 'new@x.invalid');
    assert.equal(asks(opened, 'call/submit').length, 0);
    await until(page, "document.activeElement?.localName === 'vscode-text-area'");
    await page.getByRole('button', { name: 'Restore what was typed' }).click();
    await reads(list, fields.emails);
  });
});

test('when a wait is over it is asked again what stands in the way', async () => {
  const notice = {
    ...calmNotice,
    obstacles: [
      { kind: 'meter' as const, text: 'The limit is reached.', until: Date.now() + 4000, orderId: null },
    ],
  };
  const handlers = {
    'draft/check': async () => ({ ...noCheck, notice: Date.now() < start + 4000 ? notice : calmNotice }),
  };
  const start = Date.now();
  await withPage({ state: state({ notice }), handlers }, async ({ page }) => {
    const region = page.getByRole('region', { name: 'What stands in the way' });
    await region.waitFor();
    await region.waitFor({ state: 'detached', timeout: 20_000 });
  });
});

test('the scroll position of this draft is found again', async () => {
  const kept = {
    draftId: 'draft-1',
    operation: 'rc-advanced',
    tab: 'form',
    scroll: 150,
    mode: 'form',
    orderId: '',
  };
  await withPage({ state: state({ answer: negative }), height: 400, kept }, async ({ page }) => {
    await until(page, 'Math.abs(window.scrollY - 150) <= 1');
  });
});

test('a host that fails is quoted, and the page goes on', async () => {
  const handlers = {
    'call/submit': async () => {
      throw new Error('The ledger is closed.');
    },
  };
  await withPage({ state: state(), handlers }, async ({ page }) => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Failed: The ledger is closed.' }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  });
});

test('a corrected form: numbers, truth values and nested names, by keyboard, following at once', async () => {
  const named = {
    placeholder: '',
    assumed: 'stated by you',
    isAssumed: false,
    start: null,
    check: null,
    personal: true,
  } as const;
  const fields = [
    {
      ...named,
      name: 'vehicle.reg',
      label: 'Plate',
      kind: 'text',
      required: true,
      note: 'as on the vehicle',
    },
    { ...named, name: 'vehicle.year', label: 'Year', kind: 'number', required: false, note: '' },
    { ...named, name: 'consent', label: 'Consent', kind: 'boolean', required: true, note: '', start: 'true' },
    { ...named, name: 'my notes', label: 'Notes', kind: 'list', required: false, note: '' },
  ] as const;
  await withPage({ state: state() }, async (opened) => {
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Registration number' }).fill('XX00AB1234');
    await opened.show(state({ operation: { ...rcOperation, fields } }));
    const plate = page.getByRole('textbox', { name: 'Plate', exact: true });
    await plate.fill('XX00AB0000');
    await page.keyboard.press('Tab');
    assert.equal(await page.getByRole('textbox', { name: 'Year' }).getAttribute('inputmode'), 'decimal');
    await page.keyboard.type('12345678901234567890');
    await page.keyboard.press('Tab');
    const consent = page.getByRole('combobox', { name: 'Consent', exact: true });
    await reads(consent, 'true');
    await page.keyboard.press('f');
    await reads(consent, 'false');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a');
    await page.getByRole('button', { name: 'Send', exact: true }).focus();
    const saved = asks(opened, 'draft/save').at(-1)?.params;
    assert.deepEqual(
      saved,
      draft({
        fields: {
          rc_number: 'XX00AB1234',
          'vehicle.reg': 'XX00AB0000',
          'vehicle.year': '12345678901234567890',
          consent: 'false',
          'my notes': 'a',
        },
      }),
    );
    assert.deepEqual(await opened.described('textbox'), {
      Plate: 'vehicle.reg · as on the vehicle',
      Year: 'vehicle.year',
      Notes: 'my notes · One entry per line',
    });
    if (process.env.PICTURES !== undefined) {
      for (const width of [900, 420]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${process.env.PICTURES}/fields-${width}.png` });
      }
    }
  });
});
