import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { orderId as orderOf } from '../../src/calls/ports/ids.ts';
import { commandIds } from '../../src/contributions.ts';
import { theExtension } from './extension.ts';
import { describe, it } from './harness.ts';

/** What another extension or a task does. */
async function lookUp(argument: unknown): Promise<unknown> {
  await theExtension();
  return vscode.commands.executeCommand(commandIds.quickLookup, argument);
}

describe('quick lookup from other extensions', () => {
  it('sends the fields it is given and gives the outcome back, without anything personal', async () => {
    const { services } = await theExtension();
    const done = await lookUp({ operation: 'rc-advanced', fields: { rc_number: 'XX00NR0422' } });
    assert.ok(typeof done === 'object' && done !== null && 'id' in done && 'orderId' in done);
    const { id, orderId, ...rest } = done;
    assert.deepEqual(rest, {
      operation: 'rc-advanced',
      kind: 'sandbox',
      outcome: 'negative',
      billing: 'billed',
      evidence: 'stated',
      messageCode: 'NO_RECORD_FOUND',
      httpStatus: 422,
      stoppedBy: null,
    });
    const kept = await (await services.ledger()).get(orderOf(String(id)));
    assert.equal(kept?.orderId, orderId);
    assert.equal(kept?.maskedInput, 'XX••••••22');
  });

  it('sends a body exactly as it is given', async () => {
    const { services } = await theExtension();
    const body = '{ "rc_number": "XX00IN0422", "odd": [1] }';
    const done = await lookUp({ operation: 'rc-advanced', body });
    assert.ok(typeof done === 'object' && done !== null && 'id' in done && 'messageCode' in done);
    assert.equal(done.messageCode, 'INVALID_INPUT');
    const payloads = await (await services.ledger()).payloads(orderOf(String(done.id)));
    assert.ok(payloads.kind === 'open');
    assert.equal(new TextDecoder().decode(payloads.requestBody), body);
  });

  it('has a command for each operation', async () => {
    await theExtension();
    const done = await vscode.commands.executeCommand(commandIds.lookUpEmailBulk, {
      fields: { emails: 'someone@example.invalid' },
    });
    assert.ok(typeof done === 'object' && done !== null && 'operation' in done);
    assert.equal(done.operation, 'email-bulk');
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.lookUpCreditReport, 'rc-advanced'),
      /takes \{ operation, fields \} or \{ operation, body \}/,
    );
  });

  const bad: readonly (readonly [what: string, argument: unknown, says: RegExp])[] = [
    ['an operation there is not', { operation: 'passport', fields: {} }, /operation is one of: rc-advanced/],
    ['an operation there is not, as a text', 'passport', /operation is one of: rc-advanced/],
    ['a number', 7, /takes \{ operation, fields \} or \{ operation, body \}/],
    [
      'fields and body at once',
      { operation: 'rc-advanced', fields: {}, body: '{}' },
      /or \{ operation, body \}/,
    ],
    [
      'a field that is no text',
      { operation: 'rc-advanced', fields: { rc_number: 7 } },
      /or \{ operation, body \}/,
    ],
    [
      'a field the operation does not have',
      { operation: 'rc-advanced', fields: { registration: 'XX00NR0422' } },
      /RC Details Advanced has no field registration; its fields are: rc_number\./,
    ],
  ];
  for (const [what, argument, says] of bad) {
    it(`refuses ${what} with a sentence, and sends nothing`, async () => {
      const { services } = await theExtension();
      const count = async () =>
        (await (await services.ledger()).list({ group: 'all', limit: 1000, after: null })).orders.length;
      const before = await count();
      await assert.rejects(lookUp(argument), says);
      assert.equal(await count(), before);
    });
  }
});
