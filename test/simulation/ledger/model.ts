import type { BatchStore } from '../../../src/calls/ports/batchPorts.ts';
import type { Erased } from '../../../src/calls/ports/erasurePorts.ts';
import type {
  Account,
  Admission,
  GuardFacts,
  GuardQuestion,
  InputPrint,
} from '../../../src/calls/ports/guardPorts.ts';
import { batchDrafts, type OrderId, type PageId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import {
  LedgerRefusal,
  type NewOrder,
  type OrderPayloads,
  type OrderSummary,
  type Resolution,
  type Settlement,
} from '../../../src/calls/ports/ports.ts';
import { comparedBody } from '../../../src/contract/comparedBody.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { inputName } from '../inputs.ts';
import { givesWay } from '../invariants/settled.ts';
import { oldestDraft } from '../keptDrafts.ts';
import type { World } from '../world.ts';
import type { Backend, History } from './backend.ts';
import { ModelBatches } from './modelBatches.ts';
import { factsOf } from './modelFacts.ts';
import { accountOf, isOpenRow, isOwedRow, ModelStore, type Row, summaryOf } from './modelRows.ts';

const dayMs = 86_400_000;
const utf8 = new TextEncoder();

/** A ledger in memory, made from what the ports promise and from nothing else. Each method is one transaction. */
export class ModelLedger implements Backend {
  readonly batches: BatchStore;
  readonly #store: ModelStore;

  constructor(store: ModelStore) {
    this.#store = store;
    this.batches = new ModelBatches(store);
  }

  async begin(order: NewOrder, admission?: Admission): Promise<void> {
    const store = this.#store;
    if (store.drafts.has(order.draftId)) throw new LedgerRefusal('same-draft', { text: 'sent already' });
    if (order.draftId.startsWith(batchDrafts) && !store.waits(order.draftId)) {
      throw new LedgerRefusal('row-gone', { text: 'the row waits no more' });
    }
    const why = admission?.admit(factsOf(store, admission.question)) ?? null;
    if (why !== null) throw new LedgerRefusal('guard', why);
    const row: Row = {
      seq: store.seq++,
      order,
      state: 'in-flight',
      outcome: 'unknown',
      billing: 'unknown',
      settlement: null,
      settledAs: 0,
      resolved: null,
      resolvedAt: null,
      payloads: true,
      meterAt: order.begunAt,
      deadlineAt: order.deadlineAt,
    };
    store.rows.set(order.id, row);
    store.counted.push(row);
    store.drafts.add(order.draftId);
    store.followed(row);
  }

  async guard(question: GuardQuestion): Promise<GuardFacts> {
    return factsOf(this.#store, question);
  }

  async settle(id: OrderId, settlement: Settlement): Promise<void> {
    const row = this.#store.rows.get(id);
    if (row === undefined || row.state === 'settled') throw new Error('settled already, or unknown');
    row.state = 'settled';
    row.outcome = settlement.outcome;
    row.billing = settlement.billing;
    row.settlement = settlement;
    if (row.resolvedAt !== null && givesWay(row.resolvedAt, settlement)) {
      row.resolved = null;
      row.resolvedAt = null;
    }
    this.#store.settled += 1;
    row.settledAs = this.#store.settled;
    if (settlement.coolDown !== null) this.#remember(row, settlement);
    this.#store.followed(row);
  }

  #remember({ order, meterAt }: Row, { coolDown, settledAt }: Settlement): void {
    if (coolDown === null) return;
    const { cooling, counted } = this.#store;
    const account = accountOf(order.place, order.keyHash, order.operation);
    const calls = counted.filter(
      (one) =>
        one.outcome !== 'not-sent' &&
        accountOf(one.order.place, one.order.keyHash, one.order.operation) === account &&
        one.meterAt > meterAt - 60_000 &&
        one.meterAt <= meterAt,
    ).length;
    const sane = coolDown.until - settledAt <= dayMs ? coolDown.until : Number.NEGATIVE_INFINITY;
    const fresh = { ...coolDown, since: settledAt, sane, order: order.id, calls, callsAt: meterAt };
    const kept = cooling.get(account);
    if (kept === undefined) {
      cooling.set(account, fresh);
      return;
    }
    const teaches = kept.until <= meterAt && kept.callsAt <= meterAt;
    const { until, since, guessed, order: from } = kept.until >= fresh.until ? kept : fresh;
    const learned = teaches ? { calls, callsAt: meterAt } : { calls: kept.calls, callsAt: kept.callsAt };
    const latest = Math.max(kept.sane, sane);
    cooling.set(account, { until, since, sane: latest, guessed, order: from, ...learned });
  }

  async get(id: OrderId): Promise<OrderSummary | null> {
    const row = this.#store.rows.get(id);
    return row === undefined ? null : summaryOf(row);
  }

  async payloads(id: OrderId): Promise<OrderPayloads> {
    const row = this.#store.rows.get(id);
    if (row === undefined || !row.payloads) return { kind: 'not-kept' };
    return { kind: 'open', requestBody: row.order.requestBody, answer: row.settlement?.answer ?? null };
  }

  async recover(now: number): Promise<readonly OrderId[]> {
    const late = [...this.#store.rows.values()].filter(
      ({ state, deadlineAt }) => state === 'in-flight' && deadlineAt < now,
    );
    for (const row of late) {
      row.state = 'lost';
      this.#store.followed(row);
    }
    return late.map(({ order }) => order.id);
  }

  async saveDraft(page: PageId, draft: Uint8Array, now: number, seen = 0): Promise<boolean> {
    const { pages, savedAt, erasures } = this.#store;
    const known = erasures.get(page) ?? 0;
    if (seen < known) return false;
    pages.set(page, draft);
    savedAt.set(page, now);
    erasures.set(page, Math.max(seen, known));
    return true;
  }

  async loadDraft(page: PageId): Promise<Uint8Array | null> {
    return this.#store.pages.get(page) ?? null;
  }

  async draftErasures(page: PageId): Promise<number> {
    return this.#store.erasures.get(page) ?? 0;
  }

  async deleteDraft(page: PageId): Promise<void> {
    this.#store.pages.delete(page);
  }

  async inputPrint(operation: OperationId, body: Uint8Array): Promise<InputPrint> {
    return inputName(operation, body);
  }

  async keyHash(place: string, key: string | null): Promise<string> {
    return key === null ? '' : `hash of ${place} ${key}`;
  }

  async liftCoolDown(
    { place, keyHash }: Account,
    operation: OperationId,
    until: number,
    now: number,
  ): Promise<void> {
    const cooling = this.#store.cooling.get(accountOf(place, keyHash, operation));
    if (cooling === undefined || cooling.until !== until) return;
    const hidden = cooling.sane < until ? cooling.sane : Number.NEGATIVE_INFINITY;
    cooling.until = Math.max(hidden, Math.min(until, now));
    // What is left of it is a wait of a day at most.
    cooling.since = Math.max(cooling.since, cooling.until - dayMs);
  }

  async sameInput(fingerprint: string, limit: number): Promise<readonly OrderSummary[]> {
    const rows = [...this.#store.rows.values()].filter(({ order }) => order.fingerprint === fingerprint);
    return rows.slice(-limit).map(summaryOf);
  }

  /** Only what is open, or was resolved before, can be resolved. */
  async resolve(id: OrderId, { outcome, at }: Resolution): Promise<void> {
    const row = this.#store.rows.get(id);
    if (row === undefined || row.state === 'in-flight') throw new Error('under way, or unknown');
    if (!isOpenRow(row) && row.resolved === null) throw new Error('the service settled it for good');
    row.resolved = outcome;
    row.resolvedAt = at;
    this.#store.followed(row);
  }

  async erase(ids: readonly OrderId[]): Promise<Erased> {
    const rows = ids.flatMap((id) => this.#store.rows.get(id) ?? []);
    for (const { order, state } of rows)
      if (state !== 'in-flight' && order.fingerprint !== null) this.#forgetTyped(order.fingerprint);
    return this.#erase(rows, ({ state }) => state !== 'in-flight');
  }

  async eraseInput(fingerprint: string): Promise<Erased> {
    const rows = [...this.#store.rows.values()].filter(({ order }) => order.fingerprint === fingerprint);
    this.#store.forgetInput(fingerprint);
    this.#forgetTyped(fingerprint);
    return this.#erase(rows, ({ state }) => state !== 'in-flight');
  }

  /** What was typed ends with the erasure of its input, on whichever page it stands, and where no order of it is left. */
  #forgetTyped(fingerprint: string): void {
    const { pages, savedAt, erasures } = this.#store;
    for (const [page, draft] of pages) {
      const body = new TextDecoder().decode(draft.subarray(draft.indexOf(10) + 1));
      const is = (id: OperationId, text: string): boolean =>
        inputName(id, utf8.encode(text)).whole === fingerprint;
      if (!operations.some(({ id }) => is(id, body) || is(id, comparedBody({ id }, body)))) continue;
      pages.delete(page);
      savedAt.set(page, this.#store.now());
      erasures.set(page, (erasures.get(page) ?? 0) + 1);
    }
  }

  #dropOldDrafts(policy: KeepPolicy, now: number): void {
    const { pages, savedAt, erasures } = this.#store;
    for (const [page, at] of savedAt) {
      if (at < oldestDraft(policy, now)) for (const all of [pages, savedAt, erasures]) all.delete(page);
    }
  }

  async applyPolicy(policy: KeepPolicy, now: number): Promise<Erased> {
    const { keep, orderDays, payloadDays } = policy;
    this.#dropOldDrafts(policy, now);
    const before = (days: number): number => (days > 0 ? now - days * dayMs : Number.NEGATIVE_INFINITY);
    const orders = keep === 'open-only' ? Number.POSITIVE_INFINITY : before(orderDays);
    const payloads = keep === 'metadata' ? Number.POSITIVE_INFINITY : before(payloadDays);
    const rows = [...this.#store.rows.values()];
    const erased = this.#erase(
      rows.filter(({ order }) => order.begunAt < orders),
      (row) => !isOwedRow(row),
    );
    for (const row of rows) if (!isOpenRow(row) && row.order.begunAt < payloads) row.payloads = false;
    return erased;
  }

  #erase(rows: readonly Row[], may: (row: Row) => boolean): Erased {
    const going = rows.filter(may);
    for (const row of going) {
      this.#store.rows.delete(row.order.id);
      this.#store.erased(row);
    }
    return { orders: going.length, leftOpen: rows.length - going.length };
  }

  async close(): Promise<void> {}
}

/** Smaller steps are the clock being set right. */
const toleranceMs = 60_000;

export function modelHistory(world: Pick<World, 'clock'>): History {
  const store = new ModelStore(() => world.clock.now());
  return {
    open: async () => new ModelLedger(store),
    clockSet: (ms) => {
      if (Math.abs(ms) > toleranceMs) store.shift(ms);
    },
    end: async () => undefined,
  };
}
