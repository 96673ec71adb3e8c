import * as vscode from 'vscode';
import { type Agreement, nextStep } from '../../calls/guard/agreement.ts';
import { acceptedBy, type Choice } from '../../calls/guard/choices.ts';
import type { ObstacleKind } from '../../calls/guard/obstacles.ts';
import type { CallResult, PlannedCall } from '../../calls/placeCall.ts';
import { maskedInput } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { commandIds, settingIds } from '../../contributions.ts';
import type { Services } from '../services.ts';
import { type Check, checkBefore, type Destination, destination, isGuarded, planCall } from './callPlan.ts';
import type { CallRunner } from './callRunner.ts';
import { askAbout, isConfirmed, rememberConfirmed } from './confirm.ts';
import { waitInView } from './waiting.ts';

/** What somebody wants sent: a form, a quick lookup, another extension. */
export interface WantedCall {
  readonly operation: Operation;
  /** JSON exactly as it shall leave. */
  readonly body: string;
  /** A second call with the same one is refused by the ledger. */
  readonly draftId: string;
  /** Ask even where the session's confirmation holds: what other extensions start always asks. */
  readonly alwaysAsk: boolean;
}

export type GuardedResult =
  /** Not sent; `stoppedBy` = the hardest thing that stood in the way, null where the user just gave up. */
  | { readonly kind: 'declined'; readonly stoppedBy: ObstacleKind | null }
  | { readonly kind: 'not-begun'; readonly why: Phrase }
  | {
      readonly kind: 'settled';
      readonly call: PlannedCall;
      readonly result: Extract<CallResult, { kind: 'settled' }>;
    };

/** Told of the call just before it leaves, with its cancellation; a second time when the ledger did not let the first one. */
export type Leaving = (call: PlannedCall, abort: AbortController) => Promise<void>;

interface Round {
  readonly to: Destination;
  readonly check: Check;
}

const nothingYet: Pick<Agreement, 'accepted' | 'shown'> = { accepted: new Set(), shown: new Set() };

/**
 * The one gate that every way of sending goes through: environment and key read afresh, preflight, the question where one
 * is due, a wait where one was chosen, then the call. Each round starts with a fresh look; nothing is sent past something
 * its sender has not seen. `stayed` is told when the ledger refused what was about to leave.
 */
export async function guardedCall(
  services: Services,
  runner: CallRunner,
  want: WantedCall,
  leaving: Leaving,
  stayed: () => void = () => undefined,
): Promise<GuardedResult> {
  let agreement: Agreement | null = null;
  let mustAsk = want.alwaysAsk;
  for (;;) {
    const to = await destination(services);
    const check = await checkBefore(services, want.operation, to, want.body);
    const round = { to, check };
    const step =
      agreement === null
        ? firstStep(want, round, mustAsk)
        : nextStep(agreement, targetOf(to), check.obstacles);
    if (step.kind === 'wait') {
      const isOver = await waitInView(want.operation.title, step.until, services.now);
      if (!isOver) return { kind: 'declined', stoppedBy: stopperOf(check) };
      continue;
    }
    if (step.kind === 'ask') {
      const earlier: Pick<Agreement, 'accepted' | 'shown'> =
        agreement?.target === targetOf(to) ? agreement : nothingYet;
      agreement = await ask(want, round, earlier);
      if (agreement === null) return { kind: 'declined', stoppedBy: stopperOf(check) };
      continue;
    }
    // Planned only now: the question may have stood for minutes, and the deadline runs from the start of the call.
    const accepted: ReadonlySet<string> = agreement?.accepted ?? new Set();
    const call = await planCall(services, want.operation, to, want.draftId, want.body, accepted);
    const abort = new AbortController();
    await leaving(call, abort);
    const result = await runner.run(call, abort.signal);
    if (result.kind === 'settled') return { kind: 'settled', call, result };
    if (!result.guard) return { kind: 'not-begun', why: result.why };
    stayed();
    // Something came between the look and the order: another look and another question, never a silent second try.
    agreement = null;
    mustAsk = true;
  }
}

function targetOf({ environment, baseUrl, key }: Destination): string {
  return JSON.stringify([environment.name, baseUrl, key.kind, 'key' in key ? key.key : null]);
}

function firstStep(
  { operation }: WantedCall,
  { to, check }: Round,
  mustAsk: boolean,
): { readonly kind: 'send' | 'ask' } {
  if (!isGuarded(to.environment)) return { kind: 'send' };
  return { kind: isConfirmed(operation, to, check, mustAsk) ? 'send' : 'ask' };
}

function stopperOf({ obstacles }: Check): ObstacleKind | null {
  return obstacles.find(({ kind }) => kind !== 'budget-warning')?.kind ?? null;
}

/** What the user agrees to, on top of what they have passed already; null when they do not want it sent. */
async function ask(
  want: WantedCall,
  { to, check }: Round,
  earlier: Pick<Agreement, 'accepted' | 'shown'>,
): Promise<Agreement | null> {
  const { operation, body } = want;
  const obstacles = check.obstacles.filter(({ id }) => !earlier.accepted.has(id));
  const choice = await askAbout(operation, to, maskedInput(operation, body), check, obstacles);
  if (choice === undefined) return null;
  if (choice.kind !== 'send' && choice.kind !== 'wait' && choice.kind !== 'pass-twin') {
    await goElsewhere(choice, to);
    return null;
  }
  if (choice.kind !== 'pass-twin' && !want.alwaysAsk) rememberConfirmed(operation, to, check);
  return {
    target: targetOf(to),
    accepted: new Set([...earlier.accepted, ...acceptedBy(choice, obstacles)]),
    shown: new Set([...earlier.shown, ...obstacles.map(({ id }) => id)]),
    waits: choice.kind === 'wait',
  };
}

type Elsewhere = Exclude<Choice, { kind: 'send' | 'wait' | 'pass-twin' }>;

/** Instead of sending: the order that answers it already, or the repair. */
async function goElsewhere(choice: Elsewhere, { environment }: Destination): Promise<void> {
  switch (choice.kind) {
    case 'open-order':
      await vscode.commands.executeCommand(commandIds.openOrder, choice.order);
      return;
    case 'open-settings':
      // A budget stands in a list of objects, which only settings.json shows.
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: settingIds.environments, edit: true },
      });
      return;
    case 'repair':
      if (choice.repair === 'set-key')
        await vscode.commands.executeCommand(commandIds.setApiKey, environment.name);
      else await vscode.commands.executeCommand(commandIds.openDocumentation);
  }
}
