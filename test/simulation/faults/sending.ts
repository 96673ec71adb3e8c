// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of sources, in which templates stand as they are
import { type Fault, faultsIn } from './fault.ts';

/** The gate: rules taken out, what is read afresh replaced by a copy. */
const gate = faultsIn('calls/sending/gate.ts', 'model', [
  [
    'gate-environment-copied',
    'The environment is read for each round',
    `    const ways = new Ways(this.#ports);
    for (let round = 0; round < mostRounds; round += 1) {
      const environment = environmentOf(this.#ports.settings, want);`,
    `    const ways = new Ways(this.#ports);
    const environment = environmentOf(this.#ports.settings, want);
    for (let round = 0; round < mostRounds; round += 1) {`,
  ],
  [
    'gate-key-copied',
    'The key is read for each round',
    `      const to = await readDestination(this.#ports, environment);
      const prospect = await prospectOf(this.#ports, want.operation, to, want.body, want.lagMs);`,
    `      const kept = Reflect.get(want, 'kept') ?? (await readDestination(this.#ports, environment));
      Reflect.set(want, 'kept', kept);
      const to = { ...kept, environment, keyRevision: this.#ports.keys.revision() };
      const prospect = await prospectOf(this.#ports, want.operation, to, want.body, want.lagMs);`,
  ],
  [
    'gate-changed-unseen',
    'What changed since the round began is seen inside the transaction',
    "    if (this.#nowReads(want) !== seen) return { kind: 'changed' };",
    "    if (this.#nowReads(want) === null) return { kind: 'changed' };",
  ],
  [
    'gate-revision-unseen',
    'A key that was replaced or removed while the call was about to leave is seen',
    '    own,\n    keyRevision,',
    '    own,',
  ],
  [
    'gate-withdrawn-unasked',
    'A call that was taken back does not leave',
    'const why = want.withdrawn();\n    if (why !== null)',
    'const why = want.withdrawn();\n    if (why !== null && want.batch === null)',
  ],
  [
    'gate-admits-all',
    'The last look is made inside the transaction',
    "return last.judgement.kind === 'send' ? null",
    "return last.judgement.kind !== 'withdrawn' ? null",
  ],
  [
    'gate-standing-anything',
    'A call that nobody can be asked about stops at what was not accepted',
    "return left.length === 0 ? { kind: 'send' } : { kind: 'stopped', by: left };",
    "return left.length < 2 ? { kind: 'send' } : { kind: 'stopped', by: left };",
  ],
  [
    'gate-standing-keyless',
    'A batch without a key stops',
    "check.obstacles.filter((one) => one.kind === 'refusal' && one.repair === 'set-key')",
    "check.obstacles.filter((one) => one.kind === 'refusal' && one.repair === 'subscribe')",
  ],
  [
    'gate-foreign-trusted',
    'Another extension is asked about, whatever was confirmed',
    'return !asker.proven || asker.notes.length > 0 || !this.#ports.settings.asksOnce();',
    'return asker.notes.length > 0 || !this.#ports.settings.asksOnce();',
  ],
  [
    'gate-notes-unsaid',
    'A request file that reads variables is asked about',
    'return !asker.proven || asker.notes.length > 0 || !this.#ports.settings.asksOnce();',
    'return !asker.proven || !this.#ports.settings.asksOnce();',
  ],
  [
    'gate-asks-once-always',
    'Each call is confirmed unless the user wants a session confirmed',
    'return !asker.proven || asker.notes.length > 0 || !this.#ports.settings.asksOnce();',
    'return !asker.proven || asker.notes.length > 0;',
  ],
  [
    'gate-unguarded-by-name',
    'A remote environment is asked about, whatever it calls itself',
    'return isGuarded(this.#ports.settings, environment) || (notes.length > 0 && !isEmbedded(environment));',
    "return environment.kind === 'live' || (notes.length > 0 && !isEmbedded(environment));",
  ],
  [
    'gate-target-ignored',
    'What was agreed for one place does not hold for another',
    'const earlier: Earlier = agreement?.target === target ? agreement : nothingYet;',
    'const earlier: Earlier = agreement ?? nothingYet;',
  ],
  [
    'gate-declined-sends',
    'Who gives up sends nothing',
    'if (choice === undefined) return declined(check);',
    "if (choice === undefined && obstacles.length === 0) return declined(check);\n    if (choice === undefined) return { kind: 'again', agreement: { target, accepted: new Set(obstacles.map(({ id }) => id)), shown: new Set(obstacles.map(({ id }) => id)), waits: false } };",
  ],
  [
    'gate-elsewhere-sends',
    'Who looks at the order sends nothing',
    "return isCured ? { kind: 'again', word: askAnew } : declined(check);",
    '',
  ],
  [
    'gate-place-unchecked',
    'A batch goes to the place it was planned for and nowhere else',
    'if (isSame) return environment;',
    'if (isSame || placeOf(environment).length > 0) return environment;',
  ],
  [
    'gate-kind-unchecked',
    'A batch that was simulated does not bill',
    'if (environment.kind !== to.kind) {',
    "if (environment.kind !== to.kind && to.place === '') {",
  ],
  [
    'gate-other-place-unasked',
    'Who agreed to another place is asked about this one',
    'agreement === null || agreement.target === targetOf(check)\n        ?',
    'agreement === null || agreement.target.length > 0\n        ?',
  ],
  [
    'gate-gone-environment',
    'A batch whose environment is gone does not go to another',
    'const environment = settings.environment(to.identity);',
    'const environment = settings.environment(to.identity) ?? settings.current();',
  ],
  [
    'gate-planned-print',
    'A row leaves as it was planned',
    'prospect.question.input?.whole !== want.plannedPrint',
    'prospect.question.input === null',
  ],
  [
    'gate-wait-ended-sends',
    'Who ends the wait sends nothing',
    "return isOver ? { kind: 'again', word } : declined(found.check);",
    "const passed = { ...word, agreement: { ...word?.agreement, accepted: new Set(found.check.obstacles.map(({ id }) => id)) } } as Word;\n        return { kind: 'again', word: isOver ? word : passed };",
  ],
]);

