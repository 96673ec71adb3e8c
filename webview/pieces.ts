import type { ListQuery } from '../src/contract/listTable.ts';
import type {
  CopyParams,
  LinesParams,
  LinesView,
  RowsParams,
  RowsView,
  TableParams,
  TableReveal,
} from '../src/protocol/contents.ts';
import type { Client } from './client.ts';
import type { Look } from './model.ts';
import { t } from './strings.ts';

/** How long it is said that something was copied, ms. */
const SAID_MS = 3000;

export interface PiecesPorts {
  readonly client: Pick<Client, 'request'>;
  lookOf(answerId: string): Look;
  look(answerId: string, part: Partial<Look>): void;
  fail(error: unknown): void;
  later(run: () => void, ms: number): () => void;
}

export const wholeList: ListQuery = { sort: null, filter: '', only: null };
export const allMasked: TableReveal = { all: false, rows: [], cells: [] };

/** What a page does with the lists and the text of an answer, which come from the host piece by piece. */
export class Pieces {
  readonly #ports: PiecesPorts;

  constructor(ports: PiecesPorts) {
    this.#ports = ports;
  }

  rows(params: RowsParams): Promise<RowsView> {
    return this.#ports.client.request('answer/rows', params);
  }

  lines(params: LinesParams): Promise<LinesView> {
    return this.#ports.client.request('answer/lines', params);
  }

  query(answerId: string, path: string): ListQuery {
    return this.#ports.lookOf(answerId).queries.get(path) ?? wholeList;
  }

  lookAt(answerId: string, path: string, query: ListQuery): void {
    const { queries } = this.#ports.lookOf(answerId);
    this.#ports.look(answerId, { queries: new Map([...queries, [path, query]]) });
  }

  revealed(answerId: string, path: string): TableReveal {
    return this.#ports.lookOf(answerId).revealed.tables.get(path) ?? allMasked;
  }

  reveal(answerId: string, path: string, reveal: TableReveal): void {
    const { revealed } = this.#ports.lookOf(answerId);
    const tables = new Map([...revealed.tables, [path, reveal]]);
    this.#ports.look(answerId, { revealed: { ...revealed, answerId, tables } });
  }

  fold(answerId: string, folds: readonly number[]): void {
    this.#ports.look(answerId, { folds });
  }

  fail(error: unknown): void {
    this.#ports.fail(error);
  }

  /** What is copied is said to a screen reader and shown beside the button. */
  copy(params: CopyParams): void {
    void this.#say(params.orderId, this.#ports.client.request('answer/copy', params));
  }

  /** The host says so in its status bar, which no screen reader reads aloud. */
  copyOrderId(orderId: string): void {
    void this.#say(orderId, this.#ports.client.request('answer/copyOrderId', { orderId }));
  }

  async #say(orderId: string, copied: Promise<unknown>): Promise<void> {
    const { fail, later, look } = this.#ports;
    try {
      await copied;
      look(orderId, { said: t('Copied') });
      later(() => look(orderId, { said: '' }), SAID_MS);
    } catch (error) {
      fail(error);
    }
  }

  saveTable(params: TableParams, to: 'file' | 'editor'): void {
    const { client, fail } = this.#ports;
    client.request('answer/saveTable', { ...params, to }).catch(fail);
  }
}
