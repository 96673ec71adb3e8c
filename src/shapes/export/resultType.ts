import { operationById } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { LearnedShape } from '../model.ts';
import { commentText } from './names.ts';
import type { ShapeNode } from './tree.ts';
import { learnedTrees } from './trees.ts';
import { typeText } from './typescript.ts';

/** What answers showed of `data.result`, as TypeScript. */
export interface LearnedResult {
  /** One line, for a comment. */
  readonly comment: string;
  readonly type: string;
}

/** `data.result` where answers had something there that is more than "an object". */
function resultNode(root: ShapeNode): ShapeNode | null {
  const node = root.keys.get('data')?.keys.get('result');
  if (node === undefined || node.learned === null || node.told.length === 0) return null;
  const inside = [...node.keys.values(), node.anyKey, node.items].filter((child) => child !== null);
  return inside.some(({ learned }) => learned !== null) ? node : null;
}

/**
 * The type of `data.result` under all codes that had one; null where nothing is known of it.
 * @param learned of one operation and place
 * @param operation with the fields that the user calls personal
 */
export function learnedResult(learned: readonly LearnedShape[], operation?: Operation): LearnedResult | null {
  const [first] = learned;
  if (first === undefined) return null;
  const trees = learnedTrees(operation ?? operationById(first.operation), learned);
  const found = trees.flatMap((tree) => {
    const node = tree.side === 'answer' ? resultNode(tree.root) : null;
    return node === null ? [] : [{ tree, node }];
  });
  if (found.length === 0) return null;
  const codes = found.map(({ tree }) => `${tree.code} (${tree.shape?.seen.inputs ?? 0})`);
  // Answers that showed the same are one type.
  const types = new Set(found.map(({ node, tree }) => typeText(node, tree.side, '')));
  const comment = `As seen under these codes, with the number of different inputs: ${codes.join(', ')}. Other answers may hold something else.`;
  return { comment: commentText(comment), type: [...types].join(' | ') };
}
