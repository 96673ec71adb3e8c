import { LedgerRefusal } from '../../calls/ports/ports.ts';
import { schemaVersion } from '../schema/version.ts';

/** Each made anew, so that its stack tells where. All of them come with nothing changed. */

export function noBackup(): LedgerRefusal {
  return new LedgerRefusal('unreadable', {
    text: 'This file is no backup of orders. Choose one that Back Up Orders has written. Nothing was changed.',
  });
}

export function wrongPassphrase(): LedgerRefusal {
  return new LedgerRefusal('passphrase', {
    text: 'The passphrase does not fit this backup. Type it as it was typed when the backup was made. Nothing was changed.',
  });
}

export function damaged(): LedgerRefusal {
  return new LedgerRefusal('unreadable', {
    text: 'This backup is damaged: something in it changed since it was written. Take another copy of the file. Nothing was restored.',
  });
}

export function cut(): LedgerRefusal {
  return new LedgerRefusal('unreadable', {
    text: 'This backup is cut short: its end is missing. Copy the whole file again. Nothing was restored.',
  });
}

/** What is in it is of a version this code does not know, or its number was written over with one: both are refused alike. */
export function newerVersion(version: number): LedgerRefusal {
  return new LedgerRefusal('newer-schema', {
    text: 'This backup calls itself version {0}, and this extension reads none above {1}. Update the extension to restore it. Nothing was changed.',
    args: [version, schemaVersion],
  });
}

export function newerFormat(): LedgerRefusal {
  return new LedgerRefusal('newer-schema', {
    text: 'This backup was written by a newer version of this extension. Update the extension to restore it. Nothing was changed.',
  });
}
