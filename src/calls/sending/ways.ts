import type { Phrase } from '../../contract/words.ts';
import type { CallWay } from '../ports/ports.ts';
import type { SendingPorts } from './ports.ts';

/** What was read for a call is old once the way was waited for as long as this. */
const oldMs = 250;

export type FoundWay =
  | { readonly kind: 'found'; readonly way: CallWay }
  /** Found, but so late that whatever else the call rests on has to be read anew; it is known then. */
  | { readonly kind: 'late' }
  | { readonly kind: 'refused'; readonly why: Phrase };

/**
 * The ways of one wish to send, each asked for once while nobody is waited for: VS Code, which asks the system and PAC scripts, may take
 * many seconds.
 */
export class Ways {
  readonly #ports: SendingPorts;
  readonly #found = new Map<string, CallWay>();

  constructor(ports: SendingPorts) {
    this.#ports = ports;
  }

  /** Before a wait or a question: by its end this computer may be in another network, with another proxy. */
  forget(): void {
    this.#found.clear();
  }

  /** Rejects where there is no transport: nothing has left. */
  async to(url: string): Promise<FoundWay> {
    const known = this.#found.get(url);
    if (known !== undefined) return { kind: 'found', way: known };
    const way: CallWay = { url, connectTimeoutMs: this.#ports.settings.connectTimeoutMs() };
    const asked = this.#ports.now();
    const transport = await this.#ports.transport();
    const why = (await transport.refuses?.(way)) ?? null;
    if (why !== null) return { kind: 'refused', why };
    this.#found.set(url, way);
    return Math.abs(this.#ports.now() - asked) > oldMs ? { kind: 'late' } : { kind: 'found', way };
  }
}
