import { hostname } from 'node:os';
import type { AadhaarStore, KeepAadhaar } from '../calls/ports/aadhaarPorts.ts';
import type { BatchStore } from '../calls/ports/batchPorts.ts';
import { isDamaged } from '../calls/ports/damaged.ts';
import type { KeptDocuments } from '../calls/ports/documentPorts.ts';
import type { Erased, Retained } from '../calls/ports/erasurePorts.ts';
import type { Account, GuardFacts, GuardQuestion } from '../calls/ports/guardPorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import type { Keeping, KeepPolicy } from '../calls/ports/keepingPorts.ts';
import type { LedgerKeys } from '../calls/ports/keyPorts.ts';
import type { LedgerProblem } from '../calls/ports/ledgerProblems.ts';
import type { FollowUps } from '../calls/ports/listPorts.ts';
import type {
  Ledger,
  OrderEvent,
  OrderPayloads,
  OrderQuery,
  OrderSummary,
  Resolution,
} from '../calls/ports/ports.ts';
import type { Learning } from '../calls/ports/shapePorts.ts';
import type { Transfer } from '../calls/ports/transferPorts.ts';
import type { OperationId } from '../contract/words.ts';
import { AadhaarNumbers } from './aadhaar/aadhaarNumbers.ts';
import { AadhaarUpkeep } from './aadhaar/aadhaarUpkeep.ts';
import { BatchTables } from './batches.ts';
import { Calls } from './calls.ts';
import { WallClock } from './clock.ts';
import { Damages } from './damages.ts';
import { DocumentRecords } from './documents.ts';
import { Drafts } from './drafts.ts';
import { earlierDue, rememberEarlier } from './earlier.ts';
import { Eraser } from './erasing.ts';
import { findByWords } from './events.ts';
import { readable } from './faults.ts';
import { filesAside, removeAside } from './fileNames.ts';
import { findByName, findByPart, findByText, newest } from './find.ts';
import { FollowUpRecords } from './followUps.ts';
import { readFacts } from './guard.ts';
import { Hashes } from './hashes.ts';
import { knownIdentities } from './identities.ts';
import { KeptAsAgreed } from './keeping.ts';
import { type KeyRing, ringOf } from './keyRing.ts';
import { Learned } from './learning/learning.ts';
import { Teaching } from './learning/teaching.ts';
import { countPlaces, distinctValues, places } from './lists.ts';
import { anyOverdue, attentionCount, erasureCount, orderGone, sameInput, seqOf, span } from './lookups.ts';
import { liftThrottle } from './meters.ts';
import { type OpenFile, openFile } from './openFile.ts';
import type { LedgerOptions } from './options.ts';
import { openPayloads } from './payloads.ts';
import { type NumbersInLater, Records } from './recording.ts';
import { leavingBy } from './retention.ts';
import { summaryColumns, summaryOf } from './rows.ts';
import { scan } from './scan.ts';
import { lostKey } from './seals.ts';
import { listPage } from './sorted.ts';
import { sentUnder } from './spentDrafts.ts';
import { Store } from './store.ts';
import { timeline } from './timeline.ts';
import { transferOf } from './transfer/transfer.ts';
import { readUsage } from './usage.ts';
import { Watch } from './watch.ts';
import { loseOverdue } from './writing.ts';

class SqliteLedger implements Ledger {
  readonly #sealing: KeyRing;
  readonly #file: OpenFile;
  readonly #store: Store;
  readonly #eraser: Eraser;
  readonly #watch: Watch;
  readonly #clock: WallClock;
  readonly #hashes: Hashes;
  readonly #records: Records;
  readonly #drafts: Drafts;
  readonly #problems: LedgerProblem[];
  readonly #damages: Damages;
  readonly batches: BatchStore;
  readonly followUps: FollowUps;
  readonly documents: KeptDocuments;
  readonly keys: LedgerKeys;
  readonly transfer: Transfer;
  readonly learning: Learning;
  readonly #numbers: AadhaarNumbers;
  readonly #calls: Calls;
  readonly #inputs: () => Promise<InputReader | null>;
  readonly keeping: Keeping;
  readonly aadhaar: AadhaarStore;

