import { mayBill } from '../../calls/environments/environments.ts';
import { fieldsFromBody } from '../../contract/draft.ts';
import { hintsFor, typedIn } from '../../contract/hints.ts';
import { normalFields } from '../../contract/identifiers.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftCheck, DraftInput, SentView } from '../../protocol/messages.ts';
import { bodySlips } from '../../requests/bodySlips.ts';
import { placeholderIn } from '../../requests/placeholders.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { bodyOfDraft } from './draft.ts';

/** The same beside the answer that stands below it, and with what is to be known before it is sent. */
export async function checkBeside(
  { environments }: Pick<Services, 'environments'>,
  operation: Operation,
  draft: DraftInput,
  answer: { isAnswerTo(body: string): Promise<boolean> },
  notice: { of(operation: Operation, body: string): Promise<DraftCheck['notice']> },
): Promise<DraftCheck> {
  const body = bodyOfDraft(operation, draft);
  return {
    ...checkDraft(operation, draft, mayBill(environments.current())),
    sameAsSent: await answer.isAnswerTo(body),
    notice: await notice.of(operation, body),
  };
}

/**
 * Hints for a draft and its other face: the fields as JSON, or the JSON as fields where nothing would be dropped.
 * @param bills see hintsFor
 */
export function checkDraft(
  operation: Operation,
  draft: DraftInput,
  bills: boolean,
): Omit<DraftCheck, 'notice' | 'sameAsSent'> {
  const hints = (fields: Readonly<Record<string, string>>): DraftCheck['hints'] =>
    hintsFor(operation, fields, bills).map((hint) => ({
      field: hint.field,
      kind: hint.kind,
      text: say(hint.what),
    }));
  const { json, fields } = draft;
  if (draft.tab === 'form') {
    const left = operation.requestFields.flatMap(({ name }) => placeholderHint(name, typedIn(fields, name)));
    const others = hints(normalFields(operation, fields, draft.asTyped));
    return {
      hints: [...left, ...others.filter(({ field }) => left.every((hint) => hint.field !== field))],
      json: bodyOfDraft(operation, draft),
      fields,
      misfit: null,
      broken: null,
      sent: sentFields(operation, draft),
    };
  }
  const read = fieldsFromBody(operation, json);
  const isUntouched = json === bodyOfDraft(operation, { ...draft, tab: 'form' });
  const odd = read.ok ? hints(read.fields) : [];
  const slips = bodySlips(bodyOfDraft(operation, draft), operation, bills)
    .filter(({ field }) => field === null || odd.every((hint) => hint.field !== field))
    .map(({ field, what }) => slipHint(field, say(what), isUntouched));
  const all = [...placeholderHint(null, json), ...slips, ...odd];
  if (read.ok) return { hints: all, json, fields: read.fields, misfit: null, broken: null };
  return {
    hints: all,
    json,
    fields,
    misfit: read.misfit === null ? null : say(read.misfit),
    broken: read.broken === null ? null : say(read.broken),
  };
}

/** Who takes a request file's body into a form may think that it is asked for here, too. */
function placeholderHint(field: string | null, text: string): DraftCheck['hints'] {
  const found = placeholderIn(text);
  if (found === null) return [];
  const what = { text: '{0} is sent as it stands: placeholders are replaced in request files only.' };
  return [{ field, kind: 'warning', text: say({ ...what, args: [found] }) }];
}

function slipHint(field: string | null, text: string, isUntouched: boolean): DraftCheck['hints'][number] {
  if (field === null) return { field, kind: 'warning', text };
  return { field: null, kind: 'warning', text: `${field}: ${text}`, ...(isUntouched ? { early: true } : {}) };
}

/** Entries of a list that are named; the others are counted. */
const mostNamed = 3;

function sentFields(operation: Operation, { fields, asTyped = [] }: DraftInput): readonly SentView[] {
  const normal = normalFields(operation, fields);
  return operation.requestFields
    .map(({ name }) => ({ name, text: typedIn(normal, name) }))
    .filter(({ name, text }) => text !== typedIn(fields, name))
    .map(({ name, text }) => ({ field: name, normal: shortList(text), asTyped: asTyped.includes(name) }));
}

function shortList(lines: string): string {
  const entries = lines.split('\n');
  const named = entries.slice(0, mostNamed).join(', ');
  const more = entries.length - mostNamed;
  return more > 0 ? say({ text: '{0} and {1} more', args: [named, more] }) : named;
}
