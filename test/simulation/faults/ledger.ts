// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of sources, in which templates stand as they are
import { type Fault, faultsIn } from './fault.ts';

const inWriting = faultsIn('ledger/writing.ts', 'real', [
  [
    'ledger-same-draft',
    'A draft is begun once',
    `return store.sql('SELECT 1 FROM orders WHERE draft_id = ?').get(draftId) !== undefined;`,
    `return store.sql('SELECT 1 FROM orders WHERE draft_id = ?').get(String(draftId) + '?') !== undefined;`,
  ],
  [
    'ledger-late-answer',
    'A late answer is knowledge',
    `WHERE id = ? AND state IN ('in-flight', 'lost')`,
    `WHERE id = ? AND state = 'in-flight'`,
  ],
  [
    'ledger-settled-twice',
    'A settled order never changes',
    `WHERE id = ? AND state IN ('in-flight', 'lost')`,
    `WHERE id = ? AND state IN ('in-flight', 'lost', 'settled') AND outcome = 'unknown'`,
  ],
  [
    'ledger-cool-down-forgotten',
    'A cool-down is kept with its answer',
    'if (settlement.coolDown !== null) {',
    'if (settlement.coolDown !== null && settlement.coolDown.guessed) {',
  ],
  [
    'ledger-lost-free',
    'What is lost may have been billed',
    `SET state = 'lost', outcome = 'unknown', billing = 'unknown'`,
    `SET state = 'lost', outcome = 'unknown', billing = 'free'`,
  ],
  [
    'ledger-parts-unkept',
    'Each entry of a bulk call is found again',
    '  insertParts(store, order, made.lastInsertRowid);\n',
    '',
  ],
]);

const inSpentDrafts = faultsIn('ledger/spentDrafts.ts', 'real', [
  [
    'ledger-same-draft-erased',
    'A draft is begun once, also where its order was erased',
    'get(markOf(draft)) !== undefined;',
    'get(String(draft)) !== undefined;',
  ],
]);

const inLedger = faultsIn('ledger/ledger.ts', 'real', [
  [
    'ledger-lost-early',
    'An order is lost after its deadline, not before',
    'async recover(now: number): Promise<readonly OrderId[]> {',
    'async recover(then: number): Promise<readonly OrderId[]> {\n    const now = then + 60_000;',
  ],
]);

