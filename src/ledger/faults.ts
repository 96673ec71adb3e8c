import { LedgerRefusal } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';

/** SQLite's primary result codes that mean something to the user. Source: sqlite.org/rescode.html. */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function isBusy(error: unknown): boolean {
  return [codes.busy, codes.locked].includes(codeOf(error));
}

/** By code: a lock or a full disk is not damage and must not set a file aside. */
export function isDamage(error: unknown): boolean {
  return [codes.corrupt, codes.notADatabase].includes(codeOf(error));
}

/** The folder or the file may not be written, or not even opened. */
export function isForbidden(error: unknown): boolean {
  return (
    [codes.readOnly, codes.cannotOpen].includes(codeOf(error)) ||
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(systemCode(error))
  );
}

/** What keeps an order from being written, as one sentence that says what to do. */
function whyUnwritable(error: unknown): Phrase {
  if (isBusy(error)) {
    return {
      text: 'Not sent: another program has locked the order history. Nothing was billed. Send again in a moment; if this continues, close the program that has the file open.',
    };
  }
  if (isDamage(error)) {
    return {
      text: 'Not sent: the order history file is damaged. Nothing was billed. Reload the window: the file is then set aside and a new one started.',
    };
  }
  if (isForbidden(error)) {
    return {
      text: 'Not sent: the order history cannot be written ({0}). Nothing was billed. Allow writing to its folder, then reload the window.',
      args: [detailOf(error)],
    };
  }
  switch (codeOf(error)) {
    case codes.full:
      return {
        text: 'Not sent: the disk is full, so the order could not be recorded. Nothing was billed. Free some space and send again.',
      };
    case codes.io:
      return {
        text: 'Not sent: the disk refused to write the order ({0}); it may be full or failing. Nothing was billed. Check the disk and send again.',
        args: [detailOf(error)],
      };
    default:
      return {
        text: 'Not sent: the order could not be recorded ({0}). Nothing was billed.',
        args: [detailOf(error)],
      };
  }
}

export function unwritable(error: unknown): LedgerRefusal {
  return new LedgerRefusal('unwritable', whyUnwritable(error));
}

/** What keeps the history from being read or kept up, as one sentence that says what to do. */
function whyUnreadable(error: unknown): Phrase {
  if (isBusy(error)) {
    return {
      text: 'The order history could not be read: another program has locked it. Try again in a moment; if this continues, close the program that has the file open.',
    };
  }
  if (isDamage(error)) {
    return {
      text: 'The order history could not be read: its file is damaged. Reload the window: the file is then set aside and a new one started.',
    };
  }
  return {
    text: 'The order history could not be read ({0}). Try again; if this continues, reload the window.',
    args: [detailOf(error)],
  };
}

/** @throws LedgerRefusal with one sentence, instead of the library's error */
export async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof LedgerRefusal ? error : new LedgerRefusal('unreadable', whyUnreadable(error));
  }
}

/** Why a sealing key cannot be had; by name, see keyRing.ts. Any other fault is the file's. */
function keyFault(error: unknown): 'elsewhere' | 'unreadable' | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'KeyElsewhere') return 'elsewhere';
  return error.name === 'KeyUnreadable' ? 'unreadable' : null;
}

/** Whether it is the key that cannot be had now, as in a locked keyring: it may come later. */
export function isKeyFault(error: unknown): boolean {
  return keyFault(error) !== null;
}

export function keyUnreadable(error: unknown): LedgerRefusal {
  const what: Record<'elsewhere' | 'unreadable', Phrase> = {
    elsewhere: {
      text: 'The key that seals orders has not reached this window yet. Try again in a moment; if this continues, close the other windows of VS Code and reload this one.',
    },
    unreadable: {
      text: 'The key that seals orders could not be read ({0}). Unlock the secret storage of this computer and try again.',
      args: [detailOf(error)],
    },
  };
  const fault = keyFault(error);
  return new LedgerRefusal('unreadable', fault === null ? whyUnreadable(error) : what[fault]);
}

/** Nothing leaves that could not be sealed. */
export function unsealable(error: unknown): LedgerRefusal {
  const what: Record<'elsewhere' | 'unreadable', Phrase> = {
    elsewhere: {
      text: 'Not sent: the key that seals orders has not reached this window yet. Nothing was billed. Send again in a moment; if this continues, close the other windows of VS Code and reload this one.',
    },
    unreadable: {
      text: 'Not sent: the key that seals orders could not be read ({0}). Nothing was billed. Unlock the secret storage of this computer and send again.',
      args: [detailOf(error)],
    },
  };
  const fault = keyFault(error);
  return fault === null ? unwritable(error) : new LedgerRefusal('unwritable', what[fault]);
}

export const otherKey: Phrase = {
  text: 'Not sent: the orders are now sealed with another key. Nothing was billed. Reload the window and send again.',
};

export const movedAway: Phrase = {
  text: 'Not sent: the order history file was moved or deleted while open. Nothing was billed. Reload the window and send again.',
};
