import { createHash, randomBytes } from 'node:crypto';
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
 * The key that seals orders' payloads: made on first need, kept in SecretStorage alone. If the system loses it, a new
 * one is made for new orders and the old payloads stay sealed.
 */
export class SealingKeyStore {
  private readonly secrets: vscode.SecretStorage;
  private held: Promise<SealingKey> | null = null;

  constructor(secrets: vscode.SecretStorage) {
    this.secrets = secrets;
  }

  current(): Promise<SealingKey> {
    this.held ??= this.load();
    return this.held;
  }

  async find(id: string): Promise<Uint8Array | null> {
    const current = await this.current();
    return current.id === id ? current.key : null;
  }

  private async load(): Promise<SealingKey> {
    const kept = readKey(await this.secrets.get(secretName));
    if (kept !== null) return kept;
    const made = Buffer.from(randomBytes(32)).toString('hex');
    await this.secrets.store(secretName, made);
    // Two windows may do this at once: what stands there now is what both will find later.
    const stored = readKey(await this.secrets.get(secretName)) ?? readKey(made);
    if (stored === null) throw new Error('no key to seal orders with could be made');
    return stored;
  }
}
