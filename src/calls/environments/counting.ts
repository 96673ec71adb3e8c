import { otherHalf, simulatedMark } from '../ports/halves.ts';
import { type Environment, identitiesOf, identityOf, mayBill, sandboxEnvironment } from './environments.ts';

function isEmbeddedIdentity(identity: string): boolean {
  return identity === identityOf(sandboxEnvironment);
}

function marked(identity: string, simulated: boolean): string {
  return simulated && !isEmbeddedIdentity(identity) ? simulatedMark + identity : identity;
}

/**
 * By which an environment's spend is counted. What cannot be billed has an identity of its own: a sandbox on this computer may
 * lead to the service from the next change of its address on, and what it made up is no part of that budget.
 */
export function countedAs(environment: Environment, simulated = !mayBill(environment)): string {
  return marked(identityOf(environment), simulated);
}

/** All by which it was counted, as it is now; see identitiesOf. */
export function spendersOf(environment: Environment): readonly string[] {
  return identitiesOf(environment).map((one) => marked(one, !mayBill(environment)));
}

/** Whether what was counted so could not be billed. */
export function isSimulatedIdentity(identity: string): boolean {
  return isEmbeddedIdentity(identity) || identity.startsWith(simulatedMark);
}

/** The environment's identity, see identityOf, of what its calls are counted by. */
export function environmentIdentity(identity: string): string {
  return identity.startsWith(simulatedMark) ? otherHalf(identity) : identity;
}