const inGuard = [
  ...faultsIn('ledger/admitting.ts', 'real', [
    [
      'ledger-admission-skipped',
      'The guard is asked in the transaction that writes',
      'const why = admission?.admit(readFacts(store, admission.question)) ?? null;',
      'const why = admission === undefined ? null : null;',
    ],
  ]),
  ...faultsIn('ledger/guard.ts', 'real', [
    [
      'ledger-spend-billed-only',
      'What may have been billed is spent',
      `AND billing IN ('billed', 'unknown') GROUP BY 1, 2, 3`,
      `AND billing = 'billed' GROUP BY 1, 2, 3`,
    ],
    [
      'ledger-spend-by-own-id',
      'Spend from before an id counts on',
      'const spenders = allSpenders(store, question.spenders);',
      'const spenders = JSON.stringify(question.spenders.slice(0, 1));',
    ],
    [
      'ledger-session-of-all',
      'A session’s spend is its own',
      `WHERE session = ? AND identity IN`,
      `WHERE ? <> '' AND identity IN`,
    ],
    ['ledger-month-of-day', 'A month has more days than today', '`${month}-01`', 'question.day'],
    [
      'ledger-open-twins',
      'Open twins are seen',
      'pendingTwins: summariesAt(store, open)',
      'pendingTwins: summariesAt(store, paid)',
    ],
  ]),
  ...faultsIn('ledger/twins.ts', 'real', [
    [
      'ledger-oldest-twin',
      'The newest twin is named',
      'max(seq) AS seq FROM orders WHERE ${input}\n     UNION ALL SELECT max(begun_at), seq',
      'min(seq) AS seq FROM orders WHERE ${input}\n     UNION ALL SELECT min(begun_at), seq',
    ],
    [
      'ledger-latest-twin',
      'The newest twin is the one written last, whatever the clock said',
      'SELECT begun_at, max(seq) AS seq FROM orders WHERE ${input}',
      'SELECT max(begun_at) AS begun_at, seq FROM orders WHERE ${input}',
    ],
    [
      'ledger-paid-billed-only',
      'A twin may have been billed',
      `AND (billing IN ('billed', 'unknown') OR resolved IN ('verified', 'negative'))\`;`,
      `AND (billing = 'billed' OR resolved IN ('verified', 'negative'))\`;`,
    ],
    [
      'ledger-parts-once',
      'Of a bulk input each entry’s twin is named',
      'const asked = [JSON.stringify(parts), place, kept[kind]] as const;',
      'const asked = [JSON.stringify(parts.slice(0, 1)), place, kept[kind]] as const;',
    ],
  ]),
  ...faultsIn('ledger/ranFree.ts', 'real', [
    [
      'ledger-ran-free',
      'What ran is a twin, also where its answer says that it was free',
      'return store.sql(facet).get() !== undefined;',
      'return store.sql(facet).get() === null;',
    ],
    [
      'ledger-ran-free-part',
      'So is each entry of what ran',
      "AND (p.twin = ?3 OR (p.twin = 0 AND (r.outcome IN ('verified', 'negative') OR ${paidAsRecorded})))",
      'AND p.twin = ?3',
    ],
  ]),
  ...faultsIn('ledger/meters.ts', 'real', [
    [
      'ledger-meter-now',
      'Calls of the last minute are counted',
      'const from = question.now - window.ms;',
      'const from = question.now - window.ms / 4;',
    ],
    [
      'ledger-cool-down-newest',
      'The longest wait counts',
      'until = max(until, excluded.until)',
      'until = excluded.until',
    ],
    [
      'ledger-lift-nothing',
      'A lifted wait is over',
      'SET until = ?, sane_until = 0 WHERE',
      'SET until = until + 0 * ?, sane_until = 0 WHERE',
    ],
    [
      'ledger-times-forgotten',
      'The calls of a day are counted for a day',
      `store.sql('DELETE FROM begun WHERE at < ?').run(now - keptMs);`,
      `store.sql('DELETE FROM begun WHERE at < ?').run(now - minuteMs);`,
    ],
    [
      'ledger-learns-in-pause',
      'A call refused for a pause teaches no limit',
      'calls = CASE WHEN until > excluded.calls_at OR',
      'calls = CASE WHEN',
    ],
  ]),
  ...faultsIn('ledger/hashes.ts', 'real', [
    [
      'ledger-key-by-tail',
      'Accounts are told apart by the whole key',
      '.update(`${place}\\u0000${key}`)',
      '.update(`${place}\\u0000${key.slice(-4)}`)',
    ],
    [
      'ledger-key-any-place',
      'A key is counted at each place by itself',
      '.update(`${place}\\u0000${key}`)',
      '.update(key)',
    ],
  ]),
  ...faultsIn('ledger/clock.ts', 'real', [
    [
      'ledger-clock-waits',
      'A wait does not end because the clock was set',
      'UPDATE throttles SET until = until + ?1, since',
      'UPDATE throttles SET until = until + 0 * ?1, since',
    ],
    [
      'ledger-clock-meters',
      'A meter is not emptied by setting the clock',
      "store.sql('UPDATE begun SET at = at + ?').run(by);",
      '',
    ],
    [
      'ledger-clock-deadlines',
      'No order is given up because the clock was set',
      "deadline_at + ? WHERE state = 'in-flight'",
      "deadline_at + 0 * ? WHERE state = 'in-flight'",
    ],
    [
      'ledger-clock-plans',
      'No plan is given up because the clock was set',
      "created_at + ? WHERE state = 'planning'",
      "created_at + 0 * ? WHERE state = 'planning'",
    ],
  ]),
];

