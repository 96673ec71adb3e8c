import type { ShapeDocument } from '../../calls/ports/shapeExportPorts.ts';
import { documentedCode } from '../../contract/documentedCodes.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import type { Phrase } from '../../contract/words.ts';
import { doubleQuoted } from '../../snippets/literals.ts';
import { fewest } from '../confidence.ts';
import {
  type LearnedShape,
  noCode,
  type RetryAfterForm,
  type Segment,
  type Stopped,
  shortForm,
} from '../model.ts';
import { resultIsShown } from './documented.ts';
import { mayBeDemanded } from './evidence.ts';
import { type ShapeNode, type ShapeTree, shapeTree } from './tree.ts';
import { dayOf, lineParts, type Telling } from './words.ts';

const stoppedWords: Readonly<Record<Stopped['why'], Phrase>> = {
  depth: { text: 'nested too deep' },
  paths: { text: 'too many fields' },
  items: { text: 'lists too long' },
  size: { text: 'too large' },
  unreadable: { text: 'not readable' },
};

const retryWords: Readonly<Record<RetryAfterForm, Phrase>> = {
  seconds: { text: 'seconds' },
  date: { text: 'a date' },
  other: { text: 'another form' },
};

/** `"two words":`, `name:`, `[]` for the items of a list, `{}` for any key. */
function labelOf(segment: Segment | undefined): string {
  if (segment === undefined) return '$';
  if (segment === 'items') return '[]';
  if (segment === 'any-key') return '{}';
  return /^[\w$-]+$/.test(segment.key) ? segment.key : doubleQuoted(segment.key);
}

/** The nodes below one, in the order of their lines: named keys by their letters, any other key, items. */
function children({ keys, anyKey, items }: ShapeNode): readonly ShapeNode[] {
  return [...keys.values(), ...(anyKey === null ? [] : [anyKey]), ...(items === null ? [] : [items])];
}

function pathLines(node: ShapeNode, side: ShapeTree['side'], telling: Telling, indent: string): string[] {
  const parts = lineParts(node, side, telling).join(' · ');
  const line = `${indent}${labelOf(node.path.at(-1))}: ${parts}`;
  return [line, ...children(node).flatMap((child) => pathLines(child, side, telling, `${indent}  `))];
}

function stoppedLine({ stopped }: LearnedShape, say: Telling['say']): readonly string[] {
  if (stopped.length === 0) return [];
  const words = stopped.map(({ why, inputs }) => `${say(stoppedWords[why])} (${inputs})`);
  return [say({ text: 'Not read to the end (number of inputs): {0}.', args: [words.join(', ')] })];
}

function seenLines({ seen: { inputs, since, last } }: LearnedShape, say: Telling['say']): readonly string[] {
  const days = [dayOf(since), dayOf(last)];
  const [day = ''] = days;
  return [
    say(
      inputs === 1
        ? { text: 'Learned from 1 input; seen from {0} to {1} (UTC).', args: days }
        : { text: 'Learned from {0} different inputs; seen from {1} to {2} (UTC).', args: [inputs, ...days] },
    ),
    say({ text: 'A line without a day has been known since {0}.', args: [day] }),
  ];
}

function sectionLines(wanted: ShapeDocument, side: ShapeTree['side']): readonly string[] {
  const { operation, code, say, counts, shapes } = wanted;
  const shape = shapes.find(
    (one) => one.side === side && one.code === code && one.operation === operation.id,
  );
  const title =
    side === 'answer' ? say({ text: 'Answer' }) : say({ text: 'Request that led to such an answer' });
  const head = [
    ...(side === 'request' ? [say({ text: 'The documents do not show the request.' })] : []),
    ...(side === 'answer' && code !== shortForm && !resultIsShown(operation)
      ? [say({ text: 'The documents do not show the result of this operation.' })]
      : []),
    ...(shape === undefined ? [say({ text: 'Nothing is learned of it yet.' })] : []),
    ...(shape !== undefined && counts ? [...seenLines(shape, say), ...stoppedLine(shape, say)] : []),
    ...(shape !== undefined && !counts && !mayBeDemanded(shape.seen.inputs)
      ? [say({ text: 'Learned from too few inputs to rely on what is always there.' })]
      : []),
  ];
  const { root } = shapeTree(operation, side, code, shape ?? null);
  const knownSince = shape === undefined ? {} : { knownSince: dayOf(shape.seen.since) };
  const lines = pathLines(root, side, { say, counts, ...knownSince }, '  ');
  return ['', title, ...head.map((line) => `  ${line}`), ...lines];
}

