import * as vscode from 'vscode';
import { type Environment, isEmbedded, originOf } from '../../calls/environments/environments.ts';
import { type KeyRecord, type KeyState, keyStateFor, readKeyRecord } from '../../calls/keys/key.ts';
import { keyPrefix, type StrayKey, secretNames, strayKey, strayNames } from '../../calls/keys/keyNames.ts';

/**
 * API keys in SecretStorage, one per environment, read again before each use: another window may have replaced one.
 * Where the system cannot keep secrets, a key lives in this window's memory after the user agreed.
 */
export class KeyStore implements vscode.Disposable {
  private readonly sessionOnly = new Map<string, KeyRecord>();
  private readonly changed = new vscode.EventEmitter<void>();
  private changes = 0;
  private readonly watch: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  private readonly secrets: vscode.SecretStorage;
  private readonly now: () => number;
  private readonly beforeStoring: () => Promise<void>;

  /**
   * @param beforeStoring VS Code in a browser writes all secrets as a window knows them: a window that does not know the key of
   * the orders yet would take it away with the first key that is entered there.
   */
  constructor(
    secrets: vscode.SecretStorage,
    now: () => number,
    beforeStoring: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.secrets = secrets;
    this.now = now;
    this.beforeStoring = beforeStoring;
    this.watch = secrets.onDidChange((event) => {
      if (event.key.startsWith(keyPrefix)) this.hasChanged();
    });
  }

  private hasChanged(): void {
    this.changes += 1;
    this.changed.fire();
  }

  /** See SendingKeys. */
  revision(): number {
    return this.changes;
  }

  /** The key an environment has, for whatever origin it was entered; null when there is none. */
  async kept(environment: Environment): Promise<string | null> {
    return (await this.record(environment))?.key ?? null;
  }

  async state(environment: Environment, sandboxKey: string): Promise<KeyState> {
    if (isEmbedded(environment)) return { kind: 'simulated', key: sandboxKey };
    return keyStateFor(await this.record(environment), originOf(environment));
  }

  private async record(environment: Environment): Promise<KeyRecord | null> {
    const [own, ...earlier] = secretNames(environment);
    const found = await this.read(own);
    if (found !== null) return found;
    for (const name of earlier) {
      const kept = await this.read(name);
      if (kept === null) continue;
      await this.move(name, own, kept);
      return kept;
    }
    return null;
  }

  private async read(name: string): Promise<KeyRecord | null> {
    return this.sessionOnly.get(name) ?? readKeyRecord(await this.secrets.get(name));
  }

  /** From its name to its id, so that the next name finds it, too; the same key for the same origin. */
  private async move(from: string, to: string, record: KeyRecord): Promise<void> {
    if (this.sessionOnly.delete(from)) {
      this.sessionOnly.set(to, record);
      return;
    }
    await this.secrets.store(to, JSON.stringify(record));
    if (readKeyRecord(await this.secrets.get(to)) !== null) await this.secrets.delete(from);
  }

  /** Stores and reads back. `session-offer` = the system did not keep it; call `keepForSession` if the user agrees. */
  async store(environment: Environment, key: string): Promise<'kept' | 'session-offer'> {
    const record: KeyRecord = { v: 1, key, origin: originOf(environment), savedAt: this.now() };
    const [name] = secretNames(environment);
    await this.beforeStoring();
    try {
      await this.secrets.store(name, JSON.stringify(record));
    } catch {
      // The system's keyring refused (locked, missing): the same case as one that silently forgot, told to the user by the caller.
      return 'session-offer';
    }
    const back = readKeyRecord(await this.secrets.get(name));
    if (back?.key !== key) return 'session-offer';
    this.sessionOnly.delete(name);
    this.hasChanged();
    return 'kept';
  }

  keepForSession(environment: Environment, key: string): void {
    const record: KeyRecord = { v: 1, key, origin: originOf(environment), savedAt: this.now() };
    this.sessionOnly.set(secretNames(environment)[0], record);
    this.hasChanged();
  }

  async remove(environment: Environment): Promise<void> {
    // From here on no call that has read it may leave, and none may read it again once it is gone.
    this.changes += 1;
    for (const name of secretNames(environment)) {
      this.sessionOnly.delete(name);
      await this.secrets.delete(name);
    }
    this.hasChanged();
  }

  /** Keys of environments that are none of these any more, the newest first. */
  async strays(environments: readonly Environment[]): Promise<readonly StrayKey[]> {
    const all = new Set([...(await this.secrets.keys()), ...this.sessionOnly.keys()]);
    const found: StrayKey[] = [];
    for (const secret of strayNames([...all], environments)) {
      found.push(strayKey(secret, await this.read(secret)));
    }
    return found.sort((a, b) => (b.savedAt ?? 0) - (a.savedAt ?? 0));
  }

  async removeStray({ secret }: StrayKey): Promise<void> {
    this.changes += 1;
    this.sessionOnly.delete(secret);
    await this.secrets.delete(secret);
    this.hasChanged();
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
