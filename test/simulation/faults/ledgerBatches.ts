import { type Fault, faultsIn } from './fault.ts';

/** Faults that only the real ledger can have, in what it keeps of batches. */
export const ledgerBatchFaults: readonly Fault[] = [
  ...faultsIn('ledger/batchWriting.ts', 'real', [
    [
      'ledger-start-flawed',
      'What the user does not let through is skipped',
      "if (!choice.sendFlawed) skip('invalid', 'flawed = 1');",
      '',
    ],
    [
      'ledger-start-paid',
      'A paid row leaves only where the user lets it',
      "} else skip('paid', stopped);",
      '}',
    ],
    [
      'ledger-again-same-draft',
      'A call sent anew has a new draft',
      'again.run(freeDraft(store, batch, Number(call), old), batch',
      'again.run(old, batch',
    ],
    [
      'ledger-again-passes-none',
      'A row sent anew passes the order it was undecided for',
      "CASE why WHEN 'unknown' THEN json_array(order_ref) ELSE open_twins END",
      "CASE why WHEN 'unknown' THEN open_twins ELSE open_twins END",
    ],
    [
      'ledger-leave-waits',
      'A row that was left is never sent',
      "`UPDATE batch_rows SET state = CASE WHEN order_ref IS NULL THEN 'skipped' ELSE 'done' END,",
      "`UPDATE batch_rows SET state = CASE WHEN order_ref IS NULL THEN 'waiting' ELSE 'done' END,",
    ],
    [
      'ledger-decides-all',
      'A decision is about the rows it names',
      'draft_id IN (SELECT value FROM json_each(?))`;',
      '(draft_id IN (SELECT value FROM json_each(?)) OR 1)`;',
    ],
  ]),
  ...faultsIn('ledger/schema/schema4.ts', 'real', [
    [
      'ledger-row-unfollowed',
      'A row is sent in the transaction that begins its order',
      "UPDATE batch_rows SET state = 'sent', why = NULL, order_ref = new.id WHERE draft_id = new.draft_id AND state = 'waiting';",
      "UPDATE batch_rows SET state = 'sent', why = NULL WHERE draft_id = new.draft_id AND state = 'waiting';",
    ],
  ]),
  ...faultsIn('ledger/batchErasing.ts', 'real', [
    [
      'ledger-erased-row-leaves',
      'A row whose input is erased never leaves',
      "state = CASE WHEN order_ref IS NULL THEN 'skipped' ELSE state END, why = 'erased'",
      "state = state, why = 'erased'",
    ],
  ]),
];
