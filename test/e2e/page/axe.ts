import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../support/paths.ts';
import type { Opened } from './harness.ts';
import { type ThemeName, themes } from './themes.ts';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds on a page in any theme, one text a rule. Only contrast depends on the theme: all rules are tried in one.
 * @param impacts only findings of these; without it, all
 */
async function axeFindings(
  { page, wear }: Pick<Opened<unknown>, 'page' | 'wear'>,
  impacts?: readonly string[],
): Promise<readonly string[]> {
  await page.evaluate(source);
  const found: string[] = [];
  for (const theme of Object.keys(themes) as ThemeName[]) {
    await wear(theme);
    // Without what only a caller of `passes` would read.
    const rules = theme === 'dark' ? '' : ", runOnly: ['color-contrast']";
    const findings = await page.evaluate<readonly Finding[]>(
      `axe.run(document, { resultTypes: ['violations']${rules} }).then(({ violations }) => violations)`,
    );
    found.push(
      ...findings.filter(({ impact }) => impacts?.includes(impact) ?? true).map((one) => told(theme, one)),
    );
  }
  return found;
}

function told(theme: ThemeName, { id, nodes }: Finding): string {
  const all = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`);
  return `${theme}: ${id}: ${all.join('\n')}`;
}

/** A test for each state: nothing the policy forbids, and nothing axe finds, in any theme. */
export function testLooks<State>(
  states: Readonly<Record<string, State>>,
  open: (name: string, state: State) => Promise<Opened<State>>,
  impacts?: readonly string[],
): void {
  for (const [name, state] of Object.entries(states)) {
    test(`${name}: nothing the policy forbids, and nothing axe finds in any theme`, async () => {
      const found = await open(name, state);
      assert.deepEqual(await axeFindings(found, impacts), []);
      assert.deepEqual(found.complaints, []);
      await found.page.close();
    });
  }
}
