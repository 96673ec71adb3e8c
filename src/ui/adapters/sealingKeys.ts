import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as vscode from 'vscode';

const secretName = 'verificationExplorer.ledgerKey';

interface SealingKey {
  readonly id: string;
  readonly key: Uint8Array;
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

/**
 * The key that seals orders' payloads: made on first need, kept in SecretStorage. Where the system forgets secrets, the
 * user may have it kept in a file that only its owner can read; a key found there opens what it sealed.
 */
export class SealingKeyStore {
  private readonly secrets: vscode.SecretStorage;
  private readonly folder: string;
  private held: Promise<SealingKey> | null = null;

  constructor(secrets: vscode.SecretStorage, folder: string) {
    this.secrets = secrets;
    this.folder = folder;
  }

  current(): Promise<SealingKey> {
    this.held ??= this.load().catch((error: unknown) => {
      this.held = null;
      throw error;
    });
    return this.held;
  }

  async find(id: string): Promise<Uint8Array | null> {
    const current = await this.current();
    if (current.id === id) return current.key;
    const filed = await this.fromFile();
    return filed?.id === id ? filed.key : null;
  }

  /** After the user asked for it: the key as a file beside the orders, readable by its owner only. */
  async keepInFile(): Promise<void> {
    const { key } = await this.current();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.file(), Buffer.from(key).toString('hex'), { mode: 0o600 });
  }

  private file(): string {
    return join(this.folder, 'orders.key');
  }

  private async fromFile(): Promise<SealingKey | null> {
    try {
      return readKey((await readFile(this.file(), 'utf8')).trim());
    } catch {
      // No such file is the ordinary case; one that cannot be read is as good as none, and the payloads stay sealed.
      return null;
    }
  }

  private async load(): Promise<SealingKey> {
    const kept = readKey(await this.secrets.get(secretName)) ?? (await this.fromFile());
    if (kept !== null) return kept;
    const made = Buffer.from(randomBytes(32)).toString('hex');
    await this.secrets.store(secretName, made);
    // Two windows may do this at once: what stands there now is what both will find later.
    const stored = readKey(await this.secrets.get(secretName)) ?? readKey(made);
    if (stored === null) throw new Error('no key to seal orders with could be made');
    return stored;
  }
}
