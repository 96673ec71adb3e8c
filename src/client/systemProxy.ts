import type { Phrase } from '../contract/words.ts';
import { causeOf } from './causeOf.ts';
import { type ProxyChoice, proxyFor, readProxy } from './proxy.ts';
import type { ProxySettings, TransportOptions } from './settings.ts';

/** Who named such a proxy, for sentences: a product's name, in any tongue. */
const from = 'VS Code';

function unusable(text: string, ...args: readonly (string | number)[]): ProxyChoice {
  const what: Phrase = { text, args };
  return { kind: 'unusable', what };
}

/** Rejects with `late` where VS Code says nothing in that time. */
async function inTime<T>(asked: Promise<T>, ms: number, late: Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late), ms);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * As proxyFor; where neither settings nor variables say anything of an https address, what the system or a PAC script says.
 * VS Code is told host and port alone. In clear we go by settings and variables: any extension may change what VS Code
 * answers, and only TLS keeps what goes through a proxy from it. Never rejects.
 * @param waitMs how long VS Code may take
 */
export async function proxyOf(
  target: URL,
  settings: ProxySettings,
  { env, system }: Pick<TransportOptions, 'env' | 'system'>,
  waitMs: number,
): Promise<ProxyChoice> {
  const named = proxyFor(target, settings, env);
  if (named.kind !== 'direct' || named.unsaid !== true) return named;
  if (system === undefined || target.protocol !== 'https:') return named;
  const late = new Error('no answer');
  try {
    const answer = await inTime(system(`${target.origin}/`), waitMs, late);
    return answer === null ? named : readProxy(answer, from, settings);
  } catch (error) {
    if (error === late)
      return unusable(
        'VS Code did not say within {1} s which proxy leads to {0}; nothing was sent. Try again, or name one in http.proxy.',
        target.host,
        Number((waitMs / 1000).toPrecision(3)),
      );
    return unusable(
      'VS Code could not say which proxy leads to {0} ({1}); nothing was sent. Try again, or name one in http.proxy.',
      target.host,
      causeOf(error),
    );
  }
}
