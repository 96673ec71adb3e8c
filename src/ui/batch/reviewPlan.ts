import * as vscode from 'vscode';
import { isComplete } from '../../calls/batch/columns.ts';
import type { RowSource, SourceRow, SourceShape } from '../../calls/batch/reading.ts';
import { Review } from '../../calls/batch/review.ts';
import { type KeptChoices, noChoices, type ReviewGroup } from '../../calls/batch/reviewChoices.ts';
import { type Environment, identityOf, mayBill, placeOf } from '../../calls/environments/environments.ts';
import type { BatchChoice } from '../../calls/ports/batchPorts.ts';
import { batchId } from '../../calls/ports/ids.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import type { SourceChoice } from '../../protocol/batchReview.ts';
import { ColumnMemory } from '../base/both/columnMemory.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import { askHeader } from './askHeader.ts';
import { fileStamp, isSameOrigin, type Origin, sourceOf } from './chooseRows.ts';
import { areStillKept, judgedWith, type KeptRows, keptRows } from './keptRows.ts';
import { type Mapping, mappingFor, namesOf, rememberMapping, startsWithHeader } from './mapColumns.ts';
import { rowsWithNumbers } from './numbersAgain.ts';
import { readRows, reviewMeans } from './planBatch.ts';
import { type Ground, groundFor } from './reviewGround.ts';
import { choicesOf, mapOf, type SourceChoices } from './sourceChoices.ts';
import { goneFrom, startedFor } from './startedFor.ts';
import { type NoRows, noRows } from './unreadableFile.ts';

/** What the user chose, as it can be written down. */
export interface ReviewChoices {
  readonly operation: OperationId;
  readonly header: boolean | null;
  /** By the name of the field; null = as guessed. */
  readonly sources: SourceChoices | null;
  readonly rows: KeptChoices;
}

/** Why rows are looked at once more. */
export type Renewal = 'file' | 'erased' | 'environment' | 'fields';

