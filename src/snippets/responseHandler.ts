import type { CodeRow } from '../contract/messageCodes.ts';
import type { Operation } from '../contract/shapes.ts';
import { plain } from '../contract/words.ts';
import { learnedResult } from '../shapes/export/resultType.ts';
import type { LearnedShape } from '../shapes/model.ts';
import { resultType } from './typescriptTypes.ts';

function caseOf(row: CodeRow): string {
  const advice = plain(row.adviceWhenStated ?? row.advice);
  const { code, charged, outcome, billing } = row;
  const unbilled = billing === 'refunded' ? `, '${billing}'` : '';
  return `    // ${plain(row.meaning)}
    // ${advice}
    case '${code}':
      return decided('${outcome}', ${charged}${unbilled});
`;
}

function outcomesOf(rows: readonly CodeRow[]): string {
  const names = new Set([...rows.map(({ outcome }) => outcome), 'throttled', 'unknown']);
  return [...names].map((name) => `'${name}'`).join(' | ');
}

/**
 * A TypeScript function that reads an answer the way the service asks for: `message_code` decides the meaning, `charged`
 * the money (docs/service.md, "Errors"). Made from the table of codes, one case for each, in its order.
 * @param learned what answers taught, of one operation: the result has their types, or is unknown where none is known
 * @param operation theirs, with the fields that the user calls personal
 */
export function handlerOf(
  rows: readonly CodeRow[],
  learned: readonly LearnedShape[] = [],
  operation?: Operation,
): string {
  const known = learnedResult(learned, operation);
  const types = known === null ? '' : `${resultType(known)}\n`;
  const result = known === null ? 'unknown' : 'Result | null';
  const cast = known === null ? 'data.result ?? null' : '(data.result ?? null) as Result | null';
  return `${types}export interface Verdict {
  readonly outcome: ${outcomesOf(rows)};
  /** 'unknown': it may have been billed. Check the wallet before sending the call again. */
  readonly billing: 'billed' | 'free' | 'refunded' | 'unknown';
  /** True when \`charged\` is not what is documented for the code. Ask the service before sending the call again. */
  readonly contradiction: boolean;
  readonly messageCode: string | null;
  readonly message: string | null;
  /** Quote it for an order that is pending or held. */
  readonly orderId: string | null;
  readonly result: ${result};
}

type Fields = {
  readonly [name in 'charged' | 'data' | 'message' | 'message_code' | 'order_id' | 'result' | 'success']?: unknown;
};

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Also an id that came as a number. Beyond 15 digits the last ones may be lost: its text in the answer has them all. */
function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value);
}

/**
 * What an answer of the verification service means. Decides by \`message_code\` and \`charged\`: HTTP 422 is free when the
 * input was rejected and billed when the lookup ran. Never throws; what is no documented answer is 'unknown'.
 */
export function readVerification(httpStatus: number, bodyText: string): Verdict {
  let body: unknown;
  try {
    body = JSON.parse(bodyText);
  } catch {
    body = null;
  }
  const answer = fieldsOf(body);
  const data = fieldsOf(answer.data);
  const { charged } = answer;
  const said = {
    messageCode: textOf(answer.message_code),
    message: textOf(answer.message),
    orderId: idOf(answer.order_id) ?? idOf(data.order_id),
    result: ${cast},
  };
  const decided = (
    outcome: Verdict['outcome'],
    documented: boolean | null,
    unbilled: 'free' | 'refunded' = 'free',
  ): Verdict => ({
    ...said,
    outcome,
    billing: typeof charged !== 'boolean' ? 'unknown' : charged ? 'billed' : unbilled,
    contradiction: documented !== null && charged !== documented,
  });

  switch (said.messageCode) {
${rows.map(caseOf).join('\n')}
    default: {
      // The short form of a rate limit has neither code nor charged; HTTP 429 is documented as free.
      // Wait for the time in the Retry-After header. Sending earlier lengthens the wait.
      const isShort = answer.success === false && said.message !== null && answer.data === null;
      if (httpStatus === 429 && isShort && Object.keys(answer).length === 3) {
        return { ...said, outcome: 'throttled', billing: 'free', contradiction: false };
      }
      // A code no document lists, or no envelope at all: ask the service before sending the call again.
      return decided('unknown', null);
    }
  }
}
`;
}
