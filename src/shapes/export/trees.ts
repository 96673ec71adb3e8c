import { documentedCodes } from '../../contract/documentedCodes.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { LearnedShape } from '../model.ts';
import { type ShapeTree, shapeTree } from './tree.ts';

const documentedOrder: readonly string[] = documentedCodes.map(({ code }) => code);

/** Documented codes first, in the order of the documents; then the others by their letters. */
function compareCodes(a: string, b: string): number {
  const [first, second] = [documentedOrder.indexOf(a), documentedOrder.indexOf(b)];
  if (first !== -1 && second !== -1) return first - second;
  if (first !== second && (first === -1 || second === -1)) return first === -1 ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What was learned of an operation, requests first, in an order that does not depend on that of the calls. */
export function learnedTrees(operation: Operation, shapes: readonly LearnedShape[]): readonly ShapeTree[] {
  const own = shapes.filter((shape) => shape.operation === operation.id);
  const sides = ['request', 'answer'] as const;
  return sides.flatMap((side) =>
    own
      .filter((shape) => shape.side === side)
      .sort((a, b) => compareCodes(a.code, b.code))
      .map((shape) => shapeTree(operation, side, shape.code, shape)),
  );
}
