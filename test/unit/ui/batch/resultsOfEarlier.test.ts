import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asBefore, begun } from './aResults.ts';

const plates = ['XX00AA1000', 'XX00AA1001', 'xx00aa1000', 'XX00AA1002'];

test('a results file that an earlier version began has each value under its name once it is continued', async (t) => {
  const { file, goOn } = await begun(t, plates);
  asBefore(file);
  const [header, ...rows] = await goOn();
  for (const row of rows) assert.equal(row.length, header?.length, row.join());
  const ofs = rows.map((row) => row[header?.indexOf('result_of') ?? -1]);
  for (const one of ofs) assert.match(one ?? '', /^(?:row|call|)$/);
});
