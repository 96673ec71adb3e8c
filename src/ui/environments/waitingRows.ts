import * as vscode from 'vscode';
import { type Environment, identitiesOf } from '../../calls/environments/environments.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import type { Services } from '../base/services.ts';
import { fileWord } from '../words/both/fileWord.ts';

/** Rows that wait to be sent, or for their user's decision. */
function waitingIn({ tally }: Batch): number {
  return tally
    .filter(({ state }) => state === 'waiting' || state === 'undecided')
    .reduce((sum, { rows }) => sum + rows, 0);
}

/** What the batches of an environment still have to send, and what becomes of that once it is removed; '' = nothing waits. */
export async function waitingRowsWords(
  { ledger, session, now, log }: Pick<Services, 'ledger' | 'session' | 'now' | 'log'>,
  environment: Environment,
): Promise<string> {
  const own = identitiesOf(environment);
  let batches: readonly Batch[] = [];
  try {
    batches = await (await ledger()).batches.list(session, now());
  } catch (error) {
    // A history that cannot be read keeps nobody from removing an environment.
    log.warn('batches of an environment', error instanceof Error ? error.message : '');
  }
  const waiting = batches
    .filter(({ state, identity }) => state === 'started' && own.includes(identity))
    .map((batch) => ({ name: fileWord(batch.source), rows: waitingIn(batch) }))
    .filter(({ rows }) => rows > 0);
  if (waiting.length === 0) return '';
  return vscode.l10n.t(
    'Rows that wait in its batches: {0} ({1}). They stay kept, but are not sent without this environment; a batch that runs pauses.',
    waiting.reduce((sum, { rows }) => sum + rows, 0),
    waiting.map(({ name }) => name).join(', '),
  );
}
