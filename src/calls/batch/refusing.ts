import { documentedCodes } from '../../contract/documentedCodes.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { Remedy } from '../guard/choices.ts';
import type { OrderSummary } from '../ports/ports.ts';

/** Why a batch pauses once the service refused a call of it for what every call has. */
export function refusesCalls(code: string): Phrase {
  return {
    text: 'The service refuses calls ({0}): every other row would be refused, too.',
    args: [code],
  };
}

/** Statuses with which the service answers only calls that it refuses for what every call has: the key, the wallet, the address. */
const refusing: ReadonlySet<number> = new Set(
  documentedCodes.filter(({ outcome }) => outcome === 'refused').map(({ http }) => http),
);

/** Of an answer whose code says nothing, as two that differ do, what it came to stays unknown; the status is enough to send nothing more unasked. */
export function looksRefused({
  outcome,
  messageCode,
  httpStatus,
}: Pick<OrderSummary, 'outcome' | 'messageCode' | 'httpStatus'>): Phrase | null {
  if (outcome !== 'unknown' || messageCode !== null || httpStatus === null || !refusing.has(httpStatus))
    return null;
  return {
    text: 'The service answered HTTP {0}, as it does to calls that it refuses: every other row would probably be refused, too.',
    args: [httpStatus],
  };
}

/** What helps against the codes that have this status, as far as anything does, and where that is one thing. */
export function remedyOfStatus(status: number): Remedy | null {
  const helps = documentedCodes
    .filter(({ http, outcome }) => http === status && outcome === 'refused')
    .flatMap(({ code }) => messageCodeRow(code)?.refusal?.repair ?? []);
  const [repair] = helps;
  return repair === undefined || new Set(helps).size > 1 ? null : { kind: 'repair', repair };
}

export function remedyOfCode(code: string): Remedy | null {
  const repair = messageCodeRow(code)?.refusal?.repair;
  return repair === undefined ? null : { kind: 'repair', repair };
}
