/**
 * Makes one call, as a window does, and has a harm done at one step of it: `node stepSender.ts FOLDER URL HARM STEP`. Prints a
 * line `step` when that step has come, and one of JSON with what came of the call; `unprivileged` as a fifth word gives rights up.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { draftId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, Transport } from '../../../src/calls/ports/ports.ts';
import { Sending } from '../../../src/calls/sending/sending.ts';
import type { SendResult, Wanted } from '../../../src/calls/sending/wanted.ts';
import { createTransport } from '../../../src/client/client.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { altered, simulatedPorts, simulatedSettings } from '../../support/simulatedPorts.ts';
import { defaultClientSettings } from '../client/defaultSettings.ts';
import { keyRing } from './aLedger.ts';

export const steps = ['before begin', 'after begin', 'while out', 'when it came', 'while settling'] as const;
export type Step = (typeof steps)[number];
export type Harm = 'full' | 'descriptors' | 'stop' | 'read-only';

export interface StepReport {
  readonly kind: SendResult['kind'];
  /** What its user reads where it was not begun, failed, or could not be kept. */
  readonly sentences: readonly string[];
  readonly outcome: string | null;
  readonly billing: string | null;
  /** The body that is shown. */
  readonly shown: string;
  /** Whether the user was asked to save the answer elsewhere. */
  readonly offered: boolean;
  /** Orders in the history once the harm was undone and what was owed was written. */
  readonly kept: readonly string[];
}

/** Does it, and gives what undoes it. */
function done(harm: Harm, folder: string): () => void {
  if (harm === 'full') return filled(folder);
  if (harm === 'descriptors') return exhausted();
  if (harm === 'read-only') chmodSync(folder, 0o555);
  writeSync(1, 'step\n');
  // Whoever reads that line lets us go on.
  if (harm === 'stop') process.kill(process.pid, 'SIGSTOP');
  return () => undefined;
}

/** Writes until nothing more fits, in blocks that get smaller. */
function filled(folder: string): () => void {
  const file = join(folder, 'filler');
  const place = openSync(file, 'w');
  for (let size = 1 << 20; size >= 1; size >>= 2) {
    try {
      for (;;) if (writeSync(place, Buffer.alloc(size)) < size) break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(place);
  return () => rmSync(file);
}

function exhausted(): () => void {
  const open: number[] = [];
  try {
    for (;;) open.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error;
  }
  return () => open.forEach((one) => void closeSync(one));
}

const bodySize = 20_000;
/** Milliseconds; who is stopped is so for longer. */
const deadlines = { full: 10_000, descriptors: 10_000, 'read-only': 10_000, stop: 2_000 };

type Reached = (step: Step) => void;

/** The ledger and the way to the service, which say when a call has come to a step. */
function watched(real: Ledger, reached: Reached): { readonly ledger: Ledger; readonly transport: Transport } {
  const ledger = altered(real, {
    settle: (...given: Parameters<typeof real.settle>) => {
      reached('while settling');
      return real.settle(...given);
    },
  });
  const client = createTransport({
    version: '0',
    settings: () => defaultClientSettings,
    env: {},
    now: () => performance.now(),
  });
  const transport: Transport = {
    refuses: async (request) => {
      const why = (await client.refuses?.(request)) ?? null;
      reached('before begin');
      return why;
    },
    send: async (request, cancel) => {
      const sending = client.send(request, cancel);
      // The service answers half a second after it has read the call.
      const soon = setTimeout(() => reached('while out'), 200);
      const exchange = await sending;
      clearTimeout(soon);
      reached('when it came');
      return exchange;
    },
  };
  return { ledger, transport };
}

function theCall(reached: Reached): Wanted {
  return {
    operation: operationById('rc-advanced'),
    body: JSON.stringify({ rc_number: 'ZZ99ZZ9999', filler: 'x'.repeat(bodySize) }),
    plannedPrint: null,
    draftId: draftId('harmed.0'),
    to: 'chosen',
    asker: { kind: 'user', proven: true, notes: [] },
    batch: null,
    lagMs: 0,
    withdrawn: () => null,
    leaves: () => reached('after begin'),
  };
}

async function report(folder: string, url: string, harm: Harm, wanted: Step): Promise<StepReport> {
  let undo: (() => void) | null = null;
  const reached: Reached = (step) => {
    if (step === wanted && undo === null) undo = done(harm, folder);
  };
  mkdirSync(folder, { recursive: true });
  const real = await openLedger({ folder, sealing: keyRing('a-key'), now: Date.now, newId: randomUUID });
  const { ledger, transport } = watched(real, reached);
  let offered = false;
  const owed: (() => void)[] = [];
  const environments = [{ name: 'harmed', baseUrl: url, kind: 'sandbox' }] as const;
  const sending = new Sending(
    simulatedPorts(ledger, transport, Date.now, {
      settings: simulatedSettings(() => environments, { deadlineMs: () => deadlines[harm] }),
      keys: {
        state: async () => ({ kind: 'present', key: 'sandbox-key-unlimited', savedAt: 0 }),
        revision: () => 0,
      },
      newId: randomUUID,
      turn: () => sleep(0),
      offerToSave: async () => {
        offered = true;
      },
      later: (_ms, act) => {
        owed.push(act);
        return () => undefined;
      },
    }),
  );
  const result = await sending.send(theCall(reached));
  undone(undo);
  for (const act of owed) act();
  await sending.finish();
  return told(result, offered, await keptIn(real));
}

function undone(undo: (() => void) | null): void {
  undo?.();
}

async function keptIn(ledger: Ledger): Promise<readonly string[]> {
  const { orders } = await ledger.list({ group: 'all', limit: 10, after: null });
  await ledger.close();
  return orders.map(({ state, billing }) => `${state} ${billing}`);
}

function told(result: SendResult, offered: boolean, kept: readonly string[]): StepReport {
  const none = { outcome: null, billing: null, shown: '', sentences: [], offered, kept };
  if (result.kind === 'not-begun') return { ...none, kind: result.kind, sentences: [plain(result.why)] };
  if (result.kind !== 'settled') return { ...none, kind: result.kind };
  const { exchange, settlement, unsettled } = result;
  const failure = exchange.kind === 'failed' ? [plain(exchange.what)] : [];
  return {
    kind: result.kind,
    outcome: settlement.outcome,
    billing: settlement.billing,
    shown: Buffer.from(settlement.answer.body).toString(),
    sentences: [...failure, ...(unsettled === null ? [] : [plain(unsettled)])],
    offered,
    kept,
  };
}

if (import.meta.main) {
  const [folder = '', url = '', harm = '', step = '', right] = process.argv.slice(2);
  if (right === 'unprivileged' && process.getuid?.() === 0) {
    process.setgid?.(65_534);
    process.setuid?.(65_534);
  }
  const made = await report(folder, url, harm as Harm, step as Step);
  writeFileSync(1, `${JSON.stringify(made)}\n`);
  process.exit(0);
}
