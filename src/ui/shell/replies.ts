import type { ToPage } from '../../protocol/messages.ts';

type Reply<State> = Exclude<ToPage<State>, { kind: 'event' }>;

/**
 * Posts the reply to a request. One that is too large, or of no kind that can cross, becomes a failure of its request: the
 * page would wait for it for good, with its button pressed.
 * @param unhanded the sentence for it, with why
 */
export async function postReply<State>(
  reply: Reply<State>,
  post: (message: Reply<State>) => Promise<void>,
  unhanded: (error: unknown) => string,
): Promise<void> {
  try {
    await post(reply);
  } catch (error) {
    await post({
      kind: 'failure',
      id: reply.id,
      failure: { code: 'internal', message: unhanded(error) },
    });
  }
}
