import { withoutMark } from '../../contract/byteOrderMark.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Environment } from '../environments/environments.ts';
import { Confirmations } from './confirmations.ts';
import { isGuarded, readDestination } from './destination.ts';
import { Gate } from './gate.ts';
import { type Check, checkOf, prospectOf } from './look.ts';
import type { Destination, SendingPorts } from './ports.ts';
import { CallRunner } from './runner.ts';
import type { SendResult, Wanted } from './wanted.ts';

/** Everything about sending that a window needs; the ui asks, waits and shows, and decides nothing. */
export class Sending {
  readonly ports: SendingPorts;
  readonly #runner: CallRunner;
  readonly #gate: Gate;

  constructor(ports: SendingPorts) {
    this.ports = ports;
    this.#runner = new CallRunner(ports);
    this.#gate = new Gate(ports, this.#runner, new Confirmations());
  }

  /** A byte order mark before the body is no part of it, and does not leave. */
  send(want: Wanted): Promise<SendResult> {
    return this.#gate.send({ ...want, body: withoutMark(want.body) });
  }

  /** Where a call would go now. @param environment absent = the chosen one */
  destination(environment: Environment = this.ports.settings.current()): Promise<Destination> {
    return readDestination(this.ports, environment);
  }

  /**
   * What there is to know and say before a call of this operation leaves for there.
   * @param text what would leave; null while nothing is typed: then nothing is said of the same input
   */
  async look(operation: Operation, to: Destination, text: string | null): Promise<Check> {
    const prospect = await prospectOf(this.ports, operation, to, text, 0);
    return checkOf(prospect, await (await this.ports.ledger()).guard(prospect.question));
  }

  /** Applies the user's choice to keep less, as after every call. */
  forget(): Promise<void> {
    return this.#runner.forgetWhatIsNotKept();
  }

  isGuarded(environment: Environment): boolean {
    return isGuarded(this.ports.settings, environment);
  }

  /** Resolves once every call that is out has been written; the ledger must not close before. */
  finish(): Promise<void> {
    return this.#runner.finish();
  }

  dispose(): void {
    this.#runner.dispose();
  }
}
