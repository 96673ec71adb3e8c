import type {
  Batch,
  BatchCall,
  BatchChoice,
  BatchRow,
  BatchSpend,
  BatchStore,
  Decision,
  NewBatch,
  NewBatchRow,
  OutcomeTally,
  RowFields,
  RowGroup,
  RowInput,
  RowPage,
  RowsAndCalls,
  RowWhy,
  Twins,
} from '../../../src/calls/ports/batchPorts.ts';
import type { InputPrint } from '../../../src/calls/ports/guardPorts.ts';
import { type BatchId, type DraftId, draftOfBatch, type OrderId } from '../../../src/calls/ports/ids.ts';
import { billingOfRow, outcomeOfRow, recordedOf, twinRows } from './modelFacts.ts';
import { batchOf, batchRowOf, isStopped, type Plan, type PlanRow, planRow } from './modelPlans.ts';
import { isOpenRow, type ModelStore } from './modelRows.ts';

/** Batches in memory, made from what the ports promise. */
export class ModelBatches implements BatchStore {
  readonly #store: ModelStore;

  constructor(store: ModelStore) {
    this.#store = store;
  }

  #plan(batch: BatchId): Plan {
    const plan = this.#store.plans.get(batch);
    if (plan === undefined) throw new Error('there is no such batch');
    return plan;
  }

  async create(batch: NewBatch): Promise<void> {
    const plan: Plan = { batch, state: 'planning', results: null, rows: [], holder: null, heldUntil: 0 };
    this.#store.plans.set(batch.id, plan);
  }

  async addRows(batch: BatchId, rows: readonly NewBatchRow[]): Promise<void> {
    const plan = this.#plan(batch);
    plan.rows.push(...rows.map(planRow));
    plan.rows.sort((a, b) => a.row - b.row);
  }

  async firstRows(batch: BatchId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const { repeatKey, row } of this.#plan(batch).rows) {
      if (repeatKey !== null && keys.includes(repeatKey) && !found.has(repeatKey)) found.set(repeatKey, row);
    }
    return found;
  }

  async twins(place: string, inputs: readonly InputPrint[]): Promise<readonly Twins[]> {
    return inputs.map((input) => {
      const { open, paid } = twinRows(this.#store, place, input);
      return { paid: paid.map(({ order }) => order.id), pending: open.map(({ order }) => order.id) };
    });
  }

  async start(batch: BatchId, choice: BatchChoice): Promise<void> {
    const plan = this.#plan(batch);
    if (choice.insteadOf !== null) this.#replace(choice.insteadOf.batch, choice.insteadOf.rows);
    const skip = (row: PlanRow, why: RowWhy): void => {
      row.state = 'skipped';
      row.why = why;
    };
    for (const row of plan.rows) {
      if (row.state === 'waiting' && row.flawed && !choice.sendFlawed) skip(row, 'invalid');
      if (choice.sendPaid) for (const twin of row.paidTwins) row.acceptedPaid.add(twin);
      else if (row.state === 'waiting' && isStopped(row)) skip(row, 'paid');
    }
    plan.state = 'started';
    plan.results = choice.results;
  }

  async get(batch: BatchId, holder: string, now: number): Promise<Batch | null> {
    const plan = this.#store.plans.get(batch);
    return plan === undefined ? null : batchOf(plan, holder, now);
  }

  async exists(): Promise<boolean> {
    return this.#store.plans.size > 0;
  }

  async list(holder: string, now: number): Promise<readonly Batch[]> {
    return [...this.#store.plans.values()].map((plan) => batchOf(plan, holder, now)).reverse();
  }

  async held(holder: string, now: number): Promise<readonly Batch[]> {
    const held = [...this.#store.plans.values()].filter((plan) => ![null, holder].includes(plan.holder));
    return held.map((plan) => batchOf(plan, holder, now));
  }

  async unfinished(now: number) {
    const plans = [...this.#store.plans.values()];
    const held = plans.filter(({ holder }) => holder !== null);
    const batches = plans.flatMap(({ batch, state, rows, holder, heldUntil, results }) => {
      const count = (of: string): number => rows.filter((row) => row.state === of).length;
      const interrupted = holder !== null;
      const found = { ...batch, interrupted, waiting: count('waiting'), undecided: count('undecided') };
      const isLeft = found.waiting + found.undecided > 0 || (interrupted && results !== null);
      return state === 'started' && (!interrupted || heldUntil < now) && isLeft ? [found] : [];
    });
    const ends = held.map(({ heldUntil }) => heldUntil).filter((at) => at >= now);
    return { batches, nextAt: ends.length === 0 ? null : Math.min(...ends) };
  }

  async wrote(batch: BatchId, rows: readonly number[], ids: readonly (readonly [number, string])[]) {
    const own = this.#plan(batch).rows;
    const never = own.filter(({ state, again }) => state === 'waiting' && again === 0);
    if (never.some(({ row }) => rows.includes(row))) return false;
    const compared = ids.flatMap(([row, id]) => {
      const order = own.find((one) => one.row === row)?.order ?? null;
      const said = order === null ? null : this.#store.rows.get(order)?.settlement?.orderId;
      return said ? [said.replace(/^'+/, '') === id] : [];
    });
    return compared.length === 0 || compared.includes(true);
  }

  async outcomes(batch: BatchId): Promise<readonly OutcomeTally[]> {
    return this.#plan(batch).rows.flatMap((row) => {
      const order = row.order === null ? undefined : this.#store.rows.get(row.order);
      if (order === undefined) return [];
      const { settlement } = order;
      return [
        {
          outcome: outcomeOfRow(order),
          billing: billingOfRow(order),
          messageCode: settlement?.messageCode ?? null,
          ...recordedOf(order),
          rows: 1,
          kept: row.fields === null ? 0 : 1,
          open: isOpenRow(order) ? 1 : 0,
          calls: 1,
        },
      ];
    });
  }

  async billed(batch: BatchId): Promise<BatchSpend> {
    const ended = [...this.#store.rows.values()].filter(
      ({ order, state }) => order.batch?.id === batch && state !== 'in-flight',
    );
    const billed = ended.filter((row) => billingOfRow(row) === 'billed');
    const unclear = ended.filter((row) => billingOfRow(row) === 'unknown').length;
    return { byPrice: billed.map(({ order }) => ({ price: order.price, calls: 1 })), unclear };
  }

  async nextCall(batch: BatchId, from: number): Promise<BatchCall | null> {
    const { rows } = this.#plan(batch);
    const waiting = rows.filter(({ state, call }) => state === 'waiting' && call !== null && call >= from);
    const call = waiting.reduce<number | null>(
      (least, row) => (least === null || (row.call ?? 0) < least ? row.call : least),
      null,
    );
    const mine = waiting.filter((row) => row.call === call);
    const [first] = mine;
    if (call === null || first === undefined) return null;
    return {
      batch,
      call,
      draftId: draftOfBatch(batch, call, first.again),
      fingerprint: first.fingerprint,
      rows: mine.map(({ row, fields }) => ({ row, fields: fields ?? {} })),
      acceptedPaid: [...new Set(mine.flatMap(({ acceptedPaid }) => [...acceptedPaid]))],
      acceptedOpen: [...new Set(mine.flatMap(({ acceptedOpen }) => [...acceptedOpen]))],
    };
  }

  async setAside(
    batch: BatchId,
    call: number,
    state: 'undecided' | 'skipped',
    why: RowWhy,
    twins: readonly OrderId[],
  ): Promise<void> {
    for (const row of this.#plan(batch).rows) {
      if (row.call !== call || row.state !== 'waiting') continue;
      row.state = state;
      row.why = why;
      if (why === 'paid') row.paidTwins = [...twins];
      else row.openTwins = [...twins];
    }
  }

  async decide(batch: BatchId, decisions: readonly Decision[]): Promise<void> {
    for (const { why, what, drafts } of decisions) {
      const rows = this.#plan(batch).rows.filter(
        (row) => row.state === 'undecided' && row.why === why && drafts.includes(draftOf(batch, row)),
      );
      for (const row of rows) if (what === 'leave') leave(row);
      if (what === 'again') this.#again(batch, rows);
    }
  }

  #again(batch: BatchId, rows: readonly PlanRow[]): void {
    for (const row of rows) {
      const passed = row.why === 'unknown' ? [row.order] : row.openTwins;
      for (const order of passed) if (order !== null) row.acceptedOpen.add(order);
      if (row.why === 'paid') for (const order of row.paidTwins) row.acceptedPaid.add(order);
      row.state = 'waiting';
      row.why = null;
      row.order = null;
      while (this.#store.drafts.has(draftOfBatch(batch, row.call ?? 0, row.again))) row.again += 1;
    }
  }

  #replace(batch: BatchId, rows: readonly number[]): void {
    const { holder, heldUntil, rows: all } = this.#plan(batch);
    const waiting = all.filter(({ row, state }) => rows.includes(row) && state === 'waiting');
    const isHeld = holder !== null && heldUntil >= this.#store.now();
    if (isHeld || waiting.length !== rows.length) throw new Error('the rows do not all wait any more');
    for (const row of waiting) {
      row.state = 'skipped';
      row.why = 'left';
    }
  }

  async undecided(batch: BatchId, why: RowWhy): Promise<readonly DraftId[]> {
    const rows = this.#plan(batch).rows.filter((row) => row.state === 'undecided' && row.why === why);
    return [...new Set(rows.map((row) => draftOf(batch, row)))];
  }

  async sentAnew(batch: BatchId, why: RowWhy, drafts: readonly DraftId[]): Promise<RowsAndCalls> {
    const rows = this.#plan(batch).rows.filter(
      (row) => row.state === 'undecided' && row.why === why && drafts.includes(draftOf(batch, row)),
    );
    return { rows: rows.length, calls: new Set(rows.map((row) => draftOf(batch, row))).size };
  }

  #rowOf(row: PlanRow): BatchRow {
    return batchRowOf(row, this.#store.rows);
  }

  async rows(batch: BatchId, after: number | null, limit: number): Promise<RowPage> {
    const rows = this.#plan(batch).rows.filter(({ row }) => row > (after ?? -1));
    const page = rows.slice(0, limit).map((row) => this.#rowOf(row));
    return { rows: page, next: page.length < limit ? null : (page.at(-1)?.row ?? null) };
  }

  async rowsIn(batch: BatchId, group: RowGroup, offset: number, limit: number): Promise<readonly BatchRow[]> {
    const rows = this.#plan(batch).rows.filter((row) => this.#isIn(row, group));
    return rows.slice(offset, offset + limit).map((row) => this.#rowOf(row));
  }

  #isIn(row: PlanRow, group: RowGroup): boolean {
    if (group.kind === 'state')
      return group.among.some(({ state, why }) => state === row.state && why === row.why);
    const order = row.order === null ? undefined : this.#store.rows.get(row.order);
    if (order === undefined || !['done', 'undecided'].includes(row.state)) return false;
    const code = order.settlement?.messageCode ?? null;
    return group.among.some(
      ({ outcome, billing, messageCode, resolved }) =>
        outcome === outcomeOfRow(order) &&
        billing === billingOfRow(order) &&
        messageCode === code &&
        resolved === recordedOf(order).resolved,
    );
  }

  async callRows(batch: BatchId, call: number): Promise<readonly BatchRow[]> {
    return this.#plan(batch)
      .rows.filter((row) => row.call === call)
      .map((row) => this.#rowOf(row));
  }

  async inputs(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowInput>> {
    const fields = [...(await this.fields(batch, rows))];
    return new Map(fields.map(([row, one]) => [row, { fields: one, own: null }]));
  }

  async forgetLeft(): Promise<void> {
    // The model keeps nothing of rows that never leave.
  }

  async fields(batch: BatchId, rows: readonly number[]): Promise<ReadonlyMap<number, RowFields>> {
    const found = this.#plan(batch).rows.filter(({ row, fields }) => rows.includes(row) && fields !== null);
    return new Map(found.map(({ row, fields }) => [row, fields ?? {}]));
  }

  async hold(batch: BatchId, holder: string, now: number, forMs: number): Promise<boolean> {
    const plan = this.#store.plans.get(batch);
    if (plan === undefined) return false;
    if (plan.holder !== null && plan.holder !== holder && plan.heldUntil >= now) return false;
    plan.holder = holder;
    plan.heldUntil = now + forMs;
    return true;
  }

  async release(batch: BatchId, holder: string): Promise<void> {
    const plan = this.#store.plans.get(batch);
    if (plan?.holder === holder) plan.holder = null;
  }

  async erase(batch: BatchId, holder: string, now: number): Promise<boolean> {
    const plan = this.#plan(batch);
    if (plan.holder !== null && plan.holder !== holder && plan.heldUntil >= now) return false;
    this.#store.plans.delete(batch);
    return true;
  }

  async discard(batch: BatchId): Promise<void> {
    if (this.#store.plans.get(batch)?.state === 'planning') this.#store.plans.delete(batch);
  }
}

function draftOf(batch: BatchId, { call, again }: PlanRow): DraftId {
  return draftOfBatch(batch, call ?? 0, again);
}

function leave(row: PlanRow): void {
  row.why = row.order === null ? 'left' : 'left-unknown';
  row.state = row.order === null ? 'skipped' : 'done';
}
