import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { draftOfPage, pageId } from '../../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { emptyDraft } from '../../../../src/ui/panels/draft.ts';
import { FormDraft } from '../../../../src/ui/panels/formDraft.ts';
import { ClosedPages } from '../../../../src/ui/shell/closedPages.ts';
import { KeptPage } from '../../../../src/ui/shell/keptPage.ts';

const page = pageId('a-page');
const aside = pageId('aside');
const typed = new TextEncoder().encode('typed');
const plates = operationById('rc-advanced');

/** A ledger's drafts, to which other windows do something between a page's asking and its hearing. */
function aPage() {
  const kept = {
    bytes: null as Uint8Array | null,
    aside: null as Uint8Array | null,
    busy: false,
    erasures: 0,
    meanwhile: (): unknown => undefined,
  };
  const ledger: Pick<
    Ledger,
    'saveDraft' | 'loadDraft' | 'draftErasures' | 'deleteDraft' | 'keepDraftAs' | 'erasures'
  > = {
    saveDraft: async (name, bytes, _now, seen = 0) => {
      if (name === aside) kept.aside = bytes;
      else if (seen < kept.erasures) return false;
      else kept.bytes = bytes;
      return true;
    },
    loadDraft: async (name) => (name === aside ? kept.aside : kept.bytes),
    draftErasures: async (name) => (name === aside ? 0 : kept.erasures),
    erasures: async () => kept.erasures,
    deleteDraft: async (name) => {
      kept[name === aside ? 'aside' : 'bytes'] = null;
    },
    keepDraftAs: async () => {
      if (kept.busy) throw new Error('busy');
      kept.aside = kept.bytes;
      kept.bytes = null;
      return true;
    },
  };
  const services = {
    now: () => 0,
    ledger: async () => {
      await kept.meanwhile();
      return ledger;
    },
  };
  let emptied = 0;
  const one = new KeptPage(services, page, 0, () => {
    emptied += 1;
  });
  const erase = (): void => {
    kept.bytes = null;
    kept.erasures += 1;
  };
  return { one, kept, erase, emptied: () => emptied };
}

test('a page whose input was erased empties itself once, and keeps what is typed then', async () => {
  const { one, kept, erase, emptied } = aPage();
  assert.equal(await one.save(typed), true);
  erase();
  assert.equal(await one.look(), true);
  assert.equal(await one.look(), false);
  assert.equal(emptied(), 1);
  assert.equal(await one.save(typed), true);
  assert.deepEqual(kept.bytes, typed);
});

test('a save that is late is refused, and empties the page', async () => {
  const { one, kept, erase, emptied } = aPage();
  await one.save(typed);
  erase();
  assert.equal(await one.save(typed), false);
  assert.equal(kept.bytes, null);
  assert.equal(emptied(), 1);
});

test('a page that hears of the erasure while it saves does not save what was erased', async () => {
  const { one, kept, erase, emptied } = aPage();
  await one.save(typed);
  kept.meanwhile = async () => {
    kept.meanwhile = () => undefined;
    erase();
    await one.look();
  };
  assert.equal(await one.save(typed), false);
  assert.equal(kept.bytes, null);
  assert.equal(emptied(), 1);
});

test('a page that was closed by its user keeps nothing, however late it saves', async () => {
  const { one, kept, emptied } = aPage();
  await one.save(typed);
  await one.remove();
  await one.save(typed);
  assert.equal(kept.bytes, null);
  assert.equal(emptied(), 0);
});

test('what a page that was closed still holds is kept under another name, what it saves late too, and nothing under its own', async () => {
  const { one, kept } = aPage();
  await one.save(new TextEncoder().encode('earlier'));
  await one.setAside(() => typed, aside);
  assert.deepEqual([kept.bytes, kept.aside], [null, typed]);
  const late = new TextEncoder().encode('late');
  await one.save(late);
  assert.deepEqual([kept.bytes, kept.aside], [null, late]);
  await one.remove();
  await one.save(late);
  assert.deepEqual([kept.bytes, kept.aside], [null, null]);
});

test('what could not be put aside stays, and can be later, as it is then', async () => {
  const { one, kept } = aPage();
  kept.busy = true;
  await assert.rejects(
    one.setAside(() => typed, aside),
    /busy/,
  );
  assert.deepEqual([kept.bytes, kept.aside], [typed, null]);
  kept.busy = false;
  const more = new TextEncoder().encode('more');
  await one.setAside(() => more, aside);
  assert.deepEqual([kept.bytes, kept.aside], [null, more]);
});

test('but not where it was erased meanwhile: the page is emptied, and keeps nothing late', async () => {
  const { one, kept, erase, emptied } = aPage();
  await one.save(typed);
  erase();
  await one.setAside(() => typed, aside);
  assert.equal(emptied(), 1);
  assert.equal(await one.keepLate(typed, aside), false);
  assert.deepEqual([kept.bytes, kept.aside], [null, null]);
});

