import { draftOfPage, pageId } from '../../../src/calls/ports/ids.ts';
import type { Event } from '../events.ts';
import { bodyText } from '../inputs.ts';
import type { Page, SimWindow } from '../window.ts';
import { operationOf, send, wishFor } from './wishes.ts';

const utf8 = new TextEncoder();

/** Forms of a window by their place; a window that starts again finds its own again. */
async function pageAt(window: SimWindow, place: number): Promise<Page> {
  const slot = place % 2;
  const found = window.pages[slot];
  if (found !== undefined) return found;
  const id = `page-${window.index}-${slot}`;
  const page: Page = { id, turn: 0, seen: 0, sending: false, last: null };
  window.pages[slot] = page;
  const ledger = await window.ledger();
  page.seen = await ledger.draftErasures(pageId(id)).catch(() => 0);
  const draft = await ledger.loadDraft(pageId(id)).catch(() => null);
  const turn = draft instanceof Uint8Array ? Number(new TextDecoder().decode(draft).split('\n')[0]) : 0;
  page.turn = Math.max(page.turn, turn);
  return page;
}

/** A page hears of what another window did in this time. */
const hearsMs = 2000;

/** False when what it held was erased, and it did not know. */
async function persist(window: SimWindow, page: Page, body: string): Promise<boolean> {
  const { seen } = page;
  const ledger = await window.ledger();
  const draft = utf8.encode(`${page.turn}\n${body}`);
  const isKept = await ledger.saveDraft(pageId(page.id), draft, window.now(), seen);
  if (!isKept) await look(window, page);
  return isKept;
}

/** Empties the page where what it held was erased. */
async function look(window: SimWindow, page: Page): Promise<void> {
  const erasures = await (await window.ledger()).draftErasures(pageId(page.id));
  if (erasures <= page.seen) return;
  page.seen = erasures;
  page.turn += 1;
}

/** Send is pressed. */
export async function press(window: SimWindow, event: Event): Promise<void> {
  const page = await pageAt(window, event.a);
  const { trace, scheduler } = window.world;
  if (scheduler.time - (trace.pages.get(page.id)?.erasedAt ?? Number.POSITIVE_INFINITY) > hearsMs)
    await look(window, page).catch(() => undefined);
  const operation = operationOf(window, event.a);
  await submit(
    window,
    page,
    draftOfPage(pageId(page.id), page.turn),
    event,
    bodyText(operation, event.b, event.c),
  );
}

/** The message of the last press comes once more: a double click, a page that was loaded anew. */
export async function pressAgain(window: SimWindow, event: Event): Promise<void> {
  const page = await pageAt(window, event.a);
  if (page.last === null) return;
  const operation = operationOf(window, event.a);
  const body = bodyText(operation, event.b, event.c);
  // Where the page forgot that its turn was over, only the ledger knows.
  if (event.b % 3 === 0) page.turn = Math.max(0, page.turn - 1);
  await submit(window, page, page.last.draft, event, body);
}

async function submit(
  window: SimWindow,
  page: Page,
  draft: string,
  event: Event,
  body: string,
): Promise<void> {
  if (page.sending || draft !== draftOfPage(pageId(page.id), page.turn)) return;
  page.sending = true;
  try {
    if (!(await persist(window, page, body).catch(() => true))) return;
    const operation = operationOf(window, event.a);
    const wish = wishFor(window, { operation, draft, asker: 'proven', seed: event.seed, body });
    page.last = { draft, wish };
    window.world.story.tell(
      window.name,
      () => `wish ${wish.number} (form, draft ${draft}): ${operation} ${body}`,
    );
    const done = await send(window, wish, body, {
      asker: { kind: 'user', proven: true, notes: [] },
      leaves: () => {
        page.turn += 1;
        persist(window, page, body).catch(() => undefined);
      },
    });
    if (done.kind === 'not-begun' && done.sameDraft) {
      page.turn += 1;
      await persist(window, page, body).catch(() => undefined);
    }
  } finally {
    page.sending = false;
  }
}

export function cancel(window: SimWindow, event: Event): void {
  const all = [...window.cancels.values()];
  all[event.a % Math.max(1, all.length)]?.abort();
}
