import { maskKindByLook } from './personalText.ts';
import type { RequestField } from './shapes.ts';

/** The choices of a field where they may be told; null where it is personal, or one of them looks so. */
export function openChoices({
  choices = [],
  mask,
}: Pick<RequestField, 'choices' | 'mask'>): readonly string[] | null {
  return mask !== null || choices.some((one) => maskKindByLook(one) !== null) ? null : choices;
}
