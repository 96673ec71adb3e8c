import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { contextKeys, viewIds } from '../../../../src/contributions.ts';
import type { SpendSnapshot } from '../../../../src/ui/spend/start/spendTree.ts';
import { root } from '../../../support/paths.ts';
import { standInForVscode, type Told } from '../vscodeStandIn.ts';

interface Welcome {
  readonly view: string;
  readonly contents: string;
  readonly when: string;
}
const manifest: { readonly contributes: { readonly viewsWelcome: readonly Welcome[] } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const welcomes = manifest.contributes.viewsWelcome.filter(({ view }) => view === viewIds.spend);
const { environmentReady, environmentLive, keyMissing } = contextKeys;

/** VS Code shows it where the view has no rows: also until they are read, and where reading them failed. */
function said(keys: ReadonlySet<string>): readonly string[] {
  const holds = (part: string): boolean => (part.startsWith('!') ? !keys.has(part.slice(1)) : keys.has(part));
  return welcomes
    .filter(({ when }) => when.split(' || ').some((all) => all.split(' && ').every(holds)))
    .map(({ contents }) => contents.slice('%welcome.'.length, -1));
}

const environments = [
  [environmentReady],
  [environmentReady, environmentLive],
  [keyMissing, environmentLive],
  [keyMissing],
];

describe('the empty spend view', () => {
  let told: Told;
  before(async () => {
    told = await standInForVscode();
  });

  /** What it says after each of these reads, in every environment. */
  async function after(...reads: readonly (() => Promise<SpendSnapshot>)[]): Promise<readonly string[][]> {
    const { SpendTree } = await import('../../../../src/ui/spend/start/spendTree.ts');
    const left = [...reads];
    const tree = new SpendTree(
      async () => (left.shift() ?? assert.fail('read again'))(),
      () => 0,
    );
    told.shown.length = 0;
    for (const _ of reads) {
      await tree.getChildren().catch(() => []);
      tree.refresh();
    }
    tree.dispose();
    const set = told.shown.filter((one): one is [string, string, boolean] => Array.isArray(one));
    const keys = new Map(set.map(([, key, value]) => [key, value]));
    const held = [...keys].filter(([, value]) => value).map(([key]) => key);
    return environments.map((own) => [...said(new Set([...own, ...held]))]);
  }
  const none: SpendSnapshot = { nodes: [], environment: 'acme', staleAt: 0 };
  const broken = async (): Promise<SpendSnapshot> => {
    throw new Error('the order history cannot be opened');
  };

  it('says that nothing was called only once that is known', async () => {
    assert.deepEqual(await after(), [[], [], [], []]);
    assert.deepEqual(await after(async () => none), [['spend'], ['spendLive'], ['spendLive'], ['spend']]);
  });

  it('says so of no history that cannot be read: why is told by VS Code', async () => {
    assert.deepEqual(await after(broken), [[], [], [], []]);
    assert.deepEqual(await after(async () => none, broken), [[], [], [], []]);
  });

  it('is loading until the environment is known', () => {
    assert.deepEqual([said(new Set()), said(new Set([environmentLive]))], [['starting'], ['starting']]);
  });
});
