import type { FieldCheck } from '../fieldKinds.ts';
import type { RequestField } from '../shapes.ts';

type Known = Pick<RequestField, 'name' | 'label' | 'type' | 'required' | 'assumed' | 'mask' | 'example'>;

/** A field that we assume: at the top of the body, without a default. */
export function assumedField(field: Known & { readonly check?: FieldCheck }): RequestField {
  return { path: [field.name], default: null, check: null, note: '', ...field };
}
