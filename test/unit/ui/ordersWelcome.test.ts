import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { contextKeys, viewIds } from '../../../src/contributions.ts';
import { root } from '../../support/paths.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

interface Welcome {
  readonly view: string;
  readonly contents: string;
  readonly when: string;
}
const manifest: { readonly contributes: { readonly viewsWelcome: readonly Welcome[] } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const welcomes = manifest.contributes.viewsWelcome.filter(({ view }) => view === viewIds.orders);

/** What the empty view says where these keys are true, and no others. */
function said(keys: ReadonlySet<string>): readonly string[] {
  const holds = (part: string): boolean => (part.startsWith('!') ? !keys.has(part.slice(1)) : keys.has(part));
  return welcomes
    .filter(({ when }) => when.split(' || ').some((all) => all.split(' && ').every(holds)))
    .map(({ contents }) => contents.slice('%welcome.'.length, -1));
}

describe('the empty order history', () => {
  let told: Told;
  before(async () => {
    told = await standInForVscode();
  });

  /** What it says once it was asked for its rows, with the environment known. */
  async function after(
    ledger: () => Promise<Ledger>,
    ...more: readonly string[]
  ): Promise<readonly string[]> {
    const { OrdersTree } = await import('../../../src/ui/start/trees/ordersTree.ts');
    const filter = { onDidChange: () => ({ dispose: () => undefined }), current: () => ({}) };
    const tree = new OrdersTree(ledger, () => 0, filter as never);
    told.shown.length = 0;
    for (const _ of [1, 2]) await tree.getChildren().catch(() => []);
    tree.dispose();
    const set = told.shown.filter((one): one is [string, string, boolean] => Array.isArray(one));
    const keys = new Map(set.map(([, key, value]) => [key, value]));
    const held = [...keys].filter(([, value]) => value).map(([key]) => key);
    return said(new Set([contextKeys.environmentReady, ...more, ...held]));
  }
  const holding = (span: unknown): Ledger =>
    ({
      span: async () => span,
      exists: async () => false,
      batches: { unfinished: async () => ({ batches: [], nextAt: null }) },
      onDidChange: () => () => undefined,
    }) as never;

  it('says that it is loading until the history is read, whatever the environment', () => {
    assert.deepEqual(said(new Set()), ['starting']);
    assert.deepEqual(said(new Set([contextKeys.environmentReady])), ['starting']);
    assert.deepEqual(said(new Set([contextKeys.environmentReady, contextKeys.environmentLive])), [
      'starting',
    ]);
  });

  it('says that there are no orders once it was read and has none', async () => {
    assert.deepEqual(await after(async () => holding(null)), ['orders']);
    assert.deepEqual(await after(async () => holding(null), contextKeys.environmentLive), ['ordersLive']);
  });

  it('says that the filter hides them where there are some', async () => {
    assert.deepEqual(await after(async () => holding({ oldest: 0, newest: 0 })), ['nothingMatches']);
  });

  it('says neither of a history that cannot be read: why is told by VS Code', async () => {
    const broken = async (): Promise<Ledger> => {
      throw new Error('the order history cannot be opened');
    };
    assert.deepEqual(await after(broken), []);
    // Another window may have brought its file to a later version.
    let reads = 0;
    const brokenLater = async (): Promise<Ledger> => {
      reads += 1;
      return reads === 1 ? holding({ oldest: 0, newest: 0 }) : broken();
    };
    assert.deepEqual(await after(brokenLater), []);
  });
});
