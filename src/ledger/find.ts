import { setImmediate as pause } from 'node:timers/promises';
import type { InputReader } from '../calls/ports/inputReader.ts';
import type { OrderSummary } from '../calls/ports/ports.ts';
import { bullets, mask } from '../contract/masking.ts';
import { NamedValues } from '../contract/namedValues.ts';
import { trimmedOf } from '../contract/trimming.ts';
import { openingOf, openText } from './forgotten.ts';
import { facets, places, summariesAt } from './lists.ts';
import { sealedColumns } from './payloads.ts';
import type { ListPlace } from './rows.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** Tokens of a pasted text that are looked up; a longer text is cut. */
const maxTokens = 2000;
const maxChars = 100_000;
/** Shorter ones begin too many orders to be worth showing. */
const minPrefix = 3;
/** Shorter parts stand in too many order_ids. */
const minPart = 4;
/** Rows that are looked at in one go for a part of an order_id: no index leads to it, and nothing else is to wait long. */
const rowsAtOnce = 20_000;
/** Rows that begin with a typed text, of which the newest are shown. */
const maxPrefixed = 2000;
/** Above every character an order_id or a masked input can hold. */
const afterAll = '\u{10ffff}';

/** What precedes or ends a word without being part of it. */
const marks = new Set('.:!#*_-');

