import { X509Certificate } from 'node:crypto';
import type { SecureContext } from 'node:tls';
import { contextOf } from './identity.ts';
import type { ClientSettings } from './settings.ts';

/** A further CA certificate that cannot be read. */
export class CertificateTrouble extends Error {
  /** Which of the further certificates, from 1. */
  readonly place: number;
  constructor(place: number) {
    super(`CA certificate ${place} cannot be read`);
    this.name = 'CertificateTrouble';
    this.place = place;
  }
}

const [begin, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

/** Each certificate of a PEM text from its begin line to its end line; what stands between them is none of ours. */
function blocksOf(pem: string): readonly string[] {
  const blocks: string[] = [];
  for (let from = pem.indexOf(begin); from !== -1; from = pem.indexOf(begin, from)) {
    const at = pem.indexOf(end, from + begin.length);
    if (at === -1) break;
    blocks.push(pem.slice(from, at + end.length));
    from = at + end.length;
  }
  return blocks;
}

function readExtra(extra: readonly string[]): readonly string[] {
  return extra.flatMap((pem, index) => {
    const found = blocksOf(pem);
    if (found.length === 0) throw new CertificateTrouble(index + 1);
    for (const one of found) {
      try {
        new X509Certificate(one);
      } catch {
        throw new CertificateTrouble(index + 1);
      }
    }
    return found;
  });
}

/**
 * Whom TLS trusts, by settings. Reading the system's list and parsing some hundred certificates takes tens of milliseconds,
 * so the last result is kept.
 * @throws CertificateTrouble
 */
export function createTrust(): (settings: ClientSettings) => SecureContext {
  let last: { readonly key: string; readonly context: SecureContext } | null = null;
  return (settings) => {
    const key = JSON.stringify([settings.systemCertificates, settings.extraCertificates]);
    if (last?.key !== key) {
      const context = contextOf(settings.systemCertificates, readExtra(settings.extraCertificates));
      last = { key, context };
    }
    return last.context;
  };
}
