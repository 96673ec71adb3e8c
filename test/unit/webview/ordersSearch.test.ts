import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Search } from '../../../webview/orders/search.ts';

/** A search whose pauses end, and whose lists come, when the test says so. */
function aSearch(isDone = true) {
  const asked: string[] = [];
  const pauses: { run(): void; readonly ms: number; over: boolean }[] = [];
  let shown = '';
  const search = new Search({
    found: () => shown,
    find: async (text) => {
      asked.push(text);
      return isDone;
    },
    later: (run, ms) => {
      const pause = { run, ms, over: false };
      pauses.push(pause);
      return () => {
        pause.over = true;
      };
    },
  });
  const rest = (): void => {
    for (const { run, over } of pauses.splice(0)) if (!over) run();
  };
  /** Whether a list that comes is shown. */
  const comes = (found: string): boolean => {
    if (search.isLate(found)) return false;
    shown = found;
    return true;
  };
  return { search, asked, pauses, rest, comes };
}

test('a search waits until the keys rest, and is made once', () => {
  const { search, asked, pauses, rest, comes } = aSearch();
  for (const text of ['O', 'OR', 'ORD']) search.type(text);
  assert.deepEqual(asked, []);
  assert.deepEqual(
    pauses.map(({ ms }) => ms),
    [250, 250, 250],
  );
  rest();
  assert.deepEqual(asked, ['ORD']);
  // Nothing else is looked for by the white space around it, before its list is here or after.
  search.type(' ORD ');
  rest();
  assert.ok(comes('ORD'));
  search.type('ORD ');
  rest();
  assert.equal(asked.length, 1);
});

test('Enter searches at once and an emptied field shows all at once; no pause asks again', () => {
  const { search, asked, rest, comes } = aSearch();
  search.type('OK');
  search.make('OK');
  rest();
  assert.deepEqual(asked, ['OK']);
  assert.ok(comes('OK'));
  search.type('O');
  search.type('');
  rest();
  assert.deepEqual(asked, ['OK', '']);
  // A button that shows all orders takes a search back that was about to be made.
  assert.ok(comes(''));
  search.type('A');
  search.make('');
  rest();
  assert.equal(asked.length, 2);
});

test('what an earlier search found is late and not shown; then the list follows the history again', () => {
  const { search, rest, comes } = aSearch();
  search.type('AB');
  rest();
  search.type('ABC');
  // Until the keys rest this is still the list that is wanted.
  assert.ok(comes('AB'));
  rest();
  assert.equal(comes('AB'), false);
  assert.ok(comes('ABC'));
  assert.ok(comes('ABC'));
  // Another part of this window, or a hidden page that comes back, may look for something else.
  assert.ok(comes(''));
});

test('back to a text that another search has followed, it is looked for again', () => {
  const { search, asked, rest, comes } = aSearch();
  search.type('AB');
  rest();
  assert.ok(comes('AB'));
  for (const text of ['ABC', 'AB']) {
    search.type(text);
    rest();
  }
  assert.deepEqual(asked, ['AB', 'ABC', 'AB']);
  assert.equal(comes('ABC'), false);
  assert.ok(comes('AB'));
});

test('another list ends the search, made or about to be made', () => {
  const { search, asked, rest, comes } = aSearch();
  search.type('AB');
  search.end();
  rest();
  assert.deepEqual(asked, []);
  search.make('AB');
  search.end();
  assert.ok(comes(''));
});

test('after a search that failed the list follows the history all the same, and it can be made again', async () => {
  const { search, asked, comes } = aSearch(false);
  search.make('AB');
  await turn();
  assert.ok(comes(''));
  search.make('AB');
  assert.deepEqual(asked, ['AB', 'AB']);
});
