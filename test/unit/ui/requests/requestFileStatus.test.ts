import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import { commandIds } from '../../../../src/contributions.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';

const acme: Environment = { name: 'acme', baseUrl: 'https://api.example.in', kind: 'live' };

describe('the environment beside the language of a request file', () => {
  let told: Told;
  before(async () => {
    told = await standInForVscode();
  });

  it('is named there, a live one as a warning, and follows the choice of the window', async () => {
    const { LanguageStatusSeverity } = await import('vscode');
    const { showRequestFileStatus } = await import('../../../../src/ui/requests/start/requestFileStatus.ts');
    let current = sandboxEnvironment;
    let changed = (): void => assert.fail('nobody listens');
    const onDidChange = (listener: () => void): vscode.Disposable => {
      changed = listener;
      return { dispose: () => undefined };
    };
    const status = showRequestFileStatus({ current: () => current, onDidChange });
    const [item] = told.shown as vscode.LanguageStatusItem[];
    assert.ok(item !== undefined);
    assert.deepEqual(item.selector, { pattern: '**/*.verify.json' });
    assert.deepEqual([item.text, item.severity], ['Sandbox', LanguageStatusSeverity.Information]);
    assert.equal(item.command?.command, commandIds.selectEnvironment);
    current = acme;
    changed();
    assert.deepEqual(
      [item.text, item.detail, item.severity],
      ['acme', 'live: calls can be billed', LanguageStatusSeverity.Warning],
    );
    assert.match(item.accessibilityInformation?.label ?? '', /acme, live: calls can be billed/);
    // What calls itself a sandbox elsewhere than on this computer is live, too.
    current = { ...acme, kind: 'sandbox' };
    changed();
    assert.equal(item.severity, LanguageStatusSeverity.Warning);
    status.dispose();
  });
});
