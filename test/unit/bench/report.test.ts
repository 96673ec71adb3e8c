import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportOf } from '../../bench/report.ts';

it('draws every value between 0 and the largest, and says which median is over its aim', () => {
  const rows = [
    { what: 'a <first> & "second"', unit: 'ms', values: [10, 30, 20], aim: 15, toBeat: 40 },
    { what: 'size', unit: 'kB', values: [5], aim: 5 },
  ] as const;
  const html = reportOf('2 × a machine', [{ title: 'Sizes & times', rows }]);
  assert.match(html, /<h2>Sizes &amp; times<\/h2>/);
  assert.match(html, /a &lt;first&gt; &amp; &quot;second&quot;: median 20\.0 ms/);
  assert.match(html, /<td class="over">20\.0 ms<\/td><td>10\.0–30\.0<\/td><td>3<\/td>/);
  assert.match(html, /<td>5\.00 kB<\/td><td><\/td><td>1<\/td>/);
  // 420 wide with 6 at each side: 40 is at the right edge, 10 at a quarter of the way.
  assert.deepEqual(
    [...html.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => x),
    ['108.0', '312.0', '210.0', '414.0'],
  );
  assert.match(html, /class="beat" x1="414\.0"/);
  assert.ok(!html.includes('<script'));
});
