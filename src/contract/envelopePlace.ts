import { getLocation } from 'jsonc-parser';
import { envelopeField } from './envelope.ts';

/** A field of the envelope at a place of a JSON text. */
export interface EnvelopePlace {
  /** `message_code`, `data.error_code` … */
  readonly field: string;
  /** Whether the place is in the field's name or in its value. */
  readonly part: 'name' | 'value';
  /** The string, number or boolean there; null while there is none. */
  readonly value: unknown;
  /** UTF-16 offsets of the token, quotes included; empty where nothing stands yet. */
  readonly start: number;
  readonly end: number;
}

/**
 * The documented field at an offset, or null elsewhere. Text that is no whole JSON is read as far as it can be. Source:
 * docs/service.md, "Response envelope".
 */
export function envelopePlace(text: string, offset: number): EnvelopePlace | null {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const field = path.join('.');
  // A key of the body itself may be called `data.order_id`, which is none that is documented.
  if (path.length !== field.split('.').length || envelopeField(field) === undefined) return null;
  // Not what merely stands before: a comma or a bracket may lie between.
  const node =
    previousNode !== undefined && offset <= previousNode.offset + previousNode.length
      ? previousNode
      : undefined;
  const start = node?.offset ?? offset;
  return {
    field,
    part: isAtPropertyKey ? 'name' : 'value',
    value: isAtPropertyKey ? null : (node?.value ?? null),
    start,
    end: start + (node?.length ?? 0),
  };
}
