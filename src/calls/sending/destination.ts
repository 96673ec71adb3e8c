import type { Phrase } from '../../contract/words.ts';
import { type Environment, isEmbedded, mayBill, originOf, placeOf } from '../environments/environments.ts';
import { type KeyState, keyTail } from '../keys/key.ts';
import type { Destination, SendingPorts, SendingSettings } from './ports.ts';

/** Reads the key of the environment afresh; starts the sandbox if that is the one. */
export async function readDestination(ports: SendingPorts, environment: Environment): Promise<Destination> {
  const sandbox = isEmbedded(environment) ? await ports.embedded() : null;
  const keyRevision = ports.keys.revision();
  const key = await ports.keys.state(environment, sandbox?.key ?? '');
  return { environment, baseUrl: sandbox?.url ?? environment.baseUrl, key, sandbox, keyRevision };
}

/** The key that goes along, or null. The embedded sandbox's own is none of the user's: its calls are counted without. */
export function keyOf({ key }: Destination): string | null {
  return key.kind === 'present' ? key.key : null;
}

/** Last characters of the user's key, or null. */
export function tailOf(key: KeyState): string | null {
  return key.kind === 'present' ? keyTail(key.key) : null;
}

export function originOfDestination({ environment, sandbox }: Destination): string {
  return sandbox === null ? originOf(environment) : new URL(sandbox.url).origin;
}

/** Whether what stands in the way must be accepted there: the sandbox bills nothing, and nobody waits in it. */
export function isGuarded(
  settings: Pick<SendingSettings, 'rehearsesGuard'>,
  environment: Environment,
): boolean {
  return mayBill(environment) || settings.rehearsesGuard();
}

/** See Check. */
interface Aim {
  readonly to: Destination;
  readonly price: string | null;
  readonly warning: Phrase | null;
}

/** What a user agrees to when they agree to a destination; anything else there, or on the way, is a new question. */
export function targetOf({ to, price, warning }: Aim): string {
  const { environment, baseUrl, key } = to;
  const { kind, name } = environment;
  return JSON.stringify([placeOf(environment), kind, name, baseUrl, key, price, warning]);
}
