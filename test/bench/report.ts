import { median, type Row, shown } from './table.ts';

/** What one part of the bench measured. */
export interface Measured {
  readonly title: string;
  readonly rows: readonly Row[];
}

const [width, height, margin] = [420, 22, 6];

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Each value as a dot, the median as a bar, the aim and the best figure of others as lines, from 0 to the largest of all. */
function plot({ what, unit, values, aim, toBeat }: Row): string {
  const marks = [...(aim === undefined ? [] : [aim]), ...(toBeat === undefined ? [] : [toBeat])];
  const largest = Math.max(...values, ...marks, Number.MIN_VALUE);
  const at = (value: number): string => (margin + (value / largest) * (width - 2 * margin)).toFixed(1);
  const line = (name: string, value: number): string =>
    `<line class="${name}" x1="${at(value)}" x2="${at(value)}" y1="1" y2="${height - 1}"/>`;
  const dots = values.map((value) => `<circle cx="${at(value)}" cy="${height / 2}" r="2.5"/>`);
  const label = escaped(`${what}: median ${shown(median(values))} ${unit}`);
  return [
    `<svg role="img" aria-label="${label}" width="${width}" height="${height}">`,
    `<line class="axis" x1="${margin}" x2="${width - margin}" y1="${height / 2}" y2="${height / 2}"/>`,
    ...(aim === undefined ? [] : [line('aim', aim)]),
    ...(toBeat === undefined ? [] : [line('beat', toBeat)]),
    ...dots,
    line('median', median(values)),
    '</svg>',
  ].join('');
}

function rowOf(row: Row): string {
  const { what, unit, values, aim, toBeat } = row;
  const range = `${shown(Math.min(...values))}–${shown(Math.max(...values))}`;
  const over = aim !== undefined && median(values) > aim ? ' class="over"' : '';
  const cells = [
    `<td${over}>${shown(median(values))} ${unit}</td>`,
    `<td>${values.length < 2 ? '' : range}</td>`,
    `<td>${values.length}</td>`,
    `<td>${aim === undefined ? '' : shown(aim)}</td>`,
    `<td>${toBeat === undefined ? '' : shown(toBeat)}</td>`,
  ];
  return `<tr><th scope="row">${escaped(what)}</th>${cells.join('')}<td>${plot(row)}</td></tr>`;
}

function section({ title, rows }: Measured): string {
  const heads = ['', 'median', 'range', 'n', 'aim', 'to beat', 'each, from 0'];
  return `<h2>${escaped(title)}</h2><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.map(rowOf).join('')}</tbody></table>`;
}

const style = `body { font: 14px system-ui; margin: 2em; color-scheme: light dark; color: CanvasText; background: Canvas }
table { border-collapse: collapse } th, td { padding: 2px 10px; text-align: right; font-weight: normal } th[scope=row] { text-align: left }
thead th { border-bottom: 1px solid GrayText } .over { font-weight: bold } svg { vertical-align: middle }
circle { fill: #3b82c4; fill-opacity: .55 } .axis { stroke: GrayText } .median { stroke: CanvasText; stroke-width: 2 }
.aim { stroke: #2e8b57; stroke-dasharray: 4 2 } .beat { stroke: #c4653b; stroke-dasharray: 1 2 }`;

/**
 * All that was measured as one page without a script.
 * @param machine what it was measured on, and under what load
 */
export function reportOf(machine: string, parts: readonly Measured[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Verification API Explorer: measured</title>',
    `<style>${style}</style></head><body><h1>Measured</h1><p>${escaped(machine)}</p>`,
    '<p>Dots: each value. Bar: the median. Dashed: what we aim at. Dotted: the best figure of others. Bold: over the aim.</p>',
    ...parts.map(section),
    '</body></html>\n',
  ].join('\n');
}
