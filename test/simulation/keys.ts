import {
  type Environment,
  identitiesOf,
  isEmbedded,
  originOf,
} from '../../src/calls/environments/environments.ts';
import { type KeyRecord, type KeyState, keyStateFor } from '../../src/calls/keys/key.ts';
import { ownIdentity, ownOrigin, ownSpenders, type PlainEnvironment } from './settings.ts';

/** More than a call has looked at a key between a user's word and its leaving. */
const remembered = 20;

interface Change {
  /** Names that it was kept by, its own first. */
  readonly names: readonly string[];
  /** Before. */
  readonly record: KeyRecord | null;
  readonly at: number;
  /** Windows that know of it. */
  readonly known: Set<number>;
}

/** The secret storage of the computer: one key for each environment, shared by all windows, told to the others a while later. */
export class KeyRing {
  readonly #records = new Map<string, KeyRecord>();
  /** Where the key of a name went when its environment was given an id: a window that has not heard of it has that key still. */
  readonly #moved = new Map<string, string>();
  readonly #changes: Change[] = [];
  readonly #revisions = new Map<number, number>();
  /** When a window read a key of late, by identity. */
  readonly #reads = new Map<string, readonly number[]>();

  /** @param all environments, as its window knows them. @returns to be called once another window is told */
  change(
    window: number,
    environment: PlainEnvironment,
    all: readonly PlainEnvironment[],
    record: KeyRecord | null,
    at: number,
  ): (window: number) => void {
    const names = ownSpenders(environment);
    const before = this.#recordOf(environment, all);
    if (record === null) for (const name of names) this.#records.delete(name);
    else this.#records.set(ownIdentity(environment), record);
    const change = { names, record: before, at, known: new Set<number>() };
    this.#changes.push(change);
    const tell = (to: number): void => {
      change.known.add(to);
      this.#revisions.set(to, this.revision(to) + 1);
    };
    tell(window);
    return tell;
  }

  revision(window: number): number {
    return this.#revisions.get(window) ?? 0;
  }

  /** What the adapter of a window answers; a key that was kept by name moves to the id that its environment was given. */
  state(window: number, environment: Environment, embeddedKey: string, at: number): KeyState {
    if (isEmbedded(environment)) return { kind: 'simulated', key: embeddedKey };
    const [own = '', ...earlier] = identitiesOf(environment);
    const reader = `${window} ${own}`;
    this.#reads.set(reader, [...(this.#reads.get(reader) ?? []), at].slice(-remembered));
    for (const name of earlier) {
      const kept = this.#records.get(name);
      if (kept === undefined || this.#records.has(own)) continue;
      this.#records.set(own, kept);
      this.#records.delete(name);
      this.#moved.set(name, own);
    }
    return keyStateFor(this.#records.get(own) ?? null, originOf(environment));
  }

  #recordOf(environment: PlainEnvironment, all: readonly PlainEnvironment[]): KeyRecord | null {
    for (const name of ownSpenders(environment)) {
      const kept = this.#records.get(name);
      if (kept !== undefined) return kept;
    }
    return this.#movedFrom(environment, all);
  }

  /**
   * The key that went from this environment's name to an id of which its window has not heard. Where it has, the key is that
   * one's: an environment of that name is another one, which was given the name since.
   */
  #movedFrom(environment: PlainEnvironment, all: readonly PlainEnvironment[]): KeyRecord | null {
    const to = environment.id === null ? this.#moved.get(ownIdentity(environment)) : undefined;
    if (to === undefined || all.some((one) => ownIdentity(one) === to)) return null;
    return this.#records.get(to) ?? null;
  }

  /**
   * Why a window must not send this key for this environment any more, or null. A change made elsewhere counts once the
   * window was told, or once it has read the key since; two calls at once each have a reading of their own.
   *
   * @param all environments, as the window knows them
   * @param since when the call's user last spoke: its key was read after that
   */
  staleness(
    window: number,
    environment: PlainEnvironment,
    all: readonly PlainEnvironment[],
    key: string | null,
    since: number,
  ): string | null {
    if (keyFor(this.#recordOf(environment, all), environment) === key) return null;
    const names = ownSpenders(environment);
    const heard = names.flatMap((name) => this.#reads.get(`${window} ${name}`) ?? []);
    const reads = (heard.length === 0 ? [-1] : heard).filter((at) => at < 0 || at >= since);
    const changes = this.#changes.filter((one) => one.names.some((name) => names.includes(name)));
    if (changes.length === 0) return 'it was never entered for this environment and origin';
    // Of several changes that it was not told of, any may be the first one since it read the key.
    const unheard = changes.slice(changes.findLastIndex(({ known }) => known.has(window)) + 1);
    const isUnknown = unheard.some(
      ({ at, record }) => reads.some((read) => read <= at) && keyFor(record, environment) === key,
    );
    return isUnknown ? null : 'it was replaced, removed or entered for another origin';
  }
}

function keyFor(record: KeyRecord | null, environment: PlainEnvironment): string | null {
  return record !== null && record.origin === ownOrigin(environment) ? record.key : null;
}
