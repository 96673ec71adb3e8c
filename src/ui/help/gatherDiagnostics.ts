import { open } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isEmbedded } from '../../calls/environments/environments.ts';
import { settingIds } from '../../contributions.ts';
import { networkSettings } from '../base/both/settings.ts';
import { declaredSettings } from '../base/declaredSettings.ts';
import type { Services } from '../base/services.ts';
import type { DiagnosticInputs, LedgerFact, SettingFact } from './diagnostics.ts';
import { readSqliteHeader, type SqliteHeader } from './sqliteHeader.ts';

/** Counting stops here: more need not be known to find a fault. */
const countUpTo = 10_000;
const newestLooked = 200;

async function ledgerFact(services: Services): Promise<LedgerFact> {
  try {
    const ledger = await services.ledger();
    let orders = 0;
    for await (const _ of ledger.scan({})) {
      orders += 1;
      if (orders >= countUpTo) break;
    }
    const newest = await ledger.list({ group: 'all', limit: newestLooked, after: null });
    return {
      kind: 'open',
      orders,
      more: orders >= countUpTo,
      attention: await ledger.attentionCount(),
      problems: ledger.problems(),
      newest: newest.orders,
    };
  } catch (error) {
    // A ledger that cannot be opened is what diagnostics are for.
    return { kind: 'failed', error };
  }
}

async function headerOf(folder: string): Promise<SqliteHeader | null> {
  try {
    const file = await open(join(folder, 'orders.sqlite'), 'r');
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(100), 0, 100, 0);
      return readSqliteHeader(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    // No file yet, or none that may be read: told as such.
    return null;
  }
}

function settingFacts(): SettingFact[] {
  const declared = declaredSettings();
  return Object.values(settingIds).map((id) => {
    const found = vscode.workspace.getConfiguration().inspect(id);
    const value: unknown = found?.globalValue ?? found?.defaultValue;
    return { id, value, standard: found?.defaultValue, choices: declared.get(id)?.enum ?? null };
  });
}

async function environmentsWithKey(services: Services): Promise<Set<string>> {
  const found = new Set<string>();
  for (const environment of services.environments.all()) {
    if (isEmbedded(environment)) continue;
    const state = await services.keys.state(environment, '');
    if (state.kind === 'present') found.add(environment.name);
  }
  return found;
}

/** Everything diagnosticsText needs, as it is in this window. */
export async function gatherDiagnostics(services: Services): Promise<DiagnosticInputs> {
  const network = networkSettings();
  const ledger = await ledgerFact(services);
  return {
    extensionVersion: services.version,
    vscodeVersion: vscode.version,
    appName: vscode.env.appName,
    place: {
      web: vscode.env.uiKind === vscode.UIKind.Web,
      remoteName: vscode.env.remoteName,
      ui: services.local,
    },
    language: vscode.env.language,
    node: process.versions.node,
    platform: platform(),
    arch: arch(),
    osRelease: release(),
    trusted: vscode.workspace.isTrusted,
    environments: services.environments.all(),
    current: services.environments.current(),
    withKey: await environmentsWithKey(services),
    settings: settingFacts(),
    proxy: network.proxy,
    systemCertificates: network.systemCertificates,
    variables: process.env,
    ledger,
    header: await headerOf(services.storageFolder),
  };
}
