import * as vscode from 'vscode';
import { type Environment, isEmbedded, originOf } from '../../calls/environments.ts';
import { type KeyRecord, type KeyState, keyStateFor, readKeyRecord } from '../../calls/key.ts';

const keyPrefix = 'verificationExplorer.key.';

function secretName(environment: string): string {
  return keyPrefix + environment.toLowerCase();
}

/**
 * API keys in SecretStorage, one per environment, read again before each use: another window may have replaced one.
 * Where the system cannot keep secrets, a key lives in this window's memory after the user agreed.
 */
export class KeyStore implements vscode.Disposable {
  private readonly sessionOnly = new Map<string, KeyRecord>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly watch: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  private readonly secrets: vscode.SecretStorage;
  private readonly now: () => number;

  constructor(secrets: vscode.SecretStorage, now: () => number) {
    this.secrets = secrets;
    this.now = now;
    this.watch = secrets.onDidChange((event) => {
      if (event.key.startsWith(keyPrefix)) this.changed.fire();
    });
  }

  /** The key an environment has, for whatever origin it was entered; null when there is none. */
  async kept(environmentName: string): Promise<string | null> {
    return (await this.record(environmentName))?.key ?? null;
  }

  async state(environment: Environment, sandboxKey: string): Promise<KeyState> {
    if (isEmbedded(environment)) return { kind: 'simulated', key: sandboxKey };
    return keyStateFor(await this.record(environment.name), originOf(environment));
  }

  private async record(environmentName: string): Promise<KeyRecord | null> {
    const name = secretName(environmentName);
    return this.sessionOnly.get(name) ?? readKeyRecord(await this.secrets.get(name));
  }

  /** Stores and reads back. `session-offer` = the system did not keep it; call `keepForSession` if the user agrees. */
  async store(environment: Environment, key: string): Promise<'kept' | 'session-offer'> {
    const record: KeyRecord = { v: 1, key, origin: originOf(environment), savedAt: this.now() };
    const name = secretName(environment.name);
    try {
      await this.secrets.store(name, JSON.stringify(record));
    } catch {
      // The system's keyring refused (locked, missing): the same case as one that silently forgot, told to the user by the caller.
      return 'session-offer';
    }
    const back = readKeyRecord(await this.secrets.get(name));
    if (back?.key !== key) return 'session-offer';
    this.sessionOnly.delete(name);
    this.changed.fire();
    return 'kept';
  }

  keepForSession(environment: Environment, key: string): void {
    const record: KeyRecord = { v: 1, key, origin: originOf(environment), savedAt: this.now() };
    this.sessionOnly.set(secretName(environment.name), record);
    this.changed.fire();
  }

  async remove(environmentName: string): Promise<void> {
    this.sessionOnly.delete(secretName(environmentName));
    await this.secrets.delete(secretName(environmentName));
    this.changed.fire();
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
