import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';

/** Where versions before 8 of the ledger kept the one key they knew; only read. */
const earlierName = 'verificationExplorer.ledgerKey';
const prefix = `${earlierName}.`;

interface SealingKey {
  readonly id: string;
  readonly key: Uint8Array;
  /** See OwnKey. */
  readonly lasted?: boolean;
}

/** A name for a key that says nothing about it. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update('ledger key').update(key).digest('hex').slice(0, 16);
}

function readKey(text: string | undefined): SealingKey | null {
  if (text === undefined || !/^[0-9a-f]{64}$/.test(text)) return null;
  const key = new Uint8Array(Buffer.from(text, 'hex'));
  return { id: idOf(key), key };
}

const hex = (key: Uint8Array): string => Buffer.from(key).toString('hex');

/**
 * The keys that seal orders' payloads, kept in SecretStorage, each under its own name: no window can overwrite another's.
 * Which of them seals the ledger says. Where the system forgets secrets, the user may have them kept in a file that only
 * its owner can read; a key found there opens what it sealed.
 */
export class SealingKeyStore {
  private readonly secrets: vscode.SecretStorage;
  private readonly folder: string;
  private readonly readText: (file: string) => Promise<string>;
  private own: Promise<SealingKey> | null = null;
  /** What was made or handed over in this run: a keyring that forgets does not matter before the window ends. */
  private readonly seen = new Map<string, Uint8Array>();
  private made: string | null = null;

  constructor(
    secrets: vscode.SecretStorage,
    folder: string,
    readText = (file: string): Promise<string> => readFile(file, 'utf8'),
  ) {
    this.secrets = secrets;
    this.folder = folder;
    this.readText = readText;
  }

  /** See KeyHome. */
  current(): Promise<SealingKey> {
    this.own ??= this.load().catch((error: unknown) => {
      this.own = null;
      throw error;
    });
    return this.own;
  }

  async find(id: string): Promise<Uint8Array | null> {
    const seen = this.seen.get(id);
    if (seen !== undefined) return seen;
    for (const name of [prefix + id, earlierName]) {
      const kept = readKey(await this.secrets.get(name));
      if (kept?.id === id) return kept.key;
    }
    return (await this.fromFile()).find((kept) => kept.id === id)?.key ?? null;
  }

  async keep(id: string, key: Uint8Array): Promise<boolean> {
    if (idOf(key) !== id) return false;
    this.seen.set(id, key);
    await this.secrets.store(prefix + id, hex(key));
    return true;
  }

  async drop(id: string): Promise<void> {
    if (this.made !== id) return;
    this.made = null;
    this.own = null;
    this.seen.delete(id);
    await this.secrets.delete(prefix + id);
  }

  onDidChange(listener: () => void): () => void {
    const watch = this.secrets.onDidChange((event) => {
      if (event.key.startsWith(prefix)) listener();
    });
    return () => watch.dispose();
  }

  /** After the user asked for it: a key as a line of a file beside the orders, readable by its owner only. */
  async keepInFile(key: Uint8Array): Promise<void> {
    const kept = await this.fromFile();
    if (kept.some(({ id }) => id === idOf(key))) return;
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const lines = [key, ...kept.map((one) => one.key)].map((one) => `${hex(one)}\n`).join('');
    // What seals older orders is in it: it is replaced whole or not at all.
    await writeFile(`${this.file()}.new`, lines, { mode: 0o600, flush: true });
    await rename(`${this.file()}.new`, this.file());
  }

  private file(): string {
    return join(this.folder, 'orders.key');
  }

  private async fromFile(): Promise<readonly SealingKey[]> {
    try {
      const lines = (await this.readText(this.file())).split('\n');
      return lines.map((line) => readKey(line.trim())).filter((kept) => kept !== null);
    } catch {
      // No such file is the ordinary case; one that cannot be read is as good as none, and the payloads stay sealed.
      return [];
    }
  }

  private async load(): Promise<SealingKey> {
    const kept = readKey(await this.secrets.get(earlierName)) ?? (await this.fromFile())[0];
    if (kept !== undefined) {
      await this.keep(kept.id, kept.key);
      return { ...kept, lasted: true };
    }
    const key = new Uint8Array(randomBytes(32));
    const id = idOf(key);
    await this.keep(id, key);
    this.made = id;
    return { id, key };
  }
}