  readonly begin: Ledger['begin'] = (...call) => this.#calls.begin(...call);
  readonly settle: Ledger['settle'] = (...call) => this.#calls.settle(...call);
  readonly fingerprint: Ledger['fingerprint'] = (...input) => this.#hashes.fingerprint(...input);
  readonly inputPrint: Ledger['inputPrint'] = (...input) => this.#hashes.inputPrint(...input);
  readonly keyHash: Ledger['keyHash'] = (...key) => this.#hashes.keyHash(...key);
  readonly note: Ledger['note'] = (...note) => this.#records.note(...note);
  readonly readNote: Ledger['readNote'] = (id) => this.#records.readNote(id);
  readonly heldElsewhere: Ledger['heldElsewhere'] = (prints) => this.#eraser.heldElsewhere(prints);
  readonly setAside: Ledger['setAside'] = async () => filesAside(this.#file.names.folder);
  readonly eraseSetAside: Ledger['eraseSetAside'] = async () => removeAside(this.#file.names.folder);
  readonly erasures: Ledger['erasures'] = () => this.#store.read(() => erasureCount(this.#store));
  readonly saveDraft: Ledger['saveDraft'] = (...draft) => this.#drafts.save(...draft);
  readonly loadDraft: Ledger['loadDraft'] = (page) => this.#drafts.load(page);
  readonly draftErasures: Ledger['draftErasures'] = (page) => this.#drafts.erasures(page);
  readonly pagesBeginning: Ledger['pagesBeginning'] = (start) => this.#drafts.beginning(start);
  readonly keepDraftAs: Ledger['keepDraftAs'] = (...names) => this.#drafts.keepAs(...names);
  readonly sentUnder: Ledger['sentUnder'] = (id) => this.#store.read(() => sentUnder(this.#store, id));
  readonly deleteDraft: Ledger['deleteDraft'] = (page) => this.#drafts.delete(page);
  readonly list: Ledger['list'] = (query) => this.#store.read(() => listPage(this.#store, query));
  readonly span: Ledger['span'] = () => this.#store.read(() => span(this.#store));
  readonly distinct: Ledger['distinct'] = () => this.#store.read(() => distinctValues(this.#store));
  readonly usage: Ledger['usage'] = (query) => this.#store.snapshot(() => readUsage(this.#store, query));
  readonly identities: Ledger['identities'] = () => this.#store.snapshot(() => knownIdentities(this.#store));
  readonly attentionCount: Ledger['attentionCount'] = () =>
    this.#store.read(() => attentionCount(this.#store));
  readonly countUpTo: Ledger['countUpTo'] = (query, most) =>
    this.#store.read(() => countPlaces(this.#store, query, most));
  readonly sameInput: Ledger['sameInput'] = (print, limit, orReadAs) =>
    this.#store.read(() => sameInput(this.#store, print, limit, orReadAs));
  readonly scan: Ledger['scan'] = (filter) => scan(this.list, filter);
  readonly problems: Ledger['problems'] = () => this.#problems;
  readonly onDidChange: Ledger['onDidChange'] = (listener) => this.#watch.listen(listener);

  constructor(options: LedgerOptions, file: OpenFile) {
    this.#file = file;
    this.#problems = [...file.problems];
    this.#store = new Store(file.db, file.names);
    this.#watch = new Watch(file.db, options.pollMs ?? 500);
    this.#sealing = ringOf(options, file, this.#store, (look) => this.#watch.listen(look));
    this.#eraser = new Eraser(this.#store, file.names, { ...options, sealing: this.#sealing });
    this.keys = this.#sealing;
    this.#clock = new WallClock(
      this.#store,
      options.now,
      options.uptime ?? null,
      options.machine ?? hostname(),
    );
    this.#hashes = new Hashes(this.#store, this.#sealing, file.readOnly === null);
    this.#damages = new Damages(
      options.damaged ?? (() => undefined),
      file.readOnly?.reason === 'newer-schema',
    );
    const means = {
      damages: this.#damages,
      store: this.#store,
      sealing: this.#sealing,
      mustWrite: () => this.#mustWrite(),
      changed: () => this.#watch.changed(),
    };
    const { passphraseCost, now } = options;
    this.transfer = transferOf({
      ...means,
      names: file.names,
      hashes: this.#hashes,
      passphraseCost,
      now,
      settle: (...late) => this.#calls.settleOpen(...late),
      record: async (id, resolutions) => {
        const isTaken = await this.#records.take(id, resolutions);
        if (isTaken) await this.#numbers.afterClosing(id);
        return isTaken;
      },
    });
    this.documents = new DocumentRecords(means);
    this.#drafts = new Drafts(this.#store, this.#sealing, file.readOnly === null, this.#damages);
    const keepClock = (): void => this.#clock.keep();
    const scrub = (changes: number): Promise<void> => this.#eraser.finish(changes);
    this.batches = new BatchTables({ ...means, now: options.now, keepClock, scrub });
    const keep = options.keepAadhaar ?? ((): KeepAadhaar => 'untilSettled');
    const teaching = new Teaching(this.#store, options.notLearned ?? (() => undefined));
    this.#inputs = options.inputs ?? (async () => null);
    this.learning = new Learned({ ...means, teaching, scrub, inputs: this.#inputs });
    this.#numbers = new AadhaarNumbers({ ...means, keep, now: options.now });
    const numbersIn: NumbersInLater = (...text) => this.#numbers.inLater(...text);
    this.#records = new Records(means, numbersIn);
    this.followUps = new FollowUpRecords(means, numbersIn);
    this.#calls = new Calls({
      ...means,
      keepClock,
      readOnly: file.readOnly,
      numbers: this.#numbers,
      teaching,
    });
    const mayWrite = file.readOnly === null;
    this.keeping = new KeptAsAgreed({ ...means, mayWrite, apply: (...given) => this.applyPolicy(...given) });
    const [numbers, eraser] = [this.#numbers, this.#eraser];
    this.aadhaar = new AadhaarUpkeep({ ...means, keep, mayWrite, numbers, eraser });
  }

  /** Looks for keys that are gone, and at the clock. */
  async start(): Promise<void> {
    if (this.#file.readOnly?.reason === 'newer-schema') return;
    if (this.#file.readOnly === null && (await this.#store.read(() => this.#clock.stale))) {
      await this.#store.write(() => this.#clock.keep());
    }
    const lost = await lostKey(this.#store, this.#sealing, this.#file.readOnly === null);
    if (lost !== null) this.#problems.push(lost);
  }

  #mustWrite(): void {
    if (this.#file.readOnly !== null) {
      throw new Error('the order history is open for reading only, so nothing in it can be changed');
    }
  }

  async get(id: OrderId): Promise<OrderSummary | null> {
    const row = await this.#store.read(() =>
      this.#store.sql(`SELECT ${summaryColumns} FROM orders WHERE id = ?`).get(id),
    );
    return row === undefined ? null : summaryOf(row);
  }

  async payloads(id: OrderId): Promise<OrderPayloads> {
    const row = await this.#store.read(() => {
      const seq = seqOf(this.#store, id);
      return this.#store
        .sql('SELECT p.*, o.state FROM payloads p JOIN orders o USING (seq) WHERE seq = ?')
        .get(seq);
    });
    const payloads = await openPayloads(this.#sealing, id, row);
    if (payloads.kind === 'damaged') {
      if (isDamaged(payloads.requestBody)) this.#damages.met('request', id);
      if (isDamaged(payloads.answer)) this.#damages.met('answer', id);
    }
    return payloads;
  }

  async exists(query: Pick<OrderQuery, 'group' | 'filter'>): Promise<boolean> {
    return (await this.#store.read(() => places(this.#store, query, null, 1))).length > 0;
  }

  guard(question: GuardQuestion): Promise<GuardFacts> {
    return readable(async () => {
      const read = () => (this.#mustKeep(question) ? null : readFacts(this.#store, question));
      const facts = await this.#store.snapshot(read);
      if (facts !== null) return facts;
      await this.#store.write(() => {
        this.#clock.keep();
        rememberEarlier(this.#store, question.spenders);
      });
      return this.#store.snapshot(() => readFacts(this.#store, question));
    });
  }

  /** What nobody may write stays as it is. */
  #mustKeep({ spenders }: GuardQuestion): boolean {
    return this.#file.readOnly === null && (this.#clock.jumped || earlierDue(this.#store, spenders));
  }

  async liftCoolDown(account: Account, operation: OperationId, until: number, now: number): Promise<void> {
    this.#mustWrite();
    await this.#store.write(() => liftThrottle(this.#store, account, operation, until, now));
    this.#watch.changed();
  }

  /**
   * Notes are sealed, so only the newest of them are searched (see `searchedWords`). A part of an order_id is looked for through the
   * whole history, so only where nothing is named as it was typed: a note may quote the very part.
   */
  async find(text: string, limit: number): Promise<readonly OrderSummary[]> {
    if (text.trim() === '') return [];
    const noted = await findByWords(this.#store, this.#sealing, text);
    const named = await findByName(this.#store, this.#sealing, await this.#inputs(), text);
    const typed = await this.#store.read(() => findByText(this.#store, text, limit));
    const parts = typed.length + named.length > 0 ? [] : await findByPart(this.#store, text, limit);
    return this.#store.read(() => newest(this.#store, [...typed, ...named, ...noted, ...parts], limit));
  }

  async resolve(id: OrderId, resolution: Resolution): Promise<void> {
    await this.#records.resolve(id, resolution);
    await this.#numbers.afterClosing(id);
  }

  async events(id: OrderId): Promise<readonly OrderEvent[]> {
    const order = await this.get(id);
    if (order === null) throw orderGone();
    return timeline(order, await this.payloads(id), await this.#records.events(id));
  }

  async erase(ids: readonly OrderId[]): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.orders(ids));
  }

  async eraseInput(...fingerprints: readonly string[]): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.inputs(fingerprints));
  }

  async eraseRequest(...fingerprints: readonly string[]): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.inputs(fingerprints, 'alone'));
  }