const runner = faultsIn('calls/sending/runner.ts', 'model', [
  [
    'runner-sends-first',
    'The order is on disk before the first byte leaves',
    `      await ledger.begin(order, admission);
    } catch (error) {`,
    `      const early = transport.send(request, new AbortController().signal);
      await ledger.begin(order, admission);
      return this.#settle(ledger, order, await early);
    } catch (error) {`,
  ],
  [
    'runner-sends-unwritten',
    'What cannot be written does not leave',
    "      return { kind: 'not-begun', why: whyNotBegun(error), sameDraft: reason === 'same-draft' };",
    "      if (reason === 'same-draft') return { kind: 'not-begun', why: whyNotBegun(error), sameDraft: true };",
  ],
  [
    'runner-same-draft',
    'A draft that was sent is not sent again',
    "return { kind: 'not-begun', why: whyNotBegun(error), sameDraft: reason === 'same-draft' };",
    "if (reason !== 'same-draft') return { kind: 'not-begun', why: whyNotBegun(error), sameDraft: false };",
  ],
  [
    'runner-admission-skipped',
    'The ledger is given the admission',
    'await ledger.begin(order, admission);',
    'await ledger.begin(order);',
  ],
  [
    'runner-settles-early',
    'An order is settled by its answer',
    '    const exchange = await this.#sendOnce(transport, request, cancel.signal);\n    return this.#settle(ledger, order, exchange);',
    "    const none = { kind: 'failed', sent: 'maybe', code: 'other', what: { text: '' }, cause: '', head: null, partialBody: null, timing: { connectedMs: null, firstByteMs: null, totalMs: 0 } } as const;\n    const early = this.#settle(ledger, order, none);\n    await this.#sendOnce(transport, request, cancel.signal);\n    return early;",
  ],
  [
    'runner-shown-unwritten',
    'Nothing is shown as written that is not',
    'const kept = { ...result, unsettled };',
    'const kept = { ...result, unsettled: null };',
  ],
  [
    'runner-never-later',
    'An answer that could not be written is written later',
    '      this.#settleLater(kept);\n',
    '',
  ],
  [
    'runner-gives-up',
    'It is tried until it is written',
    '      this.#ports.log.warn(`${name}: still not settled`, messageOf(error));\n      this.#settleLater(result);',
    '      this.#ports.log.warn(`${name}: still not settled`, messageOf(error));',
  ],
  [
    'runner-finish-forgets',
    'A window that closes waits for what is out',
    'await Promise.allSettled(this.#underWay);',
    'await Promise.allSettled([]);',
  ],
  [
    'runner-client-fault-free',
    'A client that fails in a way nobody foresaw may have sent the call',
    "        sent: 'maybe',\n        code: 'other',",
    "        sent: 'no',\n        code: 'other',",
  ],
  [
    'runner-tries-again',
    'A call is never repeated by itself',
    'return await transport.send(request, cancel);',
    "const first = await transport.send(request, cancel);\n      return first.kind === 'failed' && first.code === 'reset' ? await transport.send(request, cancel) : first;",
  ],
]);

