import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { orderId } from '../../src/calls/ports/ids.ts';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { takingFirst } from './answers.ts';
import { eventually, theExtension } from './extension.ts';
import { afterEach, describe, it } from './harness.ts';

async function write(value: unknown): Promise<void> {
  const { services } = await theExtension();
  const told = new Promise<void>((resolve) => {
    const stop = services.onDidChangeFields(() => {
      stop.dispose();
      resolve();
    });
  });
  await vscode.workspace
    .getConfiguration()
    .update(settingIds.requestFields, value, vscode.ConfigurationTarget.Global);
  await told;
}

function written(): unknown {
  return vscode.workspace.getConfiguration().inspect(settingIds.requestFields)?.globalValue;
}

const nested = {
  'rc-advanced': [
    { name: 'reg', in: ['vehicle'], required: true, check: 'registration', confirmed: true },
    { name: 'year', in: ['vehicle'], type: 'number' },
    { name: 'consent', type: 'boolean', default: true, required: true },
  ],
};

describe('request fields', () => {
  afterEach(async () => {
    if (written() !== undefined) await write(undefined);
  });

  it('corrected in the settings are what lookups send and what lists mask', async () => {
    const { services } = await theExtension();
    await write(nested);
    const fields = { 'vehicle.reg': 'XX00NR0422', 'vehicle.year': '12345678901234567890', consent: 'true' };
    const done = await vscode.commands.executeCommand(commandIds.quickLookup, {
      operation: 'rc-advanced',
      fields,
    });
    assert.ok(typeof done === 'object' && done !== null && 'id' in done && 'messageCode' in done);
    assert.equal(done.messageCode, 'NO_RECORD_FOUND');
    const ledger = await services.ledger();
    const payloads = await ledger.payloads(orderId(String(done.id)));
    assert.ok(payloads.kind === 'open');
    assert.equal(
      new TextDecoder().decode(payloads.requestBody),
      '{\n  "vehicle": {\n    "reg": "XX00NR0422",\n    "year": 12345678901234567890\n  },\n  "consent": true\n}',
    );
    assert.equal((await ledger.get(orderId(String(done.id))))?.maskedInput, 'XX••••••22 · ••••••');
    await assert.rejects(
      async () =>
        vscode.commands.executeCommand(commandIds.quickLookup, {
          operation: 'rc-advanced',
          fields: { rc_number: 'XX00NR0422' },
        }),
      /no field rc_number; its fields are: vehicle\.reg, vehicle\.year, consent/,
    );
  });

  it('corrected in the settings are what copied code sends', async () => {
    await write(nested);
    await takingFirst(commandIds.copyAs, 'rc-advanced');
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /"vehicle"/);
    assert.match(copied, /"consent": true/);
    assert.doesNotMatch(copied, /rc_number/);
  });

  it('are written into the settings as they are assumed, once, and the settings open', async () => {
    const { services } = await theExtension();
    const before = services.operation('credit-report').requestFields;
    await vscode.commands.executeCommand(commandIds.editRequestFields, 'credit-report');
    const value = await eventually('the setting', async () => written() ?? undefined);
    assert.ok(typeof value === 'object' && value !== null && 'credit-report' in value);
    assert.deepEqual(Object.keys(value), ['credit-report']);
    assert.deepEqual(services.operation('credit-report').requestFields, before);
    // The tab, not the active editor: a text in the panel may have the focus from before.
    await eventually('settings.json', async () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputText && input.uri.path.endsWith('settings.json')
        ? true
        : undefined;
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are imported from a cURL command without its key and its values', async () => {
    const { services } = await theExtension();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.env.clipboard.writeText(
      `curl 'https://api.example.invalid/api/v1/aadhaar/aadhaar_pan_link_check' -H 'Authorization: Bearer sk_live_4711' ` +
        `--data-raw '{"person":{"uid":"0000 1111 2222","pan":"ZZZXZ9999Z"},"consent":true}'`,
    );
    await takingFirst(commandIds.importRequestFields);
    await eventually('the setting', async () => written() ?? undefined);
    const text = JSON.stringify(written());
    assert.doesNotMatch(text, /sk_live|4711|0000|2222|ZZZXZ/);
    const { requestFields } = services.operation('aadhaar-pan-link');
    assert.deepEqual(
      requestFields.map(({ name, type, check, assumed }) => [name, type, check, assumed]),
      [
        ['person.uid', 'string', 'aadhaar', 'plain'],
        ['person.pan', 'string', 'pan', 'plain'],
        ['consent', 'boolean', null, 'plain'],
      ],
    );
  });

  it('of a setting nobody can read leave the assumed ones in place', async () => {
    const { services } = await theExtension();
    await write({ 'rc-advanced': 'nonsense' });
    assert.deepEqual(
      services.operation('rc-advanced').requestFields.map(({ name }) => name),
      ['rc_number'],
    );
  });
});
