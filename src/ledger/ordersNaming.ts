import { setImmediate as turn } from 'node:timers/promises';
import { wasPaid } from '../calls/ports/erasurePorts.ts';
import { type OrderId, orderId } from '../calls/ports/ids.ts';
import type { OrderSummary } from '../calls/ports/ports.ts';
import { askedIn } from '../contract/bulk.ts';
import { comparedValue } from '../contract/namedValues.ts';
import type { OperationId } from '../contract/words.ts';
import {
  asksByWord,
  bodyTelling,
  type Forgotten,
  type Opening,
  openText,
  quotes,
  shownParts,
} from './forgotten.ts';
import { sealedColumns } from './payloads.ts';
import { ReducedInputs } from './reducedInputs.ts';
import type { Store } from './store.ts';
import { written } from './written.ts';

/** Orders read at a time, and how long they are opened at a stretch, ms; between two the host does other things. */
const step = 200;
const sliceMs = 10;

type Row = Readonly<Record<string, unknown>>;

/** `shared`: it names others beside. `untold`: it looks like it, and nobody can tell. */
type Kind = 'named' | 'shared' | 'untold';

/** Orders of other requests that name what is to be forgotten. */
export interface Naming {
  /** Those whose request asks about it: by id, as a place in the file may be another order's by the time it is erased. */
  readonly ids: readonly OrderId[];
  /** Of their inputs. */
  readonly prints: ReadonlySet<string>;
  /** Of these, those of which something has to be found out. */
  readonly open: number;
  readonly underWay: number;
  /** Of these, those that were paid for, or perhaps. */
  readonly paid: number;
  /** Calls of several entries that ask about others, too. */
  readonly shared: number;
  /** Orders that show the same, and whose request, or the very number in it, cannot be had. */
  readonly untold: number;
}

class Search {
  readonly #opening: Opening;
  readonly #forgotten: Forgotten;
  /** Of requests that keep four digits of a number. */
  readonly #numbers: readonly string[];
  readonly ids: OrderId[] = [];
  readonly prints = new Set<string>();
  open = 0;
  underWay = 0;
  paid = 0;
  shared = 0;
  untold = 0;

  constructor(opening: Opening, forgotten: Forgotten) {
    this.#opening = opening;
    this.#forgotten = forgotten;
    this.#numbers = forgotten.named.values.filter((name) => /^\d{12}$/.test(name));
  }

  get isAny(): boolean {
    const { named, words, reduced, shown } = this.#forgotten;
    return named.size > 0 || words.size > 0 || reduced.size > 0 || shown.size > 0;
  }

  look(row: Row): void {
    const kind = this.#kindOf(row);
    if (kind === 'shared' || kind === 'untold') this[kind] += 1;
    if (kind !== 'named') return;
    this.ids.push(orderId(String(row.id)));
    if (typeof row.fingerprint === 'string') this.prints.add(row.fingerprint);
    this.open += row.attention === 1 ? 1 : 0;
    this.underWay += row.state === 'in-flight' ? 1 : 0;
    const said = {
      kind: written<OrderSummary['kind']>(row.kind),
      state: written<OrderSummary['state']>(row.state),
    };
    this.paid += wasPaid({ ...said, billing: written<OrderSummary['billing']>(row.told) }) ? 1 : 0;
  }

  #kindOf(row: Row): Kind | null {
    const { keys } = this.#opening;
    const kept = openText(keys, row.request_seal, String(row.id), sealedColumns.request, row.request_body);
    const body = kept === null ? null : bodyTelling(row, kept);
    const operation = written<OperationId>(row.operation);
    if (kept !== null && body !== null && this.#names(row, operation, kept, body))
      return this.#isShared(operation, body) ? 'shared' : 'named';
    // Of what is there in full it is told apart from every input that is known itself.
    const isFull = body !== null && row.aadhaar_reduced_at === null;
    const alike = isFull ? this.#forgotten.shownAlone : this.#forgotten.shown;
    return shownParts(row).some((part) => alike.has(part)) ? 'untold' : null;
  }

  #names(row: Row, operation: OperationId, kept: string, body: string): boolean {
    const { reader, printKey } = this.#opening;
    const { named, reduced } = this.#forgotten;
    if (quotes(reader, body, { marks: named, reduced })) return true;
    if (asksByWord(this.#opening, this.#forgotten, operation, body)) return true;
    if (row.aadhaar_reduced_at === null || typeof row.fingerprint !== 'string') return false;
    const own = new ReducedInputs(printKey);
    own.add({ operation, body: kept, print: row.fingerprint });
    return this.#numbers.some((number) => own.areIn(number));
  }

  #isShared(operation: OperationId, body: string): boolean {
    const { folded } = this.#opening.reader;
    const { named, words } = this.#forgotten;
    const isOne = (entry: string): boolean =>
      named.areIn(folded(entry)) || words.has(`emails:${comparedValue(entry)}`);
    return askedIn(operation, body).some((entry) => !isOne(entry));
  }
}

/**
 * Every request that is kept is opened: a masked input shows two fields at most, and nothing of what a request holds beside
 * its fields, so whoever went by it would miss the very orders that a user has no other way to find. A hundred thousand take
 * some two seconds. @param but the orders that are erased anyhow
 */
export async function ordersNaming(
  store: Store,
  opening: Opening,
  forgotten: Forgotten,
  but: ReadonlySet<string>,
): Promise<Naming> {
  const search = new Search(opening, forgotten);
  let since = performance.now();
  for (let after = 0; search.isAny; ) {
    const rows = await store.read(() => rowsAfter(store, after));
    const last = rows.at(-1);
    if (last === undefined) break;
    after = Number(last.seq);
    for (const row of rows) {
      if (!but.has(String(row.id))) search.look(row);
      if (performance.now() - since < sliceMs) continue;
      await turn();
      since = performance.now();
    }
  }
  return search;
}

function rowsAfter(store: Store, after: number): Row[] {
  return store
    .sql(
      `SELECT o.seq, o.id, o.operation, o.fingerprint, o.state, o.attention, o.kind, f.billing AS told, o.masked_input, o.aadhaar_reduced_at,
         p.request_seal, p.request_body
       FROM orders o LEFT JOIN payloads p ON p.seq = o.seq LEFT JOIN facets f ON f.id = o.facet WHERE o.seq > ? ORDER BY o.seq LIMIT ${step}`,
    )
    .all(after);
}
