import type { MessageCodeRow } from '../../../src/contract/messageCodes.ts';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import type { Reading } from '../../../src/contract/shapes.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';

/** Bodies as documented, and small changes to them, for the tests of the contract. */
export type Json = { [name: string]: unknown };

function row(code: string): MessageCodeRow {
  const found = messageCodes.find((one) => one.code === code);
  if (found === undefined) throw new Error(`no row ${code}`);
  return found;
}

/** The documented empty result of a billed 422; for operations whose result is not shown, an empty object. */
export function emptyResult(operation: OperationId): Json {
  const result: Json = {};
  for (const group of operationById(operation).resultGroups ?? []) {
    for (const { name, seen } of group.fields) {
      const value = { string: '', boolean: false, array: [], object: {}, unknown: null }[seen];
      const [outer = '', inner] = name.split('.');
      if (inner === undefined) result[outer] = value;
      else result[outer] = { ...(result[outer] ?? {}), [inner]: value };
    }
  }
  return result;
}

export function envelope(code: string, operation: OperationId = 'rc-advanced', change: Json = {}): Json {
  const { http, status, charged, message, order } = row(code);
  const data = {
    order_id: 'ORD-1',
    error_code: operationById(operation).errorCodes[0] ?? '',
    result: emptyResult(operation),
  };
  return {
    status,
    status_code: http,
    charged,
    success: http < 300,
    message: message ?? 'Invented text.',
    message_code: code,
    ...(order === 'present' ? { order_id: 'ORD-1', data } : {}),
    ...change,
  };
}

/** The same without some fields. */
export function without(body: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

export function read(
  body: unknown,
  status: number,
  operation: OperationId = 'rc-advanced',
): Reading & { readonly said: readonly string[] } {
  const reading = readAnswer(
    operationById(operation),
    { status },
    typeof body === 'string' ? body : JSON.stringify(body),
  );
  return { ...reading, said: reading.deviations.map((one) => `${one.kind}: ${plain(one.what)}`) };
}

/** A fixed sequence of numbers from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
