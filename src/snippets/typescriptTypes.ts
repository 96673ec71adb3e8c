import type { Operation } from '../contract/shapes.ts';
import { type LearnedResult, learnedResult } from '../shapes/export/resultType.ts';
import type { LearnedShape } from '../shapes/model.ts';

const nothingKnown = 'Readonly<Record<string, unknown>>';

/**
 * The envelope as documented (docs/service.md, "Response envelope"), for the TypeScript snippet; the result as answers of
 * the operation showed it, where any did.
 */
export function answerType(operation: Operation, learned: readonly LearnedShape[]): string {
  const own = learned.filter((shape) => shape.operation === operation.id);
  const result = learnedResult(own, operation);
  return result === null ? envelope(nothingKnown) : `${resultType(result)}\n${envelope('Result | null')}`;
}

/** The type of the result by itself. */
export function resultType({ comment, type }: LearnedResult): string {
  return `/** ${comment} */\nexport type Result = ${type};\n`;
}

function envelope(result: string): string {
  return `/** As documented. Decide by message_code and charged, never by the HTTP status alone. */
export interface Answer {
  readonly status: 'SUCCESS' | 'FAILED' | 'PENDING';
  readonly status_code: number;
  readonly charged: boolean;
  readonly success: boolean;
  readonly message: string;
  readonly message_code: string;
  /** Only when the call reached the provider: quote it for pending orders. */
  readonly order_id?: string;
  readonly data?: {
    readonly order_id: string;
    readonly error_code: string;
    readonly result: ${result};
  } | null;
}
`;
}
