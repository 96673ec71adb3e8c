import { operations } from '../contract/operations.ts';
import { withoutSlashes } from '../contract/trimming.ts';
import type { OperationId } from '../contract/words.ts';

/** Our operation at a path, which may stand behind a prefix; null for none. */
export function operationAt(path: string): OperationId | null {
  const trimmed = withoutSlashes(path);
  return operations.find((one) => trimmed === one.path || trimmed.endsWith(one.path))?.id ?? null;
}
