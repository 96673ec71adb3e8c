import * as z from 'zod/mini';
import type { LostMessage, Reply, WaitingMessage } from '../../protocol/frames.ts';

/** Of a request; the page makes them up, so they are no longer than it has reason for. */
export const requestId = z.string().check(z.minLength(1), z.maxLength(100));

const numbered = z.object({ kind: z.literal('request'), id: requestId });
/** Far more than a page asks for at once. */
const mostWaiting = 10_000;
const waiting: z.ZodMiniType<WaitingMessage> = z.object({
  kind: z.literal('waiting'),
  ids: z.array(requestId).check(z.maxLength(mostWaiting)),
});

interface RepliesPorts {
  /** Null for what is no request. */
  reply(raw: unknown): Promise<Reply | null>;
  post(message: Reply | LostMessage): Promise<void>;
  /** The sentence for a reply that could not be handed over, with why. */
  unhanded(error: unknown): string;
}

/** Answers what one page says, and tells it which of the replies it waits for nobody works at any more. */
export class Replies {
  readonly #ports: RepliesPorts;
  /** Ids of the requests whose replies are being made. */
  readonly #inWork = new Set<string>();

  constructor(ports: RepliesPorts) {
    this.#ports = ports;
  }

  async hear(raw: unknown): Promise<void> {
    const asked = waiting.safeParse(raw);
    if (asked.success) return this.#tellLost(asked.data);
    const read = numbered.safeParse(raw);
    if (read.success) this.#inWork.add(read.data.id);
    let reply: Reply | null;
    try {
      reply = await this.#ports.reply(raw);
    } finally {
      // Before it is posted: messages stay in their order, so whoever asks from now on has the reply first, if it comes at all.
      if (read.success) this.#inWork.delete(read.data.id);
    }
    if (reply !== null) await this.#post(reply);
  }

  async #tellLost({ ids }: WaitingMessage): Promise<void> {
    // Said also of none: a page that hears nothing at all knows that the host is gone.
    await this.#ports.post({ kind: 'lost', ids: ids.filter((one) => !this.#inWork.has(one)) });
  }

  /**
   * One that is too large, or of no kind that can cross, becomes a failure of its request: the page would wait for it, with
   * its button pressed, and then ask for it again.
   */
  async #post(reply: Reply): Promise<void> {
    const { post, unhanded } = this.#ports;
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
}
