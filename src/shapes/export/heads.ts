import { noCode, shortForm } from '../model.ts';
import { resultIsShown } from './documented.ts';
import type { ShapeTree } from './tree.ts';
import { dayOf } from './words.ts';

function codeWords(code: string): string {
  if (code === shortForm) return 'the short form of HTTP 429';
  if (code === noCode) return 'no message_code, or one that is not kept';
  return code;
}

/** Stands at the head of whatever is made of a sandbox's answers. */
export const sandboxTaught =
  'Learned of a sandbox, whose answers are invented: they show nothing of the service.';

/** What a shape is of, on what evidence, and what it does not say: sentences in English, for code. */
export function headComment({ operation, side, code, shape }: ShapeTree): readonly string[] {
  const what = side === 'answer' ? 'an answer with' : 'a request that was answered with';
  const opening = `${operation.title}: ${what} ${codeWords(code)}.`;
  const shown =
    side === 'request'
      ? ['The documents do not show the request.']
      : !resultIsShown(operation) && code !== shortForm
        ? ['The documents do not show the result of this operation.']
        : [];
  if (shape === null) return [opening, 'Not seen yet: this is what the documents say.', ...shown];
  const { inputs, since, last } = shape.seen;
  const stopped = shape.stopped.some(({ why }) => why !== 'depth' && why !== 'unreadable');
  return [
    opening,
    `Learned from ${inputs} different ${inputs === 1 ? 'input' : 'inputs'} from ${dayOf(since)} to ${dayOf(last)} (UTC).`,
    ...(stopped
      ? ['Some bodies were too large to be looked through: where that leaves doubt, nothing is demanded.']
      : []),
    ...shown,
  ];
}
