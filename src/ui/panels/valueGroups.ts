import { mask } from '../../contract/masking.ts';
import type { ResultValue, ResultValueGroup } from '../../contract/shapes.ts';
import type { ValueGroupView, ValueView } from '../../protocol/messages.ts';
import type { Revealed, Say } from './answerView.ts';

/** Values longer than this are cut in the page; the raw text and the document hold them whole. */
const maxValueChars = 2000;

function linkOf(text: string): string | null {
  return /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : null;
}

function valueView(value: ResultValue, revealed: Revealed): ValueView {
  const hasText = value.kind === 'text' || value.kind === 'number' || value.kind === 'structure';
  const sensitive = value.mask !== null && hasText;
  const masked = sensitive && revealed !== 'all' && !revealed.has(value.path);
  const cut = value.text.length > maxValueChars ? `${value.text.slice(0, maxValueChars)}…` : value.text;
  return {
    name: value.name,
    path: value.path,
    kind: value.kind,
    text: masked && value.mask !== null ? mask(value.mask, value.text) : cut,
    masked,
    sensitive,
    documented: value.documented,
    link: masked ? null : linkOf(value.text),
  };
}

function groupView(group: ResultValueGroup, revealed: Revealed, say: Say): ValueGroupView {
  const values = group.values.map((value) => valueView(value, revealed));
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
  revealed: Revealed,
  say: Say,
): readonly ValueGroupView[] {
  return groups.map((group) => groupView(group, revealed, say));
}
