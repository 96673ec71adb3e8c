import { operationById } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { plain } from '../../../src/contract/words.ts';
import type { CopyParams } from '../../../src/protocol/contents.ts';
import type { HandlersOf } from '../../../src/protocol/frames.ts';
import type { AnswerView, Requests } from '../../../src/protocol/messages.ts';
import { AnswerContents } from '../../../src/ui/answers/answerContents.ts';
import { verified } from './samples.ts';

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

/** An answer with its lists as the host makes them, and a host that hands them out. */
export interface Listed {
  readonly answer: AnswerView;
  readonly handlers: Partial<HandlersOf<Requests>>;
  readonly copied: CopyParams[];
}

/** @param body the whole body, or what stands in `data.result` of an OK */
export function listed(
  operation: OperationId,
  body: { readonly whole: unknown } | { readonly result: unknown },
  request: unknown = null,
): Listed {
  const whole =
    'whole' in body
      ? body.whole
      : {
          status: 'SUCCESS',
          status_code: 200,
          charged: true,
          success: true,
          message: 'x',
          message_code: 'OK',
          order_id: 'ORD-1',
          data: { order_id: 'ORD-1', error_code: '', result: body.result },
        };
  const sent = bytes(whole);
  const contents = new AnswerContents({
    operation: operationById(operation),
    body: sent,
    requestBody: request === null ? null : bytes(request),
    groups: readAnswer(operationById(operation), { status: 200 }, sent).result ?? [],
  });
  const view = (revealed: ReadonlySet<string> | 'all'): AnswerView => ({
    ...verified,
    resultNote: '',
    groups: contents.values(revealed, plain),
    tables: contents.lists.views(),
    raw: contents.raw(revealed === 'all'),
  });
  contents.prepare();
  const copied: CopyParams[] = [];
  const handlers: Partial<HandlersOf<Requests>> = {
    'answer/reveal': async ({ path }) => view(path === null ? 'all' : new Set([path])),
    'answer/rows': async (params) => {
      const rows = contents.rows(params);
      if (rows === null) throw new Error('no such list');
      return rows;
    },
    'answer/lines': async (params) => contents.lines(params),
    'answer/copy': async (params) => {
      copied.push(params);
      return null;
    },
  };
  return { answer: view(new Set()), handlers, copied };
}

/** Addresses that cannot be anybody's. */
export function address(index: number): string {
  return `p${index}erson@example.com`;
}

/** What a bulk validation of so many addresses may answer; its fields are invented, for none are documented. */
export function bulkResult(count: number) {
  return {
    total: count,
    results: Array.from({ length: count }, (_, index) => ({
      email: address(index),
      valid: index % 3 !== 1,
      deliverable: ['yes', 'no', 'unknown'][index % 3],
      score: index,
    })),
  };
}

const sentEmails = (count: number) => ({
  emails: Array.from({ length: count }, (_, index) => address(count - 1 - index)),
});

/** Ten rows of a bulk validation, one address of which no row speaks. */
export const tenRows = listed('email-bulk', { result: bulkResult(10) }, sentEmails(11));

/** Objects in objects, a list in one of them, and values that are empty. */
export const nested = listed('rc-advanced', {
  whole: {
    charged: true,
    message_code: 'OK',
    data: {
      result: {
        rc_number: 'XX00AB1234',
        color: '',
        variant: null,
        challan_details: {
          court: { name: 'INVENTED COURT', room: 4 },
          challans: [{ number: 'INV-1', amount: 100.5, paid: true }],
        },
      },
    },
  },
});
