import { folded, marksOf, namedIn, wordsIn } from '../../calls/inputs/inputMarks.ts';
import type { InputReader } from '../../calls/ports/inputReader.ts';
import { comparedBody } from '../../contract/comparedBody.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { operationById } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { observed } from '../../shapes/observed.ts';
import { decodeDraft, type KeptDraft } from './draft.ts';

/** The fields as JSON, as typed and in their one form, and the JSON side; each also as it is compared. */
function bodiesOf(operation: Operation, fields: Readonly<Record<string, string>>, json: string): Set<string> {
  const sent = [
    bodyFromFields(operation, fields),
    bodyFromFields(operation, normalFields(operation, fields)),
    json,
  ];
  return new Set(sent.flatMap((body) => [body, comparedBody(operation, body)]));
}

function requestsOf(
  operations: readonly Operation[],
  { fields, json }: KeptDraft,
): ReturnType<InputReader['bodies']> {
  return operations.flatMap((operation) =>
    [...bodiesOf(operation, fields, json)].map((body) => ({ operation: operation.id, body })),
  );
}

/** What the ledger erases drafts by, and learns from older orders. @param corrected an operation with the user's request fields */
export function inputReader(corrected: (id: OperationId) => Operation): InputReader {
  const both = (id: OperationId): readonly Operation[] => [operationById(id), corrected(id)];
  return {
    marks: (id, body) => marksOf(both(id), body),
    names: (id, body) => namedIn(both(id), body),
    words: (id, said) =>
      both(id).flatMap((one) =>
        wordsIn(both(id), typeof said === 'string' ? said : bodyFromFields(one, said)),
      ),
    folded,
    observed: ({ operation, ...kept }) => observed({ ...kept, operation: corrected(operation) }),
    bodies: (kept) => {
      const form = decodeDraft(new TextEncoder().encode(kept));
      return form === null ? [] : requestsOf(both(form.operation), form);
    },
  };
}