  async eraseSettledBefore(before: number): Promise<Erased> {
    this.#mustWrite();
    return this.#told(await this.#eraser.settledBefore(before));
  }

  /** @param holds whether it is to be applied still, asked whenever something is about to go */
  async applyPolicy(policy: KeepPolicy, now: number, holds = (): boolean => true): Promise<Retained> {
    if (this.#file.readOnly !== null) return { orders: 0, leftOpen: 0 };
    await this.#store.write(() => this.#clock.keep());
    const waits = !(await this.#numbers.reduceLeaving(now, ...leavingBy(policy, now, holds)));
    const { orders, leftOpen, dropped } = await this.#eraser.apply(policy, now, holds);
    if (orders + dropped > 0) this.#watch.changed();
    return waits ? { orders, leftOpen, waitsForKey: true } : { orders, leftOpen };
  }

  /** A draft may be gone where no order is. */
  #told(erased: Erased): Erased {
    this.#watch.changed();
    return erased;
  }

  async recover(now: number): Promise<readonly OrderId[]> {
    if (this.#file.readOnly !== null) return [];
    if (!(await this.#store.read(() => anyOverdue(this.#store, now)))) return [];
    const lost = await this.#store.write(() => {
      this.#clock.keep();
      return loseOverdue(this.#store, now);
    });
    if (lost.length > 0) this.#watch.changed();
    return lost;
  }

  async close(): Promise<void> {
    this.#watch.stop();
    this.#sealing.close();
    if (this.#store.db.isOpen) this.#store.db.close();
  }
}

/** A ledger on a file that is open already. */
export function ledgerOn(options: LedgerOptions, file: OpenFile): Ledger {
  return new SqliteLedger(options, file);
}

/**
 * Opens the ledger of a folder; several windows may have it open at once.
 * @throws LedgerRefusal when there is nothing to show and nothing can be written.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { folder, now, schema = null } = options;
  const ledger = new SqliteLedger(options, await openFile(folder, now(), { schema }));
  await ledger.start();
  return ledger;
}