/** Everything in a text that may be an order_id: lines, words, and words without what encloses or precedes them. */
export function tokensOf(pasted: string): readonly string[] {
  const text = pasted.slice(0, maxChars);
  const found = new Set<string>();
  const add = (token: string): void => {
    if (token.length > 1 && token.length <= 200 && found.size < maxTokens) found.add(token);
  };
  add(text.trim());
  for (const line of text.split(/[\r\n]+/)) add(line.trim());
  for (const word of text.split(/\s+/)) {
    add(word);
    for (const part of word.split(/["'`‘’“”()[\]{}<>,;|\\/?&=]+/)) {
      const bare = trimmedOf(part, (unit) => marks.has(unit));
      add(bare);
      for (const piece of bare.split(/[:#.]+/)) add(piece);
    }
  }
  return [...found];
}

function rowsOf(rows: readonly Readonly<Record<string, unknown>>[]): ListPlace[] {
  return rows.map((row) => ({ begunAt: Number(row.begun_at), seq: Number(row.seq) }));
}

function byIds(store: Store, tokens: readonly string[], limit: number): ListPlace[] {
  const ours = store.sql('SELECT begun_at, seq FROM orders WHERE id = ?');
  const theirs = store.sql(
    'SELECT begun_at, seq FROM orders WHERE order_id = ? COLLATE NOCASE ORDER BY begun_at DESC LIMIT ?',
  );
  return tokens.flatMap((token) => [
    ...rowsOf(ours.all(token.toLowerCase())),
    ...rowsOf(theirs.all(token, limit)),
  ]);
}

function byStart(store: Store, typed: string): ListPlace[] {
  if (typed.length < minPrefix || typed.length > 200) return [];
  const started = (column: string): ListPlace[] =>
    rowsOf(
      store
        .sql(
          `SELECT begun_at, seq FROM orders WHERE ${column} >= ? COLLATE NOCASE AND ${column} < ? COLLATE NOCASE LIMIT ${maxPrefixed}`,
        )
        .all(typed, typed + afterAll),
    );
  return [...started('order_id'), ...started('masked_input')];
}

function byMasked(store: Store, typed: string, limit: number): ListPlace[] {
  return rowsOf(
    store
      .sql(
        'SELECT begun_at, seq FROM orders WHERE masked_input = ? COLLATE NOCASE ORDER BY begun_at DESC LIMIT ?',
      )
      .all(typed, limit),
  );
}

/** Codes that stand in the text, or that a single typed word begins. */
function byCode(store: Store, tokens: readonly string[], typed: string, limit: number): ListPlace[] {
  const words = new Set(tokens.map((token) => token.toUpperCase()));
  const start = typed.length >= minPrefix && !/\s/.test(typed) ? typed.toUpperCase() : null;
  const messageCodes = facets(store)
    .map((facet) => facet.messageCode)
    .filter((code) => words.has(code) || (start !== null && code.startsWith(start)));
  return places(store, { group: 'all', filter: { messageCodes } }, null, limit);
}

/** What a text finds without opening anything sealed. Of very many orders that begin with it, some of the newest may be missing. */
export function findByText(store: Store, text: string, limit: number): ListPlace[] {
  const typed = text.trim();
  const tokens = tokensOf(text);
  // A row of the history shows two for six: what is copied from there is found, too.
  const spellings = new Set([typed, typed.replace(/•+/g, bullets)]);
  return [
    ...byIds(store, tokens, limit),
    ...[...spellings].flatMap((one) => byMasked(store, one, limit)),
    ...byCode(store, tokens, typed, limit),
    ...(/[\r\n]/.test(typed) ? [] : [...spellings].flatMap((one) => byStart(store, one))),
  ];
}

/** Orders with a typed text somewhere in their order_id, as a mail that shortens it quotes its end. */
export async function findByPart(store: Store, text: string, limit: number): Promise<ListPlace[]> {
  const typed = text.trim();
  if (typed.length < minPart || typed.length > 200 || /\s/.test(typed)) return [];
  const found: ListPlace[] = [];
  let below = await store.read(() => Number(store.sql('SELECT max(seq) AS seq FROM orders').get()?.seq) + 1);
  while (below > 0 && found.length < limit) {
    const from = below - rowsAtOnce;
    const rows = await store.read(() =>
      store
        .sql(
          `SELECT begun_at, seq FROM orders WHERE seq >= ? AND seq < ? AND instr(lower(order_id), lower(?)) > 0
           ORDER BY seq DESC LIMIT ?`,
        )
        .all(from, below, typed, limit),
    );
    found.push(...rowsOf(rows));
    below = from;
    await pause();
  }
  return found;
}

/** Where masked inputs begin as they do that show this identifier first. */
function startsOf(name: string): readonly string[] {
  const shown = (['first2last2', 'last4', 'email'] as const).map((kind) => mask(kind, name));
  return [...new Set(shown)].filter((one) => one !== bullets);
}

/**
 * Orders whose request names the one identifier that was typed, whatever stands beside it. Only those are opened whose masked input
 * begins with it, as the field that a lookup asks by is the first. @param reader null = nobody knows what requests say
 */
export async function findByName(
  store: Store,
  sealing: SealingKeys,
  reader: InputReader | null,
  text: string,
): Promise<ListPlace[]> {
  const [name, another] = /[\r\n{]/.test(text.trim())
    ? []
    : (reader?.names('rc-advanced', text.trim()) ?? []);
  if (reader === null || name === undefined || another !== undefined) return [];
  const { keys } = await openingOf(store, sealing, reader);
  const named = new NamedValues([name]);
  const found: ListPlace[] = [];
  for (const start of startsOf(name)) {
    const rows = await store.read(() => requestsShowing(store, start));
    const naming = rows.filter(({ id, request_seal, request_body }) => {
      const kept = openText(keys, request_seal, String(id), sealedColumns.request, request_body);
      return kept !== null && named.mayBeIn(kept) && named.areIn(reader.folded(kept));
    });
    found.push(...rowsOf(naming));
    await pause();
  }
  return found;
}

function requestsShowing(store: Store, start: string): Readonly<Record<string, unknown>>[] {
  return store
    .sql(
      `SELECT o.begun_at, o.seq, o.id, p.request_seal, p.request_body FROM orders o JOIN payloads p ON p.seq = o.seq
       WHERE o.masked_input >= ? COLLATE NOCASE AND o.masked_input < ? COLLATE NOCASE LIMIT ${maxPrefixed}`,
    )
    .all(start, start + afterAll);
}

/** Each place once, newest first. */
export function newest(store: Store, found: readonly ListPlace[], limit: number): OrderSummary[] {
  const once = [...new Map(found.map((place) => [place.seq, place])).values()];
  once.sort((a, b) => b.begunAt - a.begunAt || b.seq - a.seq);
  return summariesAt(store, once.slice(0, limit));
}
