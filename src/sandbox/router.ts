import { documentedCode, type MessageCode } from '../contract/documentedCodes.ts';
import { operationById, operations } from '../contract/operations.ts';
import type { Operation } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { readInput, type SandboxInput } from './input.ts';
import { readKey, type SandboxKey } from './keys.ts';
import { findMagic, type MagicInput } from './magic.ts';
import { type FaultId, undocumentedCode } from './magicRow.ts';
import { rejection } from './subject.ts';
import type { Wallets } from './wallet.ts';
import type { SlidingWindows } from './windows.ts';

export interface Arrival {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Uint8Array;
  /** With the request fields the user corrected; absent = as we assume them. */
  readonly operationOf?: ((id: OperationId) => Operation) | undefined;
}

/** What the sandbox decided about a request. */
export interface Ruling {
  readonly operation: OperationId | null;
  readonly key: SandboxKey | null;
  readonly input: SandboxInput | null;
  /** A documented code; null when a gateway answered before the service did. */
  readonly code: MessageCode | null;
  readonly fault: FaultId | null;
  /** Set when a real limit was reached. */
  readonly waitMs: number | null;
  /** One sentence on the sandbox's reason, where the answer's own text is fixed; without personal data. */
  readonly note: string | null;
}

/** What runs behind a fault; `null` = nothing, the others run the lookup and bill it. */
function codeBehind(fault: FaultId | null, messageCode: MagicInput['messageCode']): MessageCode | null {
  switch (fault) {
    case 'html-502':
    case 'redirect':
      return null;
    case 'short-429':
      return 'RATE_LIMITED';
    case null:
    case 'retry-after-date':
    case 'retry-after-unreadable':
    case 'retry-after-absent':
    case 'deviations':
      return messageCode === undocumentedCode ? 'OK' : messageCode;
    default:
      return 'OK';
  }
}

/**
 * Decides in this order, of which the documents show none: endpoint, key, subscription, limits, JSON, magic input,
 * input, balance. Every request with an accepted key counts against the limits, magic or not.
 */
export function rule(arrival: Arrival, windows: SlidingWindows, wallets: Wallets, now: number): Ruling {
  const operation = operations.find((one) => one.path === arrival.path)?.id ?? null;
  const blank: Ruling = {
    operation,
    key: null,
    input: null,
    code: null,
    fault: null,
    waitMs: null,
    note: null,
  };
  if (operation === null || arrival.method !== 'POST') {
    const note = operation === null ? 'no such path' : 'every endpoint takes POST only';
    return { ...blank, code: 'NOT_FOUND', note };
  }
  const given = readKey(arrival.authorization);
  if (given.kind === 'missing') return { ...blank, code: 'MISSING_API_KEY', note: 'no Bearer key' };
  if (given.kind === 'unknown') return { ...blank, code: 'INVALID_API_KEY', note: 'unknown key' };
  const key = given.key;
  const known = { ...blank, key };
  if (key.refused !== null) return { ...known, code: 'INVALID_API_KEY', note: `the key is ${key.refused}` };
  if (key.notSubscribed.includes(operation)) return { ...known, code: 'NO_API_ACCESS' };
  const waitMs = key.limited ? windows.admit(key.label, operation, now) : 0;
  if (waitMs > 0) return { ...known, code: 'RATE_LIMITED', waitMs };
  return { ...known, ...ruleInput(operation, key, arrival, wallets) };
}

function ruleInput(
  operation: OperationId,
  key: SandboxKey,
  { body, operationOf = operationById }: Arrival,
  wallets: Wallets,
): Pick<Ruling, 'input' | 'code' | 'fault' | 'note'> {
  const reading = readInput(body, operationOf(operation).requestFields);
  if (!reading.ok) return { input: null, code: 'INVALID_INPUT', fault: null, note: reading.why };
  const input = reading.input;
  const magic = findMagic(input.strings);
  const note = magic === null ? rejection(operation, input) : `magic input ${magic.id}`;
  if (magic === null && note !== null) return { input, code: 'INVALID_INPUT', fault: null, note };
  const fault = magic?.fault ?? null;
  const code = magic === null ? 'OK' : codeBehind(fault, magic.messageCode);
  if (takenFromWallet(operation, code) > 0 && !wallets.covers(key, emulations[operation].pricePaise)) {
    return { input, code: 'INSUFFICIENT_BALANCE', fault: null, note: 'the wallet does not cover the price' };
  }
  return { input, code, fault, note };
}

/** What is taken from the wallet first, in paise: the price when a call is placed, else 0. */
export function takenFromWallet(operation: OperationId, code: MessageCode | null): number {
  if (code === null) return 0;
  return documentedCode(code).charged || code === 'REQUEST_FAILED' ? emulations[operation].pricePaise : 0;
}
