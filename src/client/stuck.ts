import { causeOf } from './causeOf.ts';

/** How far a way was built when it failed: a name looked up and a connection made, TLS agreed on, a tunnel asked for. */
export type WayStep = 'connect' | 'tls' | 'tunnel';

/** What a proxy said in place of opening a tunnel. */
export interface ProxyAnswer {
  readonly status: number;
  /** Names of the schemes it asks for, as it wrote them; after 407. */
  readonly schemes: readonly string[];
}

/** The way to the service could not be built; nothing of a call has left. */
export class Stuck extends Error {
  /** Whom we spoke to. */
  readonly whom: 'proxy' | 'service';
  readonly step: WayStep;
  /** The code of what happened. */
  readonly code: string;
  /** The library's own words, to tell kinds apart that have one code; never shown. */
  readonly words: string;
  readonly answer: ProxyAnswer | null;

  constructor(whom: 'proxy' | 'service', step: WayStep, error: unknown, answer: ProxyAnswer | null = null) {
    super(`no way to the service: ${whom}, ${step}`);
    this.name = 'Stuck';
    this.whom = whom;
    this.step = step;
    this.code = causeOf(error);
    this.words = error instanceof Error ? error.message : '';
    this.answer = answer;
  }
}

/** An error by its code. */
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