const inErasing = [
  ...faultsIn('ledger/erasing.ts', 'real', [
    [
      'ledger-erases-under-way',
      'An order that is under way is not erased',
      `AND state <> 'in-flight'\`;\n      orders += await this.#delete(part, gone);`,
      `AND state <> 'none'\`;\n      orders += await this.#delete(part, gone);`,
    ],
    [
      'ledger-policy-open',
      'Retention leaves open orders alone',
      `const settled = rows.filter((row) => row.is_open === 0).map((row) => String(row.id));`,
      `const settled = rows.map((row) => String(row.id));`,
    ],
    [
      'ledger-policy-unclear',
      'Retention leaves an order alone of which nobody knows whether it was billed',
      `const isOver = 'is_open = 0 AND attention = 0';`,
      `const isOver = 'is_open = 0';`,
    ],
    [
      'ledger-erase-nothing',
      'What is erased is gone',
      `AND state <> 'in-flight'\`;\n      orders += await this.#delete(part, gone);`,
      `AND state <> 'in-flight'\`;\n      orders += await this.#delete(JSON.stringify([]), gone);`,
    ],
    [
      'ledger-payloads-stay',
      'Payloads that are not kept are dropped',
      'this.#store.sql(`DELETE FROM payloads WHERE seq IN ${these}`).run(seqs);',
      '',
    ],
  ]),
  ...faultsIn('ledger/erasedDrafts.ts', 'real', [
    [
      'ledger-draft-stays',
      'What was typed ends with the erasure of its input, on whichever page it stands',
      'return kept === null || holds(opening, kept, forgotten);',
      'return kept === null;',
    ],
  ]),
  ...faultsIn('ledger/drafts.ts', 'real', [
    [
      'ledger-late-draft',
      'A page that does not know of an erasure does not bring back what was erased',
      'WHERE drafts.erasures <= excluded.erasures',
      'WHERE drafts.erasures <= excluded.erasures + 1',
    ],
  ]),
  ...faultsIn('ledger/schema/schema5.ts', 'real', [
    [
      'ledger-erased-refills',
      'Erasing refills no limit',
      `CREATE TABLE begun (
  id INTEGER PRIMARY KEY,
  seq INTEGER UNIQUE REFERENCES orders (seq) ON DELETE SET NULL,`,
      `CREATE TABLE begun (
  id INTEGER PRIMARY KEY,
  seq INTEGER UNIQUE REFERENCES orders (seq) ON DELETE CASCADE,`,
    ],
    [
      'ledger-erased-ends-wait',
      'Erasing ends no wait',
      `  seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  calls INTEGER,`,
      `  seq INTEGER REFERENCES orders (seq) ON DELETE CASCADE,
  calls INTEGER,`,
    ],
    [
      'ledger-parts-unfollowed',
      'A part follows its order',
      "UPDATE input_parts SET twin = ${twin('new')} WHERE seq = new.seq;",
      "UPDATE input_parts SET twin = ${twin('old')} WHERE seq = new.seq;",
    ],
    [
      'ledger-unsent-counts',
      'What did not leave is not counted',
      'DELETE FROM begun WHERE seq = new.seq;',
      'DELETE FROM begun WHERE seq = -new.seq;',
    ],
  ]),
  ...faultsIn('ledger/schema/schemaErasedOrders.ts', 'real', [
    [
      'ledger-spend-stays',
      'What was free is given back',
      'UPDATE spend SET calls = calls - 1 WHERE day = old.day',
      'UPDATE spend SET calls = calls - 0 WHERE day = old.day',
    ],
  ]),
  ...faultsIn('ledger/schema/schemaRecorded.ts', 'real', [
    [
      'ledger-session-stays',
      'A session is given back what was free',
      "${toSession('max(calls - 1, 0)')}",
      "${toSession('max(calls - 0, 0)')}",
    ],
    [
      'ledger-recorded-stays',
      'What the user recorded as refunded is given back',
      'CREATE TRIGGER spend_recorded AFTER UPDATE OF outcome, billing, message_code, resolved ON orders',
      'CREATE TRIGGER spend_recorded AFTER UPDATE OF outcome, billing, message_code ON orders',
    ],
  ]),
];

/** Faults that only the real ledger can have. */
export const ledgerFaults: readonly Fault[] = [
  ...inWriting,
  ...inSpentDrafts,
  ...inLedger,
  ...inGuard,
  ...inErasing,
];
