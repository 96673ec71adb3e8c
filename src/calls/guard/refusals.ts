import type { MessageCode } from '../../contract/documentedCodes.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { KeyState } from '../keys/key.ts';
import type { GuardFacts } from '../ports/guardPorts.ts';
import type { Obstacle, Repair } from './obstacles.ts';

/** Named by the code that is to be expected: who was told of it knows what to expect of the next call. */
export function refusalId(code: string): string {
  return `refusal:${code}`;
}

function refusal(code: MessageCode, repair: Repair, what: Phrase): Obstacle {
  return { kind: 'refusal', id: refusalId(code), repair, what };
}

function keyRefusal(key: KeyState): Obstacle | null {
  if (key.kind === 'missing') {
    return refusal('MISSING_API_KEY', 'set-key', {
      text: 'No API key is set: the service will probably refuse the call, free of charge.',
    });
  }
  if (key.kind !== 'other-origin') return null;
  return refusal('MISSING_API_KEY', 'set-key', {
    text: 'The kept key was entered for {0}. Enter it again for this base URL; it is not sent elsewhere.',
    args: [key.origin],
  });
}

/** Whether the key was entered after this moment: then an earlier answer says nothing about it. */
function isReplaced(key: KeyState, since: number | null): boolean {
  return key.kind === 'present' && since !== null && key.savedAt > since;
}

/** What the service will nearly certainly refuse, free of charge, going by the key and its last answer; null = nothing known. */
export function certainRefusal(
  operation: Operation,
  key: KeyState,
  last: GuardFacts['lastAnswer'],
): Obstacle | null {
  const byKey = keyRefusal(key);
  if (byKey !== null || last === null) return byKey;
  const row = last.messageCode === null ? undefined : messageCodeRow(last.messageCode);
  if (row === undefined || row.refusal === null) return null;
  const { repair, endsWithKey, oneOperation, what } = row.refusal;
  if (endsWithKey && isReplaced(key, last.settledAt)) return null;
  if (oneOperation && last.operation !== operation.id) return null;
  return refusal(row.code, repair, what);
}
