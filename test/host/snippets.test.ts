import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/contributions.ts';
import { takingFirst } from './answers.ts';
import { aSandboxOrder } from './aSandboxOrder.ts';
import { theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

describe('code', () => {
  it('of an operation holds its example values and reads the key from the environment', async () => {
    const { services } = await theExtension();
    await takingFirst(commandIds.copyAs, 'rc-advanced');
    const copied = await vscode.env.clipboard.readText();
    const { url, key } = await services.sandbox();
    assert.ok(copied.includes(`curl ${url}/api/v1/rc/advanced`), copied);
    assert.ok(copied.includes('"Authorization: Bearer $VERIFICATION_API_KEY"'));
    // The sandbox's key is no secret: it is named, where nothing runs.
    const naming = copied.split('\n').filter((line) => line.includes(key));
    assert.deepEqual(naming, [`# The sandbox accepts the key ${key}.`]);
    assert.doesNotMatch(copied, /are masked/);
  });

  it('of an order goes where the order went, personal values masked as the first choice', async () => {
    const { services } = await theExtension();
    const ledger = await services.ledger();
    const order = aSandboxOrder('host-suite-code', {
      operation: 'credit-report',
      environment: 'gone since',
      identity: 'name:gone since',
      kind: 'live',
      origin: 'https://api.example.in',
      place: 'https://api.example.in',
      requestBody: new TextEncoder().encode('{"number":"ZZZXZ9999Z","fetch_by":"pan"}'),
    });
    await ledger.begin(order);
    await takingFirst(commandIds.copyAs, 'host-suite-code');
    const copied = await vscode.env.clipboard.readText();
    assert.ok(copied.includes('curl https://api.example.in/api/v1/credit-report/fetch'), copied);
    assert.match(copied, /are masked/);
    assert.doesNotMatch(copied, /ZZZXZ9999Z/);
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.copyAs, 'nobody'),
      /no longer in the order history/,
    );
  });

  it('that reads an answer has a case for each code', async () => {
    await vscode.commands.executeCommand(commandIds.copyResponseHandler);
    const copied = await vscode.env.clipboard.readText();
    assert.equal(copied.match(/^ {4}case '[A-Z_]+':$/gm)?.length, 16);
  });
});
