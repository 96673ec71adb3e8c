import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChartView } from '../../../src/protocol/usage.ts';
import { barAt, type Layout, layOut, stepFor } from '../../../webview/usage/bars.ts';

function chart(more: Partial<ChartView>): ChartView {
  return {
    id: 'days',
    title: 'x',
    explanation: '',
    stacked: false,
    lying: false,
    unit: 'calls',
    labels: ['a', 'b'],
    series: [{ name: 's', values: [1, 4], spoken: [], filters: [] }],
    table: { columns: [], rows: [] },
    ...more,
  };
}

function laid(view: ChartView, width = 400, height = 260): Layout {
  return layOut(view, { width, height, line: 16, measure: (text) => text.length * 8, say: String });
}

const series = (...all: number[][]): ChartView['series'] =>
  all.map((values, index) => ({ name: `s${index}`, values, spoken: [], filters: [] }));

test('ticks are round, whole and few, and reach over the longest bar', () => {
  assert.deepEqual(
    [0, 1, 5, 6, 11, 26, 99, 100, 101, 12_345].map(stepFor),
    [1, 1, 1, 2, 5, 10, 20, 20, 50, 5_000],
  );
  for (const most of [0, 1, 7, 48, 1_001, 987_654]) {
    const { ticks } = laid(chart({ series: series([most, 0]) }));
    assert.ok(ticks.length <= 6 && (ticks.at(-1)?.value ?? 0) >= most);
    assert.ok(ticks.every(({ value }) => Number.isInteger(value)));
  }
  assert.equal(laid(chart({ unit: 'percent', series: series([3, 4]) })).ticks.at(-1)?.value, 100);
});

test('bars stand on the axis, as long as their value, within their own band', () => {
  const { bars, bottom, top, left, right } = laid(chart({}));
  const [low, high] = bars;
  assert.ok(low !== undefined && high !== undefined);
  assert.ok(Math.abs(high.height - 4 * low.height) < 0.01);
  assert.equal(high.y + high.height, bottom);
  assert.ok(high.y >= top && low.x >= left && high.x + high.width <= right);
  assert.ok(low.x + low.width < high.x);
});

test('parts of a stack stand on each other, beside it bars do not overlap', () => {
  const two = series([2, 0], [3, 5]);
  const [below, above, alone] = laid(chart({ stacked: true, series: two })).bars;
  assert.ok(below !== undefined && above !== undefined && alone !== undefined);
  assert.equal(above.x, below.x);
  assert.ok(Math.abs(above.y + above.height - below.y) < 0.01);
  assert.deepEqual([alone.series, alone.index], [1, 1]);
  const [first, second] = laid(chart({ series: two })).bars;
  assert.ok(first !== undefined && second !== undefined && first.x + first.width <= second.x);
});

test('nothing is no bar, little is one that can be hit', () => {
  const layout = laid(chart({ series: series([0, 1]), labels: ['a', 'b'] }));
  assert.deepEqual(
    layout.bars.map(({ index }) => index),
    [1],
  );
  const tiny = laid(chart({ series: series([1, 1_000_000]) })).bars[0];
  assert.ok(tiny !== undefined && tiny.height >= 2);
  assert.equal(barAt(laid(chart({ series: series([1, 1_000_000]) })), tiny.x + 1, tiny.y + 1)?.index, 0);
  assert.equal(barAt(layout, layout.left + 1, layout.top + 1), null);
});

test('lying bars begin beside their names, which never take more than half', () => {
  const { bars, left, names } = laid(chart({ lying: true, labels: ['x'.repeat(200), 'b'] }));
  assert.equal(left, 200);
  assert.ok(bars.every(({ x }) => x === left));
  assert.equal(names.length, 2);
});

test('names without room are left out, and a chart without any has none', () => {
  const labels = Array.from({ length: 60 }, (_, at) => `${at} Nov`);
  const { names } = laid(chart({ labels, series: series(labels.map(() => 1)) }));
  assert.ok(names.length < 12 && names.length > 4);
  assert.deepEqual(laid(chart({ labels: [], series: series([]) })).bars, []);
});