function limitsPhrase({ operation: { limits } }: ShapeDocument): Phrase {
  const { perMinute, perDay } = limits;
  return perMinute === null || perDay === null
    ? { text: 'A limit per minute is documented, but not its size.' }
    : { text: 'Documented limits: {0} a minute, {1} a day.', args: [perMinute, perDay] };
}

/** Retry-After of this code, with the inputs each form came for. */
function retryLine({ shapes, say }: ShapeDocument): readonly string[] {
  const answer = shapes.find(({ side }) => side === 'answer');
  const forms = (Object.keys(retryWords) as RetryAfterForm[]).flatMap((form) => {
    const inputs = answer?.retryAfter[form];
    return inputs === undefined ? [] : [`${say(retryWords[form])} (${inputs})`];
  });
  return forms.length === 0
    ? []
    : [say({ text: 'Retry-After came as: {0}. Its form is not documented.', args: [forms.join(', ')] })];
}

/** Times that read alike are said once. */
function tookPhrase({ least, most, median }: Readonly<Record<'least' | 'most' | 'median', number>>): Phrase {
  const [from = '', to = '', half = ''] = [least, most, median].map((ms) =>
    (ms / 1000).toFixed(ms < 10_000 ? 1 : 0),
  );
  return from === to
    ? { text: 'Answers took {0} s.', args: [from] }
    : { text: 'Answers took {0} s to {1} s, half of them at most {2} s.', args: [from, to, half] };
}

function besideLines({ beside: { durations, price }, say }: ShapeDocument): readonly string[] {
  const times = durations === undefined || durations === null ? [] : [say(tookPhrase(durations))];
  const cost =
    price === undefined || price === null
      ? []
      : [say({ text: 'Price you entered: {0}. The documents show none.', args: [price] })];
  return [...times, ...cost];
}

function codeLine({ code, operation, say }: ShapeDocument): string {
  if (code === shortForm) {
    const short = say({ text: 'The short form of HTTP 429, without a code' });
    return operation.shortRateLimitBody ? short : say({ text: '{0}: not documented', args: [short] });
  }
  if (code === noCode) return say({ text: 'Answers without a message_code, or with one that is not kept' });
  const row = documentedCode(code);
  if (row === undefined) return say({ text: '{0}: not documented', args: [doubleQuoted(code)] });
  const meaning = messageCodeRow(code)?.meaning;
  return `${code} (HTTP ${row.http}): ${meaning === undefined ? '' : say(meaning)}`;
}

/**
 * The text of a read-only document: a head, then for request and answer a line for each path, indented by depth, so that
 * VS Code finds, folds and compares it. Nothing in it depends on the order of the calls. Of values it holds those of
 * enumerations alone.
 */
export function observedDocument(wanted: ShapeDocument): string {
  const { operation, place, asOf, counts, say } = wanted;
  const head = [
    `${operation.title} · ${place}`,
    codeLine(wanted),
    ...(asOf === null
      ? []
      : [
          say({
            text: 'As known on {0} (UTC): what was first seen later is left out, and counts are those of today.',
            args: [dayOf(asOf)],
          }),
        ]),
    ...(counts
      ? [
          say({
            text: 'Counts are of different inputs, not calls. No values are kept except those of enumerations.',
          }),
          say({
            text: '“always (n)”: never missing in n inputs, so with 95 % certainty missing in fewer than 3/n of all. Fewer than {0} inputs prove nothing.',
            args: [fewest],
          }),
        ]
      : []),
    say(limitsPhrase(wanted)),
    ...(counts ? [...retryLine(wanted), ...besideLines(wanted)] : []),
  ];
  const lines = [...head, ...sectionLines(wanted, 'answer'), ...sectionLines(wanted, 'request')];
  return `${lines.join('\n')}\n`;
}
