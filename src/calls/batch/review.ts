import { normalFields } from '../../contract/identifiers.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { NewBatchRow, RowFields } from '../ports/batchPorts.ts';
import { batchId, type OrderId } from '../ports/ids.ts';
import type { ColumnMap } from './columns.ts';
import { filled, valuesIn } from './filledCells.ts';
import { type PlanMeans, Planner, type RowWish } from './planner.ts';
import type { SourceRow } from './reading.ts';
import { callsOf } from './reviewCalls.ts';
import { type KeptChoices, keptOf, placed, type ReviewGroup, reviewGroups } from './reviewChoices.ts';
import {
  countsOf,
  leftWhy,
  newTwins,
  type ReviewCount,
  type ReviewRow,
  reviewed,
  same,
  twinsOf,
} from './reviewRow.ts';
import { hasSpokenYes } from './reviewYes.ts';
import { fieldsOf } from './rows.ts';

export interface ReviewMeans {
  readonly fingerprint: PlanMeans['fingerprint'];
  readonly inputPrint: PlanMeans['inputPrint'];
  readonly twins: PlanMeans['store']['twins'];
  /** Lets others in this process go on: without anything written, looking never waits by itself. */
  readonly turn: () => Promise<void>;
}

export interface ReviewOptions {
  readonly operation: Operation;
  /** See PlanOptions.place. */
  readonly place: string;
  readonly map: ColumnMap;
  readonly width: number;
  readonly chunk: number;
  /** See hintsFor. Absent = true. */
  readonly bills?: boolean;
  /** Orders that a row accepts by name as long as it is not corrected, by its place: chosen before. Absent = none. */
  readonly accepted?: ReadonlyMap<number, readonly OrderId[]>;
  /** Places of rows whose first sending was not billed, whatever they accept. */
  readonly wereFree?: ReadonlySet<number>;
  /** By the place of a row: its columns that were emptied, for their number is no longer kept. Until each is filled it never leaves. */
  readonly lacking?: ReadonlyMap<number, readonly number[]>;
  /** Rows that look wrong were chosen before, too. */
  readonly sendsWrong?: boolean;
}

/** Rows that are looked at between two turns; some milliseconds. */
const someRows = 100;

/**
 * The rows of a batch before it is started, judged by the planner itself: what is found here is what a plan would find.
 * Held in memory while the user looks at them; nothing of it is written.
 */
export class Review {
  readonly options: ReviewOptions;
  readonly #means: ReviewMeans;
  #rows: ReviewRow[] = [];
  /** The first row that says something, by what it says. */
  readonly #first = new Map<string, number>();
  /** Whether the rows of a group leave. */
  readonly #groups = new Map<ReviewGroup, boolean>([['ready', true]]);
  #changes: Promise<unknown> = Promise.resolve();
  /** Corrections and rows left out that fit no row any more. */
  readonly lost: number;

  private constructor(means: ReviewMeans, options: ReviewOptions, lost: number) {
    this.#means = means;
    this.options = options;
    this.lost = lost;
  }

  /**
   * @param rows without a header
   * @param kept what was said of these rows before; see `placed` for how it is found again
   * @param tell called now and then with how many rows were looked at; false gives up
   * @returns null when it was given up
   * @throws UnreadableRows when there are too many
   */
  static async of(
    means: ReviewMeans,
    options: ReviewOptions,
    rows: readonly SourceRow[],
    kept: KeptChoices,
    tell: (count: number) => boolean,
  ): Promise<Review | null> {
    const { corrections, leftOut, lost } = placed(rows, kept);
    const review = new Review(means, options, lost);
    const planner = review.#planner((found) => review.#take(found, rows, corrections));
    for (const [index, row] of rows.entries()) {
      if (index % someRows === 0) {
        await means.turn();
        if (!tell(index)) return null;
      }
      const corrected = corrections.get(index);
      const accepted = corrected === undefined ? options.accepted?.get(index) : undefined;
      await planner.add({ line: row.line, cells: corrected ?? row.cells }, accepted);
    }
    await planner.end();
    if (options.sendsWrong === true) review.#groups.set('wrong', true);
    for (const row of leftOut) review.chooseRow(row, false);
    for (const group of kept.groupsOff) review.#groups.set(group, false);
    const { ready, paid, wrong } = review.counts;
    // As nothing else is there to be sent, they were probably meant; where it bills, it may as well be the wrong column.
    if (
      options.bills === false &&
      ready.rows === 0 &&
      paid.rows === 0 &&
      wrong.rows > 0 &&
      !kept.groupsOff.includes('wrong')
    ) {
      review.#groups.set('wrong', true);
    }
    return review;
  }

