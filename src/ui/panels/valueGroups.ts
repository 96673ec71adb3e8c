import { mask, resultMask } from '../../contract/masking.ts';
import type { Operation, ResultValue, ResultValueGroup } from '../../contract/shapes.ts';
import type { ValueGroupView, ValueView } from '../../protocol/messages.ts';
import type { Revealed, Say } from './answerView.ts';

/** Values longer than this are cut in the page; the raw text and the document hold them whole. */
const maxValueChars = 2000;

function linkOf(text: string): string | null {
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : null;
}

function valueView(value: ResultValue, operation: Operation, revealed: Revealed): ValueView {
  const plain = !value.documented && (value.kind === 'text' || value.kind === 'number');
  // The documents do not show it; the user's request fields may say that it is personal.
  const hidden =
    value.mask ?? (plain ? resultMask(operation, value.path.slice('data.result.'.length)) : null);
  const hasText = value.kind === 'text' || value.kind === 'number' || value.kind === 'structure';
  const sensitive = hidden !== null && hasText;
  const masked = sensitive && revealed !== 'all' && !revealed.has(value.path);
  const cut = value.text.length > maxValueChars ? `${value.text.slice(0, maxValueChars)}…` : value.text;
  return {
    name: value.name,
    path: value.path,
    kind: value.kind,
    text: masked && hidden !== null ? mask(hidden, value.text) : cut,
    masked,
    sensitive,
    documented: value.documented,
    link: masked ? null : linkOf(value.text),
  };
}

function groupView(
  group: ResultValueGroup,
  operation: Operation,
  revealed: Revealed,
  say: Say,
): ValueGroupView {
  const values = group.values.map((value) => valueView(value, operation, revealed));
  const empty = values.length > 0 && values.every((value) => value.kind === 'empty' || value.kind === 'null');
  return {
    title: say({ text: group.title ?? 'Fields the documents do not list' }),
    values,
    allEmpty: empty ? say({ text: '{0} fields, all empty', args: [values.length] }) : null,
  };
}

/** `data.result` in its documented groups, personal values masked unless revealed. */
export function valueGroups(
  groups: readonly ResultValueGroup[],
  operation: Operation,
  revealed: Revealed,
  say: Say,
): readonly ValueGroupView[] {
  return groups.map((group) => groupView(group, operation, revealed, say));
}
