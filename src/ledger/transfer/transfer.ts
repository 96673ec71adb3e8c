import type { Transfer } from '../../calls/ports/transferPorts.ts';
import { backUp } from './backUp.ts';
import type { TransferMeans } from './means.ts';
import { restore } from './restore.ts';

export function transferOf(means: TransferMeans): Transfer {
  return {
    backUp: (file, passphrase) => backUp(means, file, passphrase),
    restore: (file, passphrase) => restore(means, file, passphrase),
  };
}
