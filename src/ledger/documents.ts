import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { DocumentFacts, KeptDocument, KeptDocuments } from '../calls/ports/documentPorts.ts';
import type { OrderId } from '../calls/ports/ids.ts';
import { seqOf } from './lookups.ts';
import { pack, unpack } from './packing.ts';
import type { RecordMeans } from './recording.ts';
import { openedOr, seal } from './sealing.ts';
import { rememberSeal } from './writing.ts';
import { unsealed } from './written.ts';

/** The facts as they are sealed. */
interface FactsPart {
  readonly facts: DocumentFacts;
  /** How the body was packed before it was sealed; absent = not at all. */
  readonly packing?: 'zstd';
}

/** The time of a document is in its places, as in that of an event: facts and body of two cannot be swapped. */
export function documentPlaces(at: number): { readonly facts: string; readonly body: string } {
  return { facts: `document.facts.${at}`, body: `document.body.${at}` };
}

type Row = Readonly<Record<string, unknown>>;

/** See schemaDocuments. */
export class DocumentRecords implements KeptDocuments {
  readonly #means: RecordMeans;

  constructor(means: RecordMeans) {
    this.#means = means;
  }

  async keep(id: OrderId, facts: DocumentFacts, body: Uint8Array): Promise<void> {
    const { store, sealing, mustWrite, changed } = this.#means;
    mustWrite();
    const { id: sealId, key } = await sealing.current();
    const packed = await pack(body);
    const part: FactsPart = packed === null ? { facts } : { facts, packing: 'zstd' };
    const { at } = facts;
    const sealedFacts = seal(key, id, documentPlaces(at).facts, Buffer.from(JSON.stringify(part), 'utf8'));
    const sealedBody = seal(key, id, documentPlaces(at).body, packed ?? body);
    await store.write(() => {
      const seq = seqOf(store, id);
      // Retention, or another window, may have dropped the answer while the document was on its way.
      const kept = store.sql('SELECT 1 FROM orders WHERE seq = ? AND payloads_kept = 1').get(seq);
      if (kept === undefined) throw new Error('the answer of this order is not kept any more');
      store
        .sql('INSERT INTO documents (seq, at, seal_id, facts, body) VALUES (?, ?, ?, ?, ?)')
        .run(seq, at, sealId, sealedFacts, sealedBody);
      rememberSeal(store, sealId);
    });
    changed();
  }

  async list(id: OrderId): Promise<readonly KeptDocument[]> {
    const { store } = this.#means;
    const rows = await store.read(() =>
      store
        .sql('SELECT id, at, seal_id, facts FROM documents WHERE seq = ? ORDER BY at, id')
        .all(seqOf(store, id)),
    );
    const found: KeptDocument[] = [];
    for (const row of rows) {
      const part = await this.#partOf(id, row);
      found.push({ id: Number(row.id), facts: isDamaged(part) ? part : (part?.facts ?? null) });
    }
    return found;
  }

  async open(id: OrderId, document: number): Promise<Uint8Array | Damaged | null> {
    const { store, sealing, damages } = this.#means;
    const row = await store.read(() =>
      store.sql('SELECT * FROM documents WHERE seq = ? AND id = ?').get(seqOf(store, id), document),
    );
    if (row === undefined) return null;
    const part = await this.#partOf(id, row);
    if (part === null || isDamaged(part)) return part;
    const key = await sealing.find(String(row.seal_id));
    if (key === null) return null;
    const opened = openedOr(key, id, documentPlaces(Number(row.at)).body, row.body);
    if (isDamaged(opened)) {
      damages.met('kept document', id);
      return opened;
    }
    return part.packing === 'zstd' ? unpack(opened) : opened;
  }

  count(id: OrderId): Promise<number> {
    const { store } = this.#means;
    const sql = 'SELECT count(*) AS n FROM documents WHERE seq = (SELECT seq FROM orders WHERE id = ?)';
    return store.read(() => Number(store.sql(sql).get(id)?.n));
  }

  async #partOf(id: OrderId, row: Row): Promise<FactsPart | Damaged | null> {
    const { sealing, damages } = this.#means;
    const key = await sealing.find(String(row.seal_id));
    if (key === null) return null;
    const bytes = openedOr(key, id, documentPlaces(Number(row.at)).facts, row.facts);
    if (!isDamaged(bytes)) return unsealed(bytes);
    damages.met('kept document', id);
    return bytes;
  }
}
