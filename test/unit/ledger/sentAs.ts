import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { aSettlement, bytes, newOrder } from './aLedger.ts';

/** An order as the product writes it, with its print and what its row shows; settled. Returns its print. */
export async function sentAs(
  ledger: Ledger,
  id: string,
  operation: OperationId,
  body: string,
  settlement = {},
): Promise<string> {
  const known = operationById(operation);
  const { whole, parts } = await printOf(ledger, known, body);
  const told = { operation, fingerprint: whole, parts, maskedInput: maskedInput(known, body) };
  await ledger.begin(newOrder(id, { ...told, requestBody: bytes(body) }));
  await ledger.settle(orderId(id), aSettlement(settlement));
  return whole;
}
