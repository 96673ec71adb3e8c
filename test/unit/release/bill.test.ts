import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import { billOfMaterials } from '../../support/notices/bill.ts';
import { root } from '../../support/paths.ts';

const product = { name: 'x', version: '1.0.0', licence: 'MIT' };
const part = { text: '', by: '', note: '' };
const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.optional(z.string()) })),
});

describe('the bill of materials', () => {
  it('names packages by their address, works inside of one by that one, copied files in words', () => {
    const made = billOfMaterials(product, [
      { ...part, name: '@a/b', version: '2.0.0', licence: 'MIT' },
      { ...part, name: 'Icons (style)', version: '1.0.0', licence: 'CC-BY-4.0' },
      { ...part, name: 'inner', version: '(as in @a/b 2.0.0)', licence: 'MIT OR Apache-2.0' },
    ]);
    assert.deepEqual(JSON.parse(made), {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          name: 'x',
          version: '1.0.0',
          licenses: [{ license: { id: 'MIT' } }],
        },
      },
      components: [
        {
          type: 'library',
          name: '@a/b',
          version: '2.0.0',
          licenses: [{ license: { id: 'MIT' } }],
          'bom-ref': 'pkg:npm/%40a/b@2.0.0',
          purl: 'pkg:npm/%40a/b@2.0.0',
        },
        {
          type: 'file',
          name: 'Icons (style)',
          version: '1.0.0',
          licenses: [{ license: { id: 'CC-BY-4.0' } }],
        },
        {
          type: 'library',
          name: 'inner',
          licenses: [{ expression: 'MIT OR Apache-2.0' }],
          properties: [{ name: 'in', value: 'pkg:npm/%40a/b@2.0.0' }],
        },
      ],
    });
  });

  it('of what was built names each part that the notices name', () => {
    const file = join(root, 'out/bill-of-materials.cdx.json');
    assert.ok(existsSync(file), 'Nothing is built: run "npm run build -- --production" first.');
    const { components } = bill.parse(JSON.parse(readFileSync(file, 'utf8')));
    const notices = readFileSync(join(root, 'ThirdPartyNotices.txt'), 'utf8');
    assert.ok(components.length > 10);
    for (const { name, version } of components)
      assert.ok(
        notices.includes(version === undefined ? `${name} (as in ` : `${name} ${version}`),
        `${name} ${version}`,
      );
  });
});
