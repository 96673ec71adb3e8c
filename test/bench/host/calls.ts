import { Agent, request } from 'undici';
import { draftId } from '../../../src/calls/ports/ids.ts';
import type { Sending } from '../../../src/calls/sending/sending.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { openSending } from '../../../src/ui/sending/sendingPorts.ts';
import { benchEnvironment } from '../environment.ts';
import { useEnvironment } from './form.ts';
import { idle } from './idle.ts';
import type { Calls, Jobs } from './protocol.ts';

const operation = operationById('rc-advanced');

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** One call over plain undici, to where the extension would send it; the answer as text. */
export async function rawCall(agent: Agent, sending: Sending, body: string): Promise<string> {
  const { baseUrl, key } = await sending.destination();
  const apiKey = key.kind === 'present' || key.kind === 'simulated' ? key.key : '';
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const url = baseUrl + operation.path;
  const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`the sandbox answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return text;
}

const body = '{"rc_number":"XX00AB1234"}';

/** One call the way all calls go, from the wish to the paper. */
async function ownCall(sending: Sending, newId: () => string): Promise<void> {
  const result = await sending.send({
    operation,
    body,
    plannedPrint: null,
    draftId: draftId(newId()),
    to: 'chosen',
    asker: { kind: 'user', proven: true, notes: [] },
    batch: null,
    lagMs: 0,
    withdrawn: () => null,
    leaves: () => undefined,
  });
  const outcome =
    result.kind === 'settled' && result.unsettled === null ? result.reading.outcome : result.kind;
  if (outcome !== 'verified') throw new Error(`a call came to ${outcome}`);
}

/** Calls through the extension's own gate, ledger, transport and reading, and the same requests over plain undici. */
export async function measureCalls({ later, raw }: Jobs['calls']['params']): Promise<Calls> {
  const services = await useEnvironment(benchEnvironment);
  await idle();
  const sending = openSending(services);
  const opening = performance.now();
  await Promise.all([services.ledger(), services.transport()]);
  const openMs = performance.now() - opening;
  const call = (): Promise<number> => timed(() => ownCall(sending, services.newId));
  const firstMs = await call();
  const laterMs: number[] = [];
  const rawMs: number[] = [];
  const agent = new Agent();
  // The first of plain undici pay for what ours has paid already.
  for (let round = 0; round < 5; round += 1) await rawCall(agent, sending, body);
  for (let round = 0; round < Math.max(later, raw); round += 1) {
    if (round < later) laterMs.push(await call());
    if (round < raw) rawMs.push(await timed(() => rawCall(agent, sending, body)));
  }
  await agent.close();
  return { openMs, firstMs, laterMs, rawMs };
}

export async function rawLarge(params: Jobs['rawLarge']['params']): Promise<{ readonly ms: number }> {
  const sending = openSending(await useEnvironment(benchEnvironment));
  const agent = new Agent();
  const ms = await timed(() => rawCall(agent, sending, params.body));
  await agent.close();
  return { ms };
}
