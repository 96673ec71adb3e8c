import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { asBefore, begun } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];

for (const [what, touched] of [
  ['saved by a spreadsheet as CSV UTF-8, which writes its mark first', (text: string) => `\ufeff${text}`],
  ['to which its user has added a column of remarks', (text: string) => text.replaceAll('\r\n', ',seen\r\n')],
] as const)
  test(`a results file of an earlier version, ${what}, has each value under its name once it is continued`, async (t) => {
    const { file, goOn } = await begun(t, plates);
    asBefore(file, touched);
    const [header, ...rows] = await goOn();
    const under = (row: readonly string[], name: string) => row[header?.indexOf(name) ?? -1] ?? '';
    assert.equal(rows.length, plates.length);
    for (const row of rows) {
      assert.match(under(row, 'result_of'), /^(?:row|call|)$/);
      if (row.includes('done'))
        assert.equal(under(row, 'result'), under(rows[0] ?? [], 'result'), row.join());
    }
  });

test('a results file whose header is no longer ours is not added to: one sentence says why', async (t) => {
  const { file, open } = await begun(t, plates);
  const changed = readFileSync(file, 'utf8').replaceAll(',', ';');
  writeFileSync(file, changed);
  await assert.rejects(open(false), /does not name its columns as they were written/);
  assert.equal(readFileSync(file, 'utf8'), changed);
});
