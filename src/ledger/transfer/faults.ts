import { LedgerRefusal } from '../../calls/ports/ports.ts';
import { schemaVersion } from '../schema/version.ts';

/** Each made anew, so that its stack tells where. All of them come with nothing changed. */

export function noBackup(): LedgerRefusal {
  return new LedgerRefusal('unreadable', {
    text: 'This file is not a backup of orders. Choose one written by “Back Up Orders…”. Nothing was changed.',
  });
}

export function wrongPassphrase(): LedgerRefusal {
  return new LedgerRefusal('passphrase', {
    text: 'This is not the passphrase of this backup. Type the one it was made with. Nothing was changed.',
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
    text: 'This backup is marked as version {0}; this extension reads versions up to {1}. Update the extension to restore it. Nothing was changed.',
    args: [version, schemaVersion],
  });
}

export function newerFormat(): LedgerRefusal {
  return new LedgerRefusal('newer-schema', {
    text: 'This backup was written by a newer version of this extension. Update the extension to restore it. Nothing was changed.',
  });
}
