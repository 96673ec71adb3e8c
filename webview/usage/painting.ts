import { visible } from '../../src/contract/visible.ts';
import type { ChartView } from '../../src/protocol/usage.ts';
import type { Layout } from './bars.ts';
import type { Look } from './colours.ts';

type Pen = CanvasRenderingContext2D;

/** A line of one pixel is sharp between two of them. */
const sharp = (at: number): number => Math.round(at) + 0.5;

function line(pen: Pen, [x, y]: readonly [number, number], [toX, toY]: readonly [number, number]): void {
  pen.beginPath();
  pen.moveTo(sharp(x), sharp(y));
  pen.lineTo(sharp(toX), sharp(toY));
  pen.stroke();
}

function paintAxes(
  pen: Pen,
  view: ChartView,
  layout: Layout,
  look: Look,
  say: (value: number) => string,
): void {
  const { left, top, right, bottom, ticks, names } = layout;
  pen.strokeStyle = look.line;
  pen.lineWidth = 1;
  pen.fillStyle = look.text;
  for (const { value, at } of ticks) {
    const [from, to] = view.lying
      ? ([
          [at, top],
          [at, bottom],
        ] as const)
      : ([
          [left, at],
          [right, at],
        ] as const);
    if (look.grid && value > 0) line(pen, from, to);
    pen.textAlign = view.lying ? 'center' : 'right';
    pen.textBaseline = view.lying ? 'top' : 'middle';
    const [x, y] = view.lying ? [at, bottom + 4] : [left - 6, at];
    pen.fillText(say(value), x, y);
  }
  line(pen, [left, bottom], view.lying ? [left, top] : [right, bottom]);
  for (const { index, at } of names) {
    const text = visible(view.labels[index] ?? '');
    pen.textAlign = view.lying ? 'right' : 'center';
    pen.textBaseline = view.lying ? 'middle' : 'top';
    if (view.lying) pen.fillText(text, left - 6, at, left - 6);
    else pen.fillText(text, at, bottom + 4);
  }
}

/** What is measured, beside the axis of values: counts name themselves. */
function paintUnit(pen: Pen, view: ChartView, { left, top, right, bottom }: Layout, height: number): void {
  if (view.unit === 'calls') return;
  const text = view.unit === 'ms' ? 'ms' : '%';
  pen.textAlign = 'center';
  pen.textBaseline = view.lying ? 'bottom' : 'top';
  if (view.lying) {
    pen.fillText(text, (left + right) / 2, height);
    return;
  }
  pen.save();
  pen.translate(0, (top + bottom) / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText(text, 0, 0);
  pen.restore();
}

/** Paints a chart that was laid out; `height` is that of the whole canvas, in the layout's pixels. */
export function paint(
  pen: Pen,
  view: ChartView,
  layout: Layout,
  look: Look,
  { height, say }: { readonly height: number; readonly say: (value: number) => string },
): void {
  paintAxes(pen, view, layout, look, say);
  paintUnit(pen, view, layout, height);
  for (const { series, x, y, width, height: tall } of layout.bars) {
    const { fill, border, borderWidth } = look.paint(series);
    pen.fillStyle = fill;
    pen.fillRect(x, y, width, tall);
    pen.strokeStyle = border;
    pen.lineWidth = borderWidth;
    pen.strokeRect(x + borderWidth / 2, y + borderWidth / 2, width - borderWidth, tall - borderWidth);
  }
}
