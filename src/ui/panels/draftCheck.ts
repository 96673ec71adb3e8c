import { bodyFromFields, fieldsFromBody } from '../../contract/draft.ts';
import { hintsFor } from '../../contract/hints.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftCheck, DraftInput } from '../../protocol/messages.ts';
import { say } from '../translate.ts';

/** Hints for a draft and its other face: the fields as JSON, or the JSON as fields where nothing would be dropped. */
export function checkDraft(
  operation: Operation,
  draft: DraftInput,
): Omit<DraftCheck, 'notice' | 'sameAsSent'> {
  const hints = (fields: Readonly<Record<string, string>>): DraftCheck['hints'] =>
    hintsFor(operation, fields).map((hint) => ({
      field: hint.field,
      kind: hint.kind,
      text: say(hint.what),
    }));
  if (draft.tab === 'form') {
    const json = bodyFromFields(operation, draft.fields);
    return { hints: hints(draft.fields), json, fields: draft.fields, misfit: null, broken: null };
  }
  const read = fieldsFromBody(operation, draft.json);
  if (read.ok)
    return { hints: hints(read.fields), json: draft.json, fields: read.fields, misfit: null, broken: null };
  return {
    hints: [],
    json: draft.json,
    fields: draft.fields,
    misfit: read.misfit === null ? null : say(read.misfit),
    broken: read.broken === null ? null : say(read.broken),
  };
}
