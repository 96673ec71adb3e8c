import * as vscode from 'vscode';
import { type Environment, identitiesOf } from '../../calls/environments/environments.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import type { Ledger } from '../../calls/ports/ports.ts';
import type { Services } from '../base/services.ts';
import { fileWord } from '../words/both/fileWord.ts';

/** Rows that wait to be sent, or for their user's decision. */
function waitingIn({ tally }: Batch): number {
  return tally
    .filter(({ state }) => state === 'waiting' || state === 'undecided')
    .reduce((sum, { rows }) => sum + rows, 0);
}

/** More are not counted. */
const mostOpen = 10_000;

/** Of its orders, those that its user has still to find something out about, as the tree of orders tells them apart. */
async function openWords(ledger: Ledger, identities: readonly string[]): Promise<string> {
  const count = await ledger.countUpTo({ group: 'attention', filter: { identities } }, mostOpen);
  if (count === 0) return '';
  return vscode.l10n.t(
    'Its orders that need attention: {0}. What came of them can be recorded without it, too.',
    count < mostOpen ? count : `${mostOpen}+`,
  );
}

/** What its batches still have to send, and what becomes of that once it is removed. */
async function waitingWords(
  ledger: Ledger,
  identities: readonly string[],
  { session, now }: Pick<Services, 'session' | 'now'>,
): Promise<string> {
  const waiting = (await ledger.batches.list(session, now()))
    .filter(({ state, identity }) => state === 'started' && identities.includes(identity))
    .map((batch) => ({ name: fileWord(batch.source), rows: waitingIn(batch) }))
    .filter(({ rows }) => rows > 0);
  if (waiting.length === 0) return '';
  return vscode.l10n.t(
    'Rows that wait in its batches: {0} ({1}). They stay kept, but are not sent without this environment; a batch that runs pauses.',
    waiting.reduce((sum, { rows }) => sum + rows, 0),
    waiting.map(({ name }) => name).join(', '),
  );
}

/** What an environment that is to be removed leaves open; none of it where nothing is. */
export async function leftOpenWords(
  services: Pick<Services, 'ledger' | 'session' | 'now' | 'log'>,
  environment: Environment,
): Promise<readonly string[]> {
  const own = identitiesOf(environment);
  try {
    const ledger = await services.ledger();
    return [await openWords(ledger, own), await waitingWords(ledger, own, services)].filter(
      (words) => words !== '',
    );
  } catch (error) {
    // A history that cannot be read keeps nobody from removing an environment.
    services.log.warn('what an environment leaves open', error instanceof Error ? error.message : '');
    return [];
  }
}