const parts = [
  ...faultsIn('calls/sending/plan.ts', 'model', [
    [
      'plan-price-left-out',
      'An order keeps the price that was shown',
      'price: priceOf(context),',
      'price: null,',
    ],
    [
      'plan-kind-by-word',
      'What may be billed is never kept as simulated',
      `kind: mayBill(environment) ? 'live' : 'sandbox',`,
      'kind: environment.kind,',
    ],
    [
      'plan-deadline-short',
      'An order is not given up before its deadline',
      'deadlineAt: context.now + ports.settings.deadlineMs() + settleGraceMs,',
      'deadlineAt: context.now + 1,',
    ],
    [
      'plan-key-of-embedded',
      'A key goes to the place it was entered for',
      "apiKey: to.key.kind === 'present' || to.key.kind === 'simulated' ? to.key.key : null,",
      "apiKey: to.key.kind === 'present' ? to.key.key : null,",
    ],
    [
      'plan-identity-of-name',
      'Spend belongs to the environment’s identity, however it is called',
      'identity: countedAs(environment),',
      'identity: `name:${environment.name}`,',
    ],
    [
      'plan-parts-left-out',
      'Each entry of a bulk call is a twin',
      'parts: question.input?.parts ?? [],',
      'parts: [],',
    ],
  ]),
  ...faultsIn('calls/sending/look.ts', 'model', [
    [
      'look-account-without-key',
      'Limits belong to the key',
      'keyHash: await ledger.keyHash(place, keyOf(to))',
      'keyHash: await ledger.keyHash(place, null)',
    ],
    [
      'look-input-left-out',
      'The same input is looked for',
      'text === null ? null : await printOf(ledger, operation, text);',
      "text === null || text !== '' ? null : await printOf(ledger, operation, text);",
    ],
    [
      'look-session-shared',
      'A session is one window’s run',
      'session: ports.session, lagMs',
      "session: 'session', lagMs",
    ],
  ]),
  ...faultsIn('calls/sending/destination.ts', 'model', [
    [
      'target-without-key',
      'Who agreed to one key has not agreed to another',
      'kind, name, baseUrl, key, price, warning]',
      'kind, name, baseUrl, price, warning]',
    ],
    [
      'target-without-price',
      'Who agreed to one price has not agreed to another',
      'kind, name, baseUrl, key, price, warning]',
      'kind, name, baseUrl, key, warning]',
    ],
    [
      'target-without-place',
      'Who agreed to one address has not agreed to another',
      'JSON.stringify([placeOf(environment), kind, name, baseUrl, key, price, warning])',
      'JSON.stringify([kind, name, key, price, warning])',
    ],
  ]),
  ...faultsIn('calls/sending/confirmations.ts', 'model', [
    [
      'session-any-key',
      'A session was confirmed for one key',
      'environment.kind, baseUrl, own]',
      'environment.kind, baseUrl]',
    ],
    [
      'session-any-operation',
      'A session was confirmed for one operation',
      "['call', operation, identityOf(environment)",
      "['call', identityOf(environment)",
    ],
    [
      'session-past-twins',
      'A confirmed session passes nothing that stands in the way',
      "(one) => one.kind === 'budget-warning' && this.#confirmed.has(warningKey(to, one, check.context)),",
      "(one) => one.kind !== 'budget-stop' || this.#confirmed.has(warningKey(to, one, check.context)),",
    ],
    [
      'session-loose-proxy',
      'A proxy that is not checked is asked about each time',
      'if (check.warning !== null || !this.#confirmed',
      'if (!this.#confirmed',
    ],
  ]),
  ...faultsIn('calls/sending/exchange.ts', 'model', [
    [
      'cool-down-by-outcome',
      'Any HTTP 429 cools down, whatever its body says',
      "reading.outcome === 'throttled' || exchange.head?.status === 429",
      "reading.outcome === 'throttled'",
    ],
    [
      'cool-down-unread',
      'The service says how long to wait',
      '? { until: settledAt + wait.seconds * 1000, guessed: false, ...planted }',
      '? { until: settledAt + Math.min(wait.seconds, 5) * 1000, guessed: false, ...planted }',
    ],
  ]),
];

export const sendingFaults: readonly Fault[] = [...gate, ...runner, ...parts];
