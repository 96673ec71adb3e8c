import type { NewBatchRow } from '../../../src/calls/ports/batchPorts.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { type aLedger, bytes, place } from './aLedger.ts';

type Ledger = Awaited<ReturnType<typeof aLedger>>['ledger'];

/** What another order asked about, and a cell of the user's own quotes. */
export const quoted = 'XX00ZZ7777';

/** A batch of these rows, started with results; returns the print of the input that the first of them quotes, for it to be erased. */
export async function quotingBatch(
  ledger: Ledger,
  rows: readonly NewBatchRow[] = [aRow(0, { own: [quoted] })],
): Promise<string> {
  const { batches } = ledger;
  const body = bytes(JSON.stringify({ rc_number: quoted }));
  const { whole } = await ledger.inputPrint('rc-advanced', body);
  await place(ledger, 'other', { order: { requestBody: body, fingerprint: whole } });
  await batches.create({ ...aBatch, columns: [{ name: 'old_plate', mask: null }] });
  await batches.addRows(b, rows);
  const results = { file: '/x.csv', format: 'csv', masked: true } as const;
  await batches.start(b, { sendFlawed: true, sendPaid: false, results, insteadOf: null });
  return whole;
}
