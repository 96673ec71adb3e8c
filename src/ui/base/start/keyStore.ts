import * as vscode from 'vscode';
import { type Environment, isEmbedded, originOf } from '../../../calls/environments/environments.ts';
import { type KeyRecord, type KeyState, keyStateFor, readKeyRecord } from '../../../calls/keys/key.ts';
import { keyPrefix, type StrayKey, secretNames, strayKey, strayNames } from '../../../calls/keys/keyNames.ts';

const nothing = (): void => undefined;

/**
 * API keys in SecretStorage, one per environment, read again before each use: another window may have replaced one.
 * Where the system cannot keep secrets, a key lives in this window's memory after the user agreed.
 */
export class KeyStore implements vscode.Disposable {
  private readonly sessionOnly = new Map<string, KeyRecord>();
  private readonly changed = new vscode.EventEmitter<void>();
  private changes = 0;
  /** When the latest key that this window has read was entered. */
  private latest = 0;
  private turns: Promise<void> = Promise.resolve();
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
    const names = secretNames(environment);
    const found = await this.read(names[0]);
    if (found !== null || names.length === 1) return found;
    return this.inTurn(() => this.takenOver(names));
  }

  /**
   * What changes secrets, one after another: a key that is removed while it is taken over would be stored anew. A look at a key
   * that stands where it belongs waits for none of it.
   */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turns.then(work);
    this.turns = done.then(nothing, nothing);
    return done;
  }

  /** What was entered last: another window may have stored one since this window was given one for the session. */
  private async read(name: string): Promise<KeyRecord | null> {
    const own = this.sessionOnly.get(name);
    if (own === undefined) return this.readStored(name);
    const stored = await this.storedSince(name, own);
    if (stored === null) return own;
    if (this.sessionOnly.get(name) === own) this.sessionOnly.delete(name);
    return stored;
  }

  private async readStored(name: string): Promise<KeyRecord | null> {
    const record = readKeyRecord(await this.secrets.get(name));
    this.latest = Math.max(this.latest, record?.savedAt ?? 0);
    return record;
  }

  /** A key that is entered now: later than all that were read, also after the clock was set back. */
  private entered(environment: Environment, key: string): KeyRecord {
    return { v: 1, key, origin: originOf(environment), savedAt: Math.max(this.now(), this.latest) };
  }

  private async storedSince(name: string, own: KeyRecord): Promise<KeyRecord | null> {
    let stored: KeyRecord | null;
    try {
      stored = await this.readStored(name);
    } catch {
      // The keyring that could not keep the key cannot be read, either: that is what a key of the session is for.
      return null;
    }
    return stored !== null && stored.savedAt > own.savedAt ? stored : null;
  }

  /** From its name to its id, so that the next name finds it, too; the same key for the same origin. */
  private async takenOver([to, ...earlier]: ReturnType<typeof secretNames>): Promise<KeyRecord | null> {
    // Read in its turn: what was seen before it may be removed or replaced.
    const own = await this.read(to);
    if (own !== null) return own;
    for (const from of earlier) {
      const record = await this.read(from);
      if (record === null) continue;
      await this.move(from, to, record);
      return record;
    }
    return null;
  }

  private async move(from: string, to: string, record: KeyRecord): Promise<void> {
    if (this.sessionOnly.delete(from)) {
      this.sessionOnly.set(to, record);
      return;
    }
    await this.secrets.store(to, JSON.stringify(record));
    if ((await this.readStored(to)) !== null) await this.secrets.delete(from);
  }

  /** Stores and reads back. `session-offer` = the system did not keep it; call `keepForSession` if the user agrees. */
  async store(environment: Environment, key: string): Promise<'kept' | 'session-offer'> {
    const record = this.entered(environment, key);
    const [name] = secretNames(environment);
    await this.beforeStoring();
    return this.inTurn(async () => {
      try {
        await this.secrets.store(name, JSON.stringify(record));
      } catch {
        // The system's keyring refused (locked, missing): the same case as one that silently forgot, told to the user by the caller.
        return 'session-offer';
      }
      const back = await this.readStored(name);
      if (back?.key !== key) return 'session-offer';
      this.sessionOnly.delete(name);
      this.hasChanged();
      return 'kept';
    });
  }

  keepForSession(environment: Environment, key: string): void {
    const record = this.entered(environment, key);
    this.sessionOnly.set(secretNames(environment)[0], record);
    this.hasChanged();
  }

  remove(environment: Environment): Promise<void> {
    // By its name first: what another window takes over from there meanwhile is taken away under its id after that.
    return this.removeAll([...secretNames(environment)].reverse());
  }

  private async removeAll(names: readonly string[]): Promise<void> {
    // From here on no call that has read it may leave, and none may read it again once it is gone.
    this.changes += 1;
    await this.inTurn(async () => {
      // First: a keyring that cannot be read keeps none of this session's.
      for (const name of names) this.sessionOnly.delete(name);
      const removed = (await this.texts(names)).map(([, text]) => text);
      await this.take(names);
      // Another window was just taking it over. What it stored anew is another key.
      const again = (await this.texts(names)).filter(([, text]) => removed.includes(text));
      await this.take(again.map(([name]) => name));
    });
    this.hasChanged();
  }

  private async texts(names: readonly string[]): Promise<readonly (readonly [name: string, text: string])[]> {
    const found: [string, string][] = [];
    for (const name of names) {
      const text = await this.secrets.get(name);
      if (text !== undefined) found.push([name, text]);
    }
    return found;
  }

  private async take(names: readonly string[]): Promise<void> {
    for (const name of names) await this.secrets.delete(name);
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

  removeStray({ secret }: StrayKey): Promise<void> {
    return this.removeAll([secret]);
  }

  dispose(): void {
    this.watch.dispose();
    this.changed.dispose();
  }
}
