import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { OrderEvent, Resolution } from '../calls/ports/ports.ts';
import type { ListPlace } from './rows.ts';
import { openedOr, type SealingKeys, seal } from './sealing.ts';
import type { Store } from './store.ts';
import { written } from './written.ts';

/** Notes and resolutions that a search opens, newest first: they are sealed, so no index can know their words. */
const searchedWords = 1000;

/** More words than this are a pasted text, not what somebody remembers of a note. */
const maxWords = 30;

/** Shown where words were and their key is gone. */
const sealedWords = '[sealed: the key that opens this is gone]';

type Row = Readonly<Record<string, unknown>>;
export type EventKind = 'noted' | 'resolved';

/** The place of a sealed part; its time is in it, so that two events of one order cannot be swapped either. */
export function wordsPlace(kind: EventKind, at: number): string {
  return `events.${kind}.${at}`;
}

export function pastedPlace(at: number): string {
  return `events.pasted.${at}`;
}

export function sealWords(
  key: Uint8Array,
  id: string,
  kind: EventKind,
  text: string,
  at: number,
): Uint8Array {
  return seal(key, id, wordsPlace(kind, at), Buffer.from(text, 'utf8'));
}

export function sealPasted(key: Uint8Array, id: string, pasted: Uint8Array, at: number): Uint8Array {
  return seal(key, id, pastedPlace(at), pasted);
}

/** The words of an event, or null when the key that sealed them is gone. */
export async function wordsOf(
  sealing: SealingKeys,
  id: string,
  kind: EventKind,
  row: Row,
): Promise<string | Damaged | null> {
  const key = await sealing.find(String(row.seal_id));
  if (key === null) return null;
  const words = openedOr(key, id, wordsPlace(kind, Number(row.at)), row.words);
  return isDamaged(words) ? words : Buffer.from(words).toString('utf8');
}

export async function pastedOf(
  sealing: SealingKeys,
  id: string,
  row: Row,
): Promise<Uint8Array | Damaged | null> {
  if (row.pasted === null) return null;
  const key = await sealing.find(String(row.seal_id));
  return key === null ? null : openedOr(key, id, pastedPlace(Number(row.at)), row.pasted);
}

/** The note of an order, '' when there is none, null when the key that sealed it is gone. */
export async function openNote(
  sealing: SealingKeys,
  id: string,
  row: Row | undefined,
): Promise<string | Damaged | null> {
  return row === undefined ? '' : wordsOf(sealing, id, 'noted', row);
}

function notedEvent(at: number, words: string | Damaged | null): OrderEvent {
  if (isDamaged(words)) return { kind: 'noted', at, text: '', damaged: { note: true, pasted: false } };
  return { kind: 'noted', at, text: words ?? sealedWords };
}

async function resolvedEvent(sealing: SealingKeys, id: string, row: Row): Promise<OrderEvent> {
  const at = Number(row.at);
  const outcome = written<Resolution['outcome']>(row.outcome);
  const words = await wordsOf(sealing, id, 'resolved', row);
  const pasted = await pastedOf(sealing, id, row);
  const lost = { note: isDamaged(words), pasted: isDamaged(pasted) };
  const note = isDamaged(words) ? '' : (words ?? sealedWords);
  const resolution = { at, outcome, note, pasted: isDamaged(pasted) ? null : pasted };
  const event = { kind: 'resolved', at, resolution } as const;
  return lost.note || lost.pasted ? { ...event, damaged: lost } : event;
}

/** An event as the timeline shows it. */
export async function openEvent(sealing: SealingKeys, id: string, row: Row): Promise<OrderEvent> {
  const at = Number(row.at);
  switch (row.kind) {
    case 'noted':
      return notedEvent(at, await wordsOf(sealing, id, 'noted', row));
    case 'resolved':
      return resolvedEvent(sealing, id, row);
    case 'lost':
    case 'payloads-erased':
      return { kind: row.kind, at };
    default:
      throw new Error(`the order history holds an event of an unknown kind: ${String(row.kind)}`);
  }
}

/** Orders whose note, or what was noted when their outcome was recorded, holds all words; only the newest notes are opened. */
export async function findByWords(store: Store, sealing: SealingKeys, text: string): Promise<ListPlace[]> {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0 || wanted.length > maxWords) return [];
  const rows = await store.read(() =>
    store
      .sql(
        `SELECT e.kind, e.at, e.seal_id, e.words, o.id, o.begun_at, o.seq FROM events e JOIN orders o ON o.seq = e.seq
         WHERE e.kind IN ('noted', 'resolved') ORDER BY e.at DESC LIMIT ${searchedWords}`,
      )
      .all(),
  );
  const found: ListPlace[] = [];
  for (const row of rows) {
    const kind: EventKind = row.kind === 'resolved' ? 'resolved' : 'noted';
    const words = await wordsOf(sealing, String(row.id), kind, row);
    if (words === null || isDamaged(words)) continue;
    const note = words.toLowerCase();
    if (wanted.every((word) => note.includes(word)))
      found.push({ begunAt: Number(row.begun_at), seq: Number(row.seq) });
  }
  return found;
}
