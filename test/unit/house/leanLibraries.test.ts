import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { noJsonSchema } from '../../support/bundles/zod.mjs';
import { root } from '../../support/paths.ts';

/** What a program says, bundled as the runtime is. */
async function said(source: string): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    plugins: [noJsonSchema],
  });
  const module = { exports: {} };
  new Function('module', 'require', outputFiles[0]?.text ?? '')(module, () => ({}));
  return Reflect.get(module.exports, 'said');
}

const schema = `z.strictObject({
  a: z.string().trim().min(1).max(5).regex(/^[a-z]+$/),
  b: z.number().int().nullable().catch(null),
  c: z.enum(['x', 'y']).default('x'),
  d: z.record(z.string(), z.array(z.union([z.string(), z.literal(3), z.boolean()]))).optional(),
  e: z.discriminatedUnion('k', [z.object({ k: z.literal('p') }), z.looseObject({ k: z.literal('q'), n: z.unknown() })]),
})`;

describe('zod without JSON Schemas', () => {
  it('reads what it read, and says what is wrong', async () => {
    const right = `{ a: ' ab ', b: 'no', d: { q: ['r', 3] }, e: { k: 'q', n: 1, m: 2 } }`;
    assert.deepEqual(await said(`import * as z from 'zod'; export const said = ${schema}.parse(${right})`), {
      a: 'ab',
      b: null,
      c: 'x',
      d: { q: ['r', 3] },
      e: { k: 'q', n: 1, m: 2 },
    });
    const wrong = `z.prettifyError(${schema}.safeParse({ a: 7, z: 1 }).error)`;
    assert.match(
      String(await said(`import * as z from 'zod'; export const said = ${wrong}`)),
      /expected string/,
    );
  });

  it('throws where one is asked for all the same', async () => {
    for (const ask of ['z.toJSONSchema(s)', 's.toJSONSchema()']) {
      const asked = said(`import * as z from 'zod'; const s = z.object({ a: z.string() }); ${ask}`);
      await assert.rejects(asked, /not part of this build/);
    }
  });
});