  #planner(take: (found: readonly NewBatchRow[]) => void): Planner {
    const { fingerprint, inputPrint, twins } = this.#means;
    const firstRows = async (_: unknown, keys: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      new Map(
        keys.flatMap((key) => {
          const row = this.#first.get(key);
          return row === undefined ? [] : [[key, row] as const];
        }),
      );
    const addRows = async (_: unknown, found: readonly NewBatchRow[]): Promise<void> => take(found);
    // Calls are counted apart: here each row is judged for itself.
    return new Planner(
      { store: { addRows, firstRows, twins }, fingerprint, inputPrint },
      { ...this.options, batch: batchId('review'), chunk: 1 },
    );
  }

  #take(
    found: readonly NewBatchRow[],
    rows: readonly SourceRow[],
    corrections: ReadonlyMap<number, readonly string[]>,
  ): void {
    for (const one of found) {
      const before = rows[one.row]?.cells ?? [];
      const cells = corrections.get(one.row);
      this.#rows[one.row] = reviewed(this.options, one, cells ?? before, cells === undefined ? null : before);
      if (one.repeatKey !== null && !this.#first.has(one.repeatKey)) this.#first.set(one.repeatKey, one.row);
    }
  }

  /** Rows that leave, in another spelling than they stand in the file. */
  get normalised(): readonly ReviewRow[] {
    return this.#rows.filter((row) => row.normalised && this.isSent(row));
  }

  get rows(): readonly ReviewRow[] {
    return this.#rows;
  }

  row(row: number): ReviewRow {
    const found = this.#rows[row];
    if (found === undefined) throw new Error('there is no such row');
    return found;
  }

  /** As they leave: identifiers in their one form. */
  fieldsOf({ cells }: ReviewRow): RowFields {
    return normalFields(this.options.operation, fieldsOf(cells, this.options.map));
  }

  /** A repeat never leaves, nor what cannot be read as a row, nor a row that is emptied of what was sent. */
  mayBeSent(row: ReviewRow): boolean {
    return row.group !== 'repeat' && !row.uneven && !this.#isLacking(row);
  }

  #isLacking({ row, cells, before }: ReviewRow): boolean {
    const emptied = this.options.lacking?.get(row) ?? [];
    return emptied.some((column) => before === null || cells[column] === before[column]);
  }

  /** Whether it would leave. */
  isSent(row: ReviewRow): boolean {
    return this.mayBeSent(row) && (row.wanted ?? (!row.unseen && (this.#groups.get(row.group) ?? false)));
  }

  /** The user's word on a whole group; what they said of single rows of it before is replaced. */
  chooseGroup(group: ReviewGroup, wanted: boolean): void {
    this.#groups.set(group, wanted);
    this.#rows = this.#rows.map((row) =>
      row.group === group && (row.wanted !== null || row.unseen)
        ? { ...row, wanted: null, unseen: false }
        : row,
    );
  }

  chooseRow(row: number, wanted: boolean): void {
    this.#rows[row] = { ...this.row(row), wanted };
  }

  /** The row that a repeat says the same as, where that is left out; one with an open order waits for the user's word. */
  leftOutFor({ sameAs }: ReviewRow): ReviewRow | null {
    const first = sameAs === null ? null : this.row(sameAs);
    return first === null || first.group === 'open' || this.isSent(first) ? null : first;
  }

  /** Whether a repeat may leave in place of its first row: nothing speaks against that, and it was left out. */
  mayStandIn(row: ReviewRow): boolean {
    return this.leftOutFor(row)?.group === 'ready' && !this.#isLacking(row);
  }

  /** One after another: judging a row takes its time, and what is changed next rests on what comes of it. */
  inTurn<T>(change: () => Promise<T> | T): Promise<T> {
    const done = this.#changes.then(change);
    this.#changes = Promise.allSettled([done]);
    return done;
  }

  /**
   * The user's word that this row leaves: a repeat not with the row that it repeats but in place of it, which repeats it from now on.
   * @returns that row; null where there is none, or where it may not
   */
  standIn(row: number): Promise<ReviewRow | null> {
    return this.inTurn(() => this.#standIn(row));
  }

  async #standIn(row: number): Promise<ReviewRow | null> {
    const heir = this.row(row);
    if (heir.sameAs === null) this.chooseRow(row, true);
    const first = this.mayStandIn(heir) ? this.leftOutFor(heir) : null;
    if (first === null) return null;
    this.#first.delete(first.repeatKey ?? '');
    await this.#inherit(first.row, heir);
    await this.#judge(first, first.cells, first.before);
    // What an order that came meanwhile speaks against was not chosen.
    if (this.row(row).group === 'ready') this.chooseRow(row, true);
    return first;
  }

  /** The row with other cells, judged anew; a row that repeated what it said is judged anew, too. */
  correct(row: number, cells: readonly string[] | null): Promise<void> {
    return this.inTurn(() => this.#correct(row, cells));
  }

  async #correct(row: number, cells: readonly string[] | null): Promise<void> {
    const old = this.row(row);
    const before = cells === null ? null : (old.before ?? old.cells);
    const next = cells ?? old.before ?? old.cells;
    if (old.repeatKey !== null) this.#first.delete(old.repeatKey);
    await this.#judge(old, next, before !== null && same(before, next) ? null : before);
    await this.#inherit(row);
  }

  /** What the request fields of a row hold, by name: those that a column fills. */
  valuesOf(row: number): RowFields {
    return valuesIn(this.row(row).cells, this.options.map);
  }

  /** The row with other values in its request fields; a row of too many or too few cells gets as many as it needs. */
  fill(row: number, values: RowFields): Promise<void> {
    return this.inTurn(() => this.#correct(row, filled(this.row(row).cells, values, this.options)));
  }

  /** Of the rows that repeated one which they repeat no more, one stands for the others: the first, unless another was chosen. */
  async #inherit(row: number, heir = this.#rows.find(({ sameAs }) => sameAs === row)): Promise<void> {
    if (heir === undefined) return;
    await this.#judge(heir, heir.cells, heir.before);
    const { sameAs } = this.row(heir.row);
    // As they are by now: more may have been said of them meanwhile.
    const others = this.#rows.filter((one) => one.sameAs === row && one.row !== heir.row);
    for (const other of others) this.#rows[other.row] = { ...other, sameAs: sameAs ?? heir.row };
  }

  async #judge(old: ReviewRow, cells: readonly string[], before: readonly string[] | null): Promise<void> {
    const planner = this.#planner((found) => {
      const [one] = found;
      if (one === undefined) return;
      const judged = reviewed(this.options, { ...one, row: old.row }, cells, before);
      const isNews = newTwins(old, judged);
      // Said while it was looked at, too. A yes was said to what the row was then; a no holds.
      const { wanted: said, unseen: was } = this.row(old.row);
      const isOther = judged.group !== old.group || (judged.flawed && !same(old.cells, cells));
      const wanted = said === true && (isNews || isOther) ? null : said;
      const unseen = isNews || judged.unseen || (was && twinsOf(judged).length > 0);
      this.#rows[old.row] = { ...judged, wanted, unseen };
      if (one.repeatKey !== null && !this.#first.has(one.repeatKey)) {
        this.#first.set(one.repeatKey, old.row);
      }
    });
    await planner.add({ line: old.line, cells }, before === null ? this.acceptedOf(old.row) : []);
    await planner.end();
  }

  /** Orders that were accepted with the row as it was given. */
  readonly acceptedOf = (row: number): readonly OrderId[] => this.options.accepted?.get(row) ?? [];

  /** Rows that leave although they were billed the first time, or may have been. */
  get billedBefore(): number {
    const rows = this.#rows.filter((one) => this.isSent(one) && this.#ownAccepted(one).length > 0);
    return rows.filter(({ row }) => this.options.wereFree?.has(row) !== true).length;
  }

  #ownAccepted({ row, before }: ReviewRow): readonly OrderId[] {
    return before === null ? this.acceptedOf(row) : [];
  }

  get choices(): KeptChoices {
    const groupsOff = reviewGroups.filter((group) => this.#groups.get(group) === false);
    return { ...keptOf(this.#rows, (row) => this.isSent(row)), groupsOff };
  }

  /** Whether something was accepted that another look would have to ask for again. */
  get hasAccepted(): boolean {
    const byThemselves: ReviewGroup[] = this.options.sendsWrong === true ? ['ready', 'wrong'] : ['ready'];
    return hasSpokenYes(this.#rows, {
      isSent: (row) => this.isSent(row),
      leaving: byThemselves.filter((group) => this.#groups.get(group) === true),
      accepted: (row) => this.#ownAccepted(row),
    });
  }

  /** Rows of a group in the order of the file. */
  inGroup(group: ReviewGroup): readonly ReviewRow[] {
    return this.#rows.filter((row) => row.group === group);
  }

  get counts(): Readonly<Record<ReviewGroup, ReviewCount>> {
    return countsOf(this.#rows, (row) => this.isSent(row));
  }

  /** Calls that the rows which leave would make. */
  get calls(): number {
    const sent = this.#rows.filter((row) => this.isSent(row));
    const accepted = (row: ReviewRow): boolean =>
      row.group === 'paid' || row.group === 'open' || this.#ownAccepted(row).length > 0;
    return callsOf(sent, this.options, accepted);
  }

  /**
   * What the planner is to be told of a row: what was accepted all the same is named, order by order, and what is left
   * out is written as left out.
   */
  wishFor(row: ReviewRow): { readonly accepted: readonly OrderId[]; readonly wish: RowWish } {
    if (this.isSent(row)) {
      return { accepted: [...this.#ownAccepted(row), ...row.openTwins, ...row.paidTwins], wish: {} };
    }
    // An open order may still answer: the row waits for the user's decision.
    if (row.group === 'open') return { accepted: [], wish: { open: row.openTwins } };
    return { accepted: [], wish: { left: { why: leftWhy(row), sameAs: row.sameAs } } };
  }
}
