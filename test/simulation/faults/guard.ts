// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of sources, in which templates stand as they are
import { type Fault, faultsIn } from './fault.ts';

/** What stands in the way, what an answer passes, and where things are counted. */
export const guardFaults: readonly Fault[] = [
  ...faultsIn('calls/guard/agreement.ts', 'model', [
    [
      'agreement-elsewhere',
      'An agreement holds for the place it was given for',
      "  if (agreement.target !== target) return { kind: 'ask' };\n",
      '',
    ],
    ['agreement-news', 'What was not shown is asked about', "  if (isNews) return { kind: 'ask' };\n", ''],
    [
      'agreement-left',
      'What was not passed stays in the way',
      'if (left.length === 0) return',
      "if (left.length === 0 || left.every(({ kind }) => kind === 'meter')) return",
    ],
    [
      'agreement-wait-over',
      'Who chose to wait waits',
      "return agreement.waits && until !== null ? { kind: 'wait', until } : { kind: 'ask' };",
      "return agreement.waits ? { kind: 'send' } : { kind: 'ask' };",
    ],
  ]),
  ...faultsIn('calls/guard/admission.ts', 'model', [
    [
      'admission-budget-accepted',
      'A budget is never passed by an answer',
      "stops(one) && (one.kind === 'budget-stop' || !accepted.has(one.id))",
      'stops(one) && !accepted.has(one.id)',
    ],
    [
      'admission-one-spender',
      'Spend from before an environment had its id counts on',
      'spenders: spendersOf(environment),',
      'spenders: spendersOf(environment).slice(0, 1),',
    ],
  ]),
  ...faultsIn('calls/guard/choices.ts', 'model', [
    [
      'choices-budget-sends',
      'A stopped budget offers nothing that sends',
      'return [...first, ...remedies(cures)];',
      "return [...first, { kind: 'send', how: 'plain' }];",
    ],
    [
      'choices-pass-all',
      'A choice for a pending twin passes that twin alone',
      "return shown.filter(({ kind }) => kind === 'pending-twin').map(({ id }) => id);",
      'return shown.map(({ id }) => id);',
    ],
    [
      'choices-lift-passes',
      'Lifting a wait passes no full window',
      "    case 'lift':\n",
      "    case 'lift':\n      return shown.map(({ id }) => id);\n",
    ],
    [
      'choices-wait-passes',
      'Waiting passes no wait',
      "    case 'wait':\n",
      "    case 'wait':\n      return shown.map(({ id }) => id);\n",
    ],
  ]),
  ...faultsIn('calls/guard/obstacles.ts', 'model', [
    [
      'obstacle-meter-told',
      'A full window must be passed',
      "kind !== 'budget-warning' && kind !== 'refusal'",
      "kind !== 'budget-warning' && kind !== 'refusal' && kind !== 'meter'",
    ],
    [
      'obstacle-paid-told',
      'A paid twin must be passed',
      "kind !== 'budget-warning' && kind !== 'refusal'",
      "kind !== 'budget-warning' && kind !== 'refusal' && kind !== 'paid-twin'",
    ],
  ]),
  ...faultsIn('calls/guard/twins.ts', 'model', [
    [
      'twin-unnamed',
      'A twin is passed by its name',
      'paid: (order: OrderId): string => `paid-twin:${order}`,',
      "paid: (_: OrderId): string => 'paid-twin',",
    ],
    [
      'twin-paid-as-open',
      'Who passes an order as paid has not passed it as open',
      'pending: (order: OrderId): string => `pending-twin:${order}`,',
      'pending: (order: OrderId): string => `paid-twin:${order}`,',
    ],
  ]),
  ...faultsIn('calls/guard/waits.ts', 'model', [
    ['cool-down-unnamed', 'A wait is passed by its end', 'id: `cool-down:${until}`,', "id: 'cool-down',"],
    [
      'meter-one-more',
      'A window takes as many as its limit says',
      'count < most) return [];',
      'count <= most) return [];',
    ],
    [
      'meter-unnamed',
      'Who passes one window has not passed the other',
      'id: `meter:${ms}:${most}`,',
      "id: 'meter',",
    ],
  ]),
  ...faultsIn('calls/guard/limits.ts', 'model', [
    [
      'limit-of-user-ignored',
      'What the user has set comes first',
      "return { ms, learns: false, most: byUser, source: 'set' };",
      "return { ms, learns: false, most: documented, source: 'set' };",
    ],
    [
      'limit-not-learned',
      'A limit is learned from a 429',
      'if (minute.most !== null || most === null) return [minute, day];',
      'if (minute.most === null || most !== null) return [minute, day];',
    ],
    [
      'limit-of-day',
      'The day is counted, too',
      'known(dayMs, set?.perDay, operation.limits.perDay)',
      'known(dayMs, null, operation.limits.perDay)',
    ],
  ]),
  ...faultsIn('calls/guard/budget.ts', 'model', [
    [
      'budget-one-more',
      'A budget of calls is not passed',
      'if (spent.calls + 1 > most) {',
      'if (spent.calls > most) {',
    ],
    [
      'budget-money-late',
      'A budget of money holds for this call, too',
      'if (compareMoney(withThis, most) > 0) {',
      'if (compareMoney(sum.money, most) > 0) {',
    ],
    [
      'budget-unpriced',
      'A call without a price does not pass a budget of money',
      '  if (price === null) {\n    return stop(',
      '  if (price === null) {\n    return warning(',
    ],
    [
      'budget-unreadable',
      'Half a budget is none',
      'if (budget === undefined) return [];\n',
      "if (budget === undefined || budget.kind === 'unreadable') return [];\n",
    ],
    [
      'budget-month',
      'The budget of a month is kept',
      'spent[period], budget.warnAt',
      "spent[period === 'month' ? 'day' : period], budget.warnAt",
    ],
  ]),
  ...faultsIn('calls/guard/preflight.ts', 'model', [
    [
      'preflight-open-only',
      'A paid twin is seen',
      '    ...wholeFirst(facts.paidTwins.map((order) => paidTwin(order, now, facts.entries))),\n',
      '',
    ],
    [
      'preflight-first-twin',
      'Of a bulk call each twin is named',
      'facts.pendingTwins.map(',
      'facts.pendingTwins.slice(0, 1).map(',
    ],
    [
      'preflight-no-guess',
      'A wait that is our guess is kept as well',
      'facts.coolDown === null ? null : coolDownObstacle',
      'facts.coolDown === null || facts.coolDown.guessed ? null : coolDownObstacle',
    ],
    [
      'preflight-throws',
      'Nothing is held back for no reason',
      'facts.coolDown === null ? null : coolDownObstacle(facts.coolDown, now)',
      'coolDownObstacle(facts.coolDown as never, now)',
    ],
  ]),
  ...faultsIn('calls/environments/environments.ts', 'model', [
    [
      'identity-by-case',
      'A name is the same however it is spelt',
      'return `name:${name.toLowerCase()}`;',
      'return `name:${name}`;',
    ],
    [
      'identity-by-name',
      'A new name stays the same environment',
      'return environment.id === undefined ? nameIdentity',
      'return environment.name.length > 0 ? nameIdentity',
    ],
    [
      'bills-by-word',
      'The word sandbox is believed on this computer alone',
      "return environment.baseUrl !== '' && !isLoopbackName(new URL(environment.baseUrl).hostname);",
      'return false;',
    ],
    [
      'place-by-name',
      'Twins and meters belong to the place',
      'return isEmbedded(environment) ? embeddedPlace : placeOfOrigin(originOf(environment));',
      'return isEmbedded(environment) ? embeddedPlace : `${placeOfOrigin(originOf(environment))} ${environment.name}`;',
    ],
    [
      'copied-id',
      'Two environments do not share an identity',
      'const same = taken.find((one) => one.id === id);',
      'const same = taken.find((one) => one.id === id && one.name === name);',
    ],
  ]),
  ...faultsIn('calls/keys/key.ts', 'model', [
    [
      'key-any-origin',
      'A key goes to the origin it was entered for',
      'if (record.origin !== origin)',
      'if (record.origin === `${origin}?`)',
    ],
  ]),
];