test('what another window has taken of a page that was put aside is that one’s alone', async () => {
  const { one, kept, emptied } = aPage();
  await one.save(typed);
  await one.setAside(() => typed, aside);
  assert.equal(await one.look(), false);
  kept.aside = null;
  assert.equal(await one.look(), true);
  assert.equal(await one.look(), false);
  assert.equal(emptied(), 1);
  await one.save(typed);
  assert.equal(kept.aside, null);
  // Not so what its editor saves late, unless something was erased since.
  assert.equal(await one.keepLate(typed, aside), true);
  kept.erasures += 1;
  assert.equal(await one.keepLate(typed, aside), false);
});

for (const [when, erasedFirst] of [
  ['before', true],
  ['after', false],
] as const) {
  test(`nothing is kept late of a page whose input was erased ${when} it was removed`, async () => {
    const { one, kept, erase } = aPage();
    await one.save(typed);
    if (erasedFirst) erase();
    await one.remove();
    if (!erasedFirst) erase();
    assert.equal(await one.keepLate(typed, aside), false);
    assert.equal(kept.aside, null);
  });
}

for (const [what, isNew] of [
  [
    'nothing is kept late of a page that was emptied before it was closed, though it was kept from ageing',
    false,
  ],
  ['but what is typed once it was emptied is, and so is what its editor saves of that late', true],
] as const) {
  test(what, async () => {
    const { one, kept, erase } = aPage();
    await one.save(typed);
    erase();
    await one.look();
    await one.save(typed, isNew);
    await one.setAside(() => typed, aside);
    assert.deepEqual(kept.aside, typed);
    assert.equal(await one.keepLate(typed, aside), isNew);
  });
}

test('a form that is emptied starts anew under another turn, and takes nothing that is late', () => {
  const kept = {
    ...emptyDraft(plates),
    turn: 4,
    lastOrder: 'an-order',
    fields: { rc_number: 'MH00AB0001' },
  };
  const form = new FormDraft(page, kept, plates);
  const late = form.shown().draft;
  form.empty(plates);
  const { draft, emptied } = form.shown();
  assert.equal(draft.draftId, draftOfPage(page, 5));
  assert.equal(emptied, draft.draftId);
  assert.equal(form.lastOrder, null);
  assert.doesNotMatch(new TextDecoder().decode(form.bytes(plates)), /MH00AB0001|an-order/);
  assert.equal(form.isLate(late), true);
  assert.equal(form.isLate(draft), false);
});

test('a closed page ends what is kept of it only where its window goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const removed: string[] = [];
  const remove = async (what: string): Promise<void> => void removed.push(what);
  const warned: unknown[] = [];
  const pages = new ClosedPages({ warn: (what: string) => warned.push(what) });
  pages.closed(() => remove('closed'));
  assert.equal(removed.length, 0);
  t.mock.timers.tick(1000);
  assert.deepEqual(removed, ['closed']);
  pages.closed(() => Promise.reject(new Error('disk')));
  t.mock.timers.tick(1000);
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(warned, ['closed page']);
  pages.closed(() => remove('a moment ago'));
  await pages.goesOn();
  assert.deepEqual(removed.splice(1), ['a moment ago']);
  t.mock.timers.tick(1000);
  assert.deepEqual(removed, ['closed']);
  pages.closed(() => remove('just before the window ended'));
  t.mock.timers.tick(900);
  pages.windowEnds();
  pages.closed(() => remove('with the window'));
  t.mock.timers.tick(5000);
  assert.deepEqual(removed, ['closed']);
});

test('whoever does something in the window waits for what is under way, too', async () => {
  const pages = new ClosedPages({ warn: () => undefined } as never);
  let done = false;
  pages.closed(async () => {
    await rest(300);
    done = true;
  });
  await rest(1100);
  await pages.goesOn();
  assert.equal(done, true);
});

test('what fails as a page ends is tried anew, until its window ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pages = new ClosedPages({ warn: () => undefined });
  const settled = async () => new Promise((resolve) => setImmediate(resolve));
  let tried = 0;
  pages.closed(async () => {
    tried += 1;
    if (tried < 3) throw new Error('busy');
  });
  for (const [ms, times] of [
    [1000, 1],
    [30_000, 2],
    [30_000, 3],
    [30_000, 3],
  ] as const) {
    t.mock.timers.tick(ms);
    await settled();
    assert.equal(tried, times);
  }
  pages.closed(async () => {
    tried += 1;
    throw new Error('busy');
  });
  t.mock.timers.tick(1000);
  await settled();
  pages.windowEnds();
  t.mock.timers.tick(30_000);
  assert.equal(tried, 4);
});
