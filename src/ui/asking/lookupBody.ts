import { bodyFromFields } from '../../contract/draft.ts';
import { normalFields } from '../../contract/identifiers.ts';
import type { Operation } from '../../contract/shapes.ts';

/** Identifiers are sent in their one form, however they were typed. */
export function lookupBody(operation: Operation, fields: Readonly<Record<string, string>>): string {
  return bodyFromFields(operation, normalFields(operation, fields));
}
