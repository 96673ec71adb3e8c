import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../support/paths.ts';
import type { ThemeName } from './themes.ts';

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
/** Only contrast depends on the theme: all rules are tried in the first. */
const ruled: ThemeName = 'dark';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds on a page, one text a rule. @param impacts only findings of these; without it, all */
export async function axeFindings(
  page: Page,
  theme: ThemeName,
  impacts?: readonly string[],
): Promise<readonly string[]> {
  await page.evaluate(source);
  // Without what only a caller of `passes` would read.
  const rules =
    theme === ruled
      ? "{ resultTypes: ['violations'] }"
      : "{ resultTypes: ['violations'], runOnly: ['color-contrast'] }";
  const findings = await page.evaluate<readonly Finding[]>(
    `axe.run(document, ${rules}).then(({ violations }) => violations)`,
  );
  return findings
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
    );
}
