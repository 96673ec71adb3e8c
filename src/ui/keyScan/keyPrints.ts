import { createHmac, randomBytes } from 'node:crypto';
import { mayBill } from '../../calls/environments/environments.ts';
import { type KeyHashing, type KeyPrint, keyPrint } from '../../calls/keys/keyScan.ts';
import type { Services } from '../services.ts';

/** Secrets of this session; they are written nowhere, so that the prints say nothing to anybody else. */
export function newHashing(): KeyHashing {
  const secret = randomBytes(32);
  return {
    digest: (text) => createHmac('sha256', secret).update(text).digest('base64'),
    base: randomBytes(4).readInt32LE() | 1,
  };
}

/** Prints of the keys of every environment whose calls may be billed. A key is read, hashed and let go. */
export async function printsOf(services: Services, hashing: KeyHashing): Promise<readonly KeyPrint[]> {
  const prints: KeyPrint[] = [];
  for (const environment of services.environments.all().filter(mayBill)) {
    const key = await services.keys.kept(environment);
    const print = key === null ? null : keyPrint(environment.name, key, hashing);
    if (print !== null) prints.push(print);
  }
  return prints;
}
