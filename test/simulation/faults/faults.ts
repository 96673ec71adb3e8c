import { batchFaults } from './batch.ts';
import type { Fault } from './fault.ts';
import { guardFaults } from './guard.ts';
import { ledgerFaults } from './ledger.ts';
import { ledgerBatchFaults } from './ledgerBatches.ts';
import { sendingFaults } from './sending.ts';

/** Every fault the simulator has to find. */
export const faults: readonly Fault[] = [
  ...sendingFaults,
  ...guardFaults,
  ...batchFaults,
  ...ledgerFaults,
  ...ledgerBatchFaults,
];