/** The rows of one file and what was found about them, for the environment and the fields of now. */
export class ReviewPlan {
  readonly #services: RuntimeServices;
  readonly #changed: () => void;
  readonly #columns: ColumnMemory;
  #turn = 0;
  #origin: Origin;
  #stamp: string | null = null;
  /** How often the user had erased anything as rows of an earlier batch were read; null = not read, or not as they are kept now. */
  #erasures: number | null = null;
  #read: {
    readonly source: Pick<RowSource, 'name' | 'file'>;
    readonly shape: SourceShape;
    readonly rows: readonly SourceRow[];
  } | null = null;
  /** Of an earlier batch; null for rows of a file. */
  kept: KeptRows | null = null;
  #ground: Ground;
  /** As chosen by the user; null = as it is told by the file. */
  #header: boolean | null;
  #sources: ReviewChoices['sources'];
  #waiting: KeptChoices;
  mapping: Mapping | null = null;
  review: Review | null = null;
  /** Rows that were looked at so far; null = all. */
  reading: number | null = 0;
  noRows: NoRows = { problem: '', line: null };
  /** Grows with each look. */
  plan = 0;
  shown: { readonly group: ReviewGroup; readonly offset: number } = { group: 'ready', offset: 0 };

  constructor(
    services: RuntimeServices,
    origin: Origin,
    { operation, header, sources, rows }: ReviewChoices,
    changed: () => void,
  ) {
    this.#services = services;
    this.#columns = new ColumnMemory(services.memory, () => services.ledger(), 'batchColumnPlaces');
    this.#origin = origin;
    this.#header = header;
    this.#sources = sources;
    this.#changed = changed;
    this.#ground = this.#groundFor(operation);
    this.#waiting = rows;
  }

  isOf(origin: Origin): boolean {
    return isSameOrigin(origin, this.origin);
  }

  get operation(): Operation {
    return this.#ground.operation;
  }

  get environment(): Environment {
    return this.#ground.environment;
  }

  get origin(): Origin {
    return this.#origin;
  }

  get source(): Pick<RowSource, 'name' | 'file'> | null {
    return this.#read?.source ?? null;
  }

  /** Whether the first line names the columns; null where the format has none. */
  get header(): boolean | null {
    if (this.#read === null || this.#read.shape.keys !== null) return null;
    return this.#header ?? this.mapping?.header ?? null;
  }

  /** The batch whose waiting rows these are, planned anew; null for rows of a file, and of one that is run again. */
  get insteadOf(): BatchChoice['insteadOf'] {
    const rows = this.kept?.waiting ?? null;
    if (this.#origin.kind !== 'batch' || rows === null) return null;
    return { batch: batchId(this.#origin.batch), rows };
  }

  /** @param plan of a page that shows them: what it says of rows that were read again since is of others */
  rowsOf(plan = this.plan): Review {
    const { review } = this;
    if (review === null || this.reading !== null)
      throw new Error(vscode.l10n.t('The rows are being checked. Try again in a moment.'));
    if (plan === this.plan) return review;
    const why = vscode.l10n.t('The list changed as you chose, so nothing was done. Choose again.');
    throw new Error(why);
  }

  get choices(): ReviewChoices {
    const { operation } = this.#ground;
    const rows = this.review?.choices ?? this.#waiting;
    return { operation: operation.id, header: this.#header, sources: this.#sources, rows };
  }

  #groundFor(id: OperationId): Ground {
    return groundFor(this.#services, this.#origin, id);
  }

  /** Reads the file and looks at its rows. Says in `noRows` what cannot be read; never rejects for that. */
  async load(): Promise<void> {
    this.#read = null;
    await this.#inTurn(async (still) => {
      const origin = this.#origin;
      this.kept = null;
      if (origin.kind === 'batch') {
        await this.#loadKept(origin, still);
        return;
      }
      this.#stamp = await fileStamp(origin);
      const source = await sourceOf(origin);
      const reader = await this.#services.batchReader();
      const shape = await reader.look(source);
      const rows = await readRows(reader, source, shape, still);
      if (rows === null || !still(rows.length)) return;
      this.#read = { source, shape, rows };
      await this.#look(still);
    });
  }

  async #loadKept(
    origin: Extract<Origin, { kind: 'batch' }>,
    still: (count: number) => boolean,
  ): Promise<void> {
    const { ledger, session, now, environments } = this.#services;
    const opened = await ledger();
    // Before the rows: what is erased while they are read is looked after once more.
    this.#erasures = await opened.erasures();
    const from = await opened.batches.get(batchId(origin.batch), session, now());
    if (from === null) throw new Error(vscode.l10n.t('This batch is no longer kept.'));
    if (startedFor(environments, origin) === undefined) throw goneFrom(from);
    const numbers = await rowsWithNumbers(this.#services, origin.numbers);
    const kept = await keptRows(opened, { from, origin, operation: this.operation, numbers }, still);
    if (kept === null || !still(kept.rows.length)) return;
    this.kept = kept;
    const source = { name: from.source, format: 'json-lines', file: null } as const;
    this.#read = { source, ...kept };
    await this.#look(still);
  }

  open(origin: Origin): Promise<void> {
    this.#origin = origin;
    this.#header = null;
    this.#sources = null;
    this.#keep(noChoices);
    return this.load();
  }

  setOperation(operation: OperationId): Promise<void> {
    this.#ground = this.#groundFor(operation);
    this.#header = null;
    this.#sources = null;
    return this.#again();
  }

  setHeader(header: boolean): Promise<void> {
    this.#header = header;
    this.#sources = null;
    return this.#again();
  }

  setSource(field: string, source: SourceChoice): Promise<void> {
    this.#sources = { ...this.sources, [field]: source };
    return this.#again();
  }

  /** What fills each field now. */
  get sources(): SourceChoices {
    // While the rows are looked at there is no mapping of them yet: another choice would be made over the one before.
    if (this.reading !== null && this.#sources !== null) return this.#sources;
    return choicesOf(this.operation, this.mapping?.map ?? {});
  }

  /** What changed since the rows were looked at; null = nothing. Another environment or other fields are taken over. */
  async stale(): Promise<Renewal | null> {
    if (this.#origin.kind === 'file' && (await fileStamp(this.#origin)) !== this.#stamp) return 'file';
    if (await this.#isErased()) return 'erased';
    const now = this.#groundFor(this.#ground.operation.id);
    if (now.stamp === this.#ground.stamp) return null;
    const other = identityOf(now.environment) !== identityOf(this.#ground.environment);
    const moved = placeOf(now.environment) !== placeOf(this.#ground.environment);
    return other || moved ? 'environment' : 'fields';
  }

  async #isErased(): Promise<boolean> {
    if (this.#origin.kind !== 'batch') return false;
    const erasures = await (await this.#services.ledger()).erasures();
    if (erasures === this.#erasures) return false;
    // Where they could not be read, or not yet, nothing of them is here.
    if (this.kept === null) return this.reading !== null && this.#erasures !== null;
    // It may have been another input: nobody chooses again for that.
    if (!(await this.isStillKept())) return true;
    this.#erasures = erasures;
    return false;
  }

  /** Whether the inputs of all rows of an earlier batch are still kept there: what was erased since is not to be written anew. */
  async isStillKept(): Promise<boolean> {
    const { kept } = this;
    if (this.#origin.kind !== 'batch' || kept === null) return true;
    const { batches } = await this.#services.ledger();
    const stand = await areStillKept(batches, batchId(this.#origin.batch), kept.places);
    if (!stand) this.#erasures = null;
    return stand;
  }

  /** What was chosen before this was asked counts: judging a row that was corrected takes its time. */
  async settled(): Promise<void> {
    await this.review?.inTurn(() => undefined);
  }

  /** Looks once more, at the file as it is now. What was accepted all the same has to be accepted again. */
  async renew(why: Renewal): Promise<void> {
    this.#ground = this.#groundFor(this.#ground.operation.id);
    // Rows of an earlier batch are read for the fields of now.
    await (why === 'file' || this.#origin.kind === 'batch' ? this.load() : this.#again());
  }

  /** Prices, limits or budget of the environment were changed: rows are as they were. */
  freshen(): void {
    this.#ground = this.#groundFor(this.#ground.operation.id);
  }

  #keepChoices(): void {
    if (this.review !== null) this.#keep(this.review.choices);
  }

  #keep(choices: KeptChoices): void {
    this.#waiting = choices;
    this.review = null;
  }

  #again(): Promise<void> {
    return this.#inTurn((still) => this.#look(still));
  }

  async #inTurn(work: (still: (count: number) => boolean) => Promise<void>): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.noRows = { problem: '', line: null };
    // From now on nothing more can be chosen; what was goes along.
    this.reading = 0;
    if (this.review !== null) await this.settled();
    if (turn !== this.#turn) return;
    this.#keepChoices();
    this.plan += 1;
    this.#changed();
    let told = Date.now();
    try {
      await work((count) => {
        if (turn !== this.#turn) return false;
        this.reading = count;
        const now = Date.now();
        if (now - told > 200) {
          told = now;
          this.#changed();
        }
        return true;
      });
    } catch (error) {
      if (turn !== this.#turn) return;
      this.noRows = noRows(error, this.#origin);
    }
    if (turn !== this.#turn) return;
    this.reading = null;
    this.#changed();
  }

  async #mapping({ shape }: { readonly shape: SourceShape }): Promise<Mapping> {
    if (this.kept !== null) return this.kept.mapping;
    const { operation } = this.#ground;
    this.#header ??= await askHeader(operation, shape);
    const header = this.#header ?? startsWithHeader(operation, shape);
    const guessed = await mappingFor(this.#columns, operation, shape, header);
    if (this.#sources === null) return guessed;
    const names = namesOf(shape, header);
    return { header, names, map: mapOf(operation, this.#sources, names.length) };
  }

  async #look(still: (count: number) => boolean): Promise<void> {
    const read = this.#read;
    if (read === null) return;
    const mapping = await this.#mapping(read);
    if (!still(0)) return;
    this.mapping = mapping;
    const { map, names, header } = mapping;
    const { operation, environment } = this.#ground;
    if (!isComplete(operation, map)) return;
    if (this.kept === null) await rememberMapping(this.#columns, operation, mapping);
    const bills = mayBill(environment);
    const options = {
      operation,
      place: placeOf(environment),
      bills,
      map,
      width: names.length,
      chunk: settings.batchEmailChunk(),
      ...(this.kept === null ? {} : judgedWith(this.kept)),
    };
    const rows = header ? read.rows.slice(1) : read.rows;
    const means = reviewMeans(await this.#services.ledger());
    const review = await Review.of(means, options, rows, this.#waiting, still);
    if (review === null || !still(rows.length)) return;
    this.review = review;
    const { counts } = review;
    // What needs the user comes first.
    const first = (['wrong', 'paid', 'open', 'repeat'] as const).find((group) => counts[group].rows > 0);
    this.shown = { group: first ?? 'ready', offset: 0 };
  }
}
