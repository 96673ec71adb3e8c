import { type Environment, readEnvironments } from '../../src/calls/environments/environments.ts';
import type { KeepPolicy } from '../../src/calls/ports/keepingPorts.ts';
import type { OperationId } from '../../src/contract/words.ts';

export interface PlainLimit {
  readonly calls?: number;
  readonly money?: string;
}

/** As the user writes it; `broken` = something that cannot be read. */
export type PlainBudget =
  | 'broken'
  | { readonly session?: PlainLimit; readonly day?: PlainLimit; readonly month?: PlainLimit };

export interface PlainEnvironment {
  readonly id: string | null;
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: 'live' | 'sandbox';
  readonly prices: Readonly<Partial<Record<OperationId, string>>>;
  readonly limits: Readonly<Partial<Record<OperationId, { perMinute?: number; perDay?: number }>>>;
  readonly budget: PlainBudget | null;
}

/** The user's settings at one moment; each change makes new ones. */
export interface PlainSettings {
  readonly environments: readonly PlainEnvironment[];
  readonly asksOnce: boolean;
  readonly rehearses: boolean;
  readonly looseProxy: boolean;
  readonly keep: KeepPolicy;
  readonly deadlineMs: number;
  /** The user's corrections of the request fields: 0 = none. */
  readonly fields: number;
}

export const embeddedUrl = 'http://127.0.0.1:5123';
export const embeddedKey = 'sandbox-key-of-the-emulator';

/** The environment that needs no setting. */
export const embedded: PlainEnvironment = {
  id: null,
  name: 'Sandbox',
  baseUrl: '',
  kind: 'sandbox',
  prices: {},
  limits: {},
  budget: null,
};

function written({ id, prices, limits, budget, ...rest }: PlainEnvironment): unknown {
  return {
    ...rest,
    ...(id === null ? {} : { id }),
    ...(Object.keys(prices).length === 0 ? {} : { prices }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(budget === null ? {} : { budget: budget === 'broken' ? { dya: { calls: 1 } } : budget }),
  };
}

const readings = new WeakMap<PlainSettings, readonly Environment[]>();

/** As the product reads the setting; the sandbox comes first. */
export function environmentsOf(settings: PlainSettings): readonly Environment[] {
  let found = readings.get(settings);
  if (found === undefined) {
    found = readEnvironments(settings.environments.map(written)).environments;
    readings.set(settings, found);
  }
  return found;
}

// What follows is our own reading of the design, for the invariants: nothing of it asks the code under test.

export function ownIdentity(environment: PlainEnvironment): string {
  if (environment.baseUrl === '') return 'embedded';
  return environment.id === null ? `name:${environment.name.toLowerCase()}` : `id:${environment.id}`;
}

/** Whose calls count as its spend: also those it made before it was given an id. */
export function ownSpenders(environment: PlainEnvironment): readonly string[] {
  const own = ownIdentity(environment);
  return environment.id === null ? [own] : [own, `name:${environment.name.toLowerCase()}`];
}

/** By which it is counted: what cannot be billed, under a name of its own, for the environment may lead elsewhere later. */
export function ownCounted(environment: PlainEnvironment, identity = ownIdentity(environment)): string {
  return environment.baseUrl === '' || ownBills(environment) ? identity : `simulated:${identity}`;
}

/** The environment of that identity; one that was given its id since is found by the name it had. */
export function ownWith(settings: PlainSettings, identity: string): PlainEnvironment | undefined {
  const all = ownEnvironments(settings);
  return (
    all.find((one) => ownIdentity(one) === identity) ?? all.find((one) => ownSpenders(one).includes(identity))
  );
}

export function ownOrigin({ baseUrl }: PlainEnvironment): string {
  return baseUrl === '' ? embeddedUrl : baseUrl.split('/').slice(0, 3).join('/');
}

export function ownPlace(environment: PlainEnvironment): string {
  return environment.baseUrl === '' ? 'embedded-sandbox' : ownOrigin(environment);
}

function isOnThisComputer(baseUrl: string): boolean {
  return baseUrl === '' || baseUrl.startsWith('http://127.0.0.1');
}

/** Whether a call there can be billed: the word sandbox is believed on this computer alone. */
export function ownBills({ kind, baseUrl }: PlainEnvironment): boolean {
  return kind === 'live' || !isOnThisComputer(baseUrl);
}

/** Whether a call there must be asked about. */
export function ownGuarded({ rehearses }: PlainSettings, environment: PlainEnvironment): boolean {
  return ownBills(environment) || rehearses;
}

/** The environments that can be used: a name or an id that is there already makes no second one. */
export function ownEnvironments({ environments }: PlainSettings): readonly PlainEnvironment[] {
  const found: PlainEnvironment[] = [embedded];
  for (const one of environments) {
    const isTaken = found.some(
      ({ id, name }) => name.toLowerCase() === one.name.toLowerCase() || (id !== null && id === one.id),
    );
    if (!isTaken) found.push(one);
  }
  return found;
}

/** Micro-rupees, exact; null where no price is set. */
export function micros(price: string | null | undefined): number | null {
  if (price === null || price === undefined) return null;
  const [whole = '0', places = ''] = price.split('.');
  return Number(whole) * 1_000_000 + Number(places.padEnd(6, '0'));
}
