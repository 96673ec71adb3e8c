/** Before the identity by which an environment's calls are counted where nothing could be billed, see countedAs. */
export const simulatedMark = 'simulated:';

/** An environment may lead to a sandbox and to the service by turns: its identity in the other of the two. */
export function otherHalf(identity: string): string {
  return identity.startsWith(simulatedMark) ? identity.slice(simulatedMark.length) : simulatedMark + identity;
}
