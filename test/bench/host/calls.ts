import { Agent, request } from 'undici';
import { type PlannedCall, placeCall } from '../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { destination, planCall } from '../../../src/ui/panels/callPlan.ts';
import { benchEnvironment } from '../environment.ts';
import { useEnvironment } from './form.ts';
import { idle } from './idle.ts';
import type { Calls, Jobs } from './protocol.ts';

const body = '{"rc_number":"XX00AB1234"}';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export async function rawCall(agent: Agent, call: PlannedCall): Promise<void> {
  const { url, apiKey, body } = call.request;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`the sandbox answered ${answer.statusCode}: ${text.slice(0, 200)}`);
}

/** Calls through the extension's own ledger, transport and reading, and the same requests over plain undici. */
export async function measureCalls({ later, raw }: Jobs['calls']['params']): Promise<Calls> {
  const services = await useEnvironment(benchEnvironment);
  await idle();
  const operation = operationById('rc-advanced');
  const to = await destination(services);
  const opening = performance.now();
  const deps = { ledger: await services.ledger(), transport: await services.transport(), now: services.now };
  const openMs = performance.now() - opening;
  const plan = async (): Promise<PlannedCall> => planCall(services, operation, to, services.newId(), body);
  const call = async (): Promise<number> => {
    const planned = await plan();
    return timed(async () => {
      const result = await placeCall(deps, planned, new AbortController().signal);
      const outcome =
        result.kind === 'settled' && result.unsettled === null ? result.reading.outcome : result.kind;
      if (outcome !== 'verified') throw new Error(`a call came to ${outcome}`);
    });
  };
  const firstMs = await call();
  const laterMs: number[] = [];
  const rawMs: number[] = [];
  const agent = new Agent();
  // The first of plain undici pay for what ours has paid already.
  for (let round = 0; round < 5; round += 1) await rawCall(agent, await plan());
  for (let round = 0; round < Math.max(later, raw); round += 1) {
    if (round < later) laterMs.push(await call());
    if (round >= raw) continue;
    const planned = await plan();
    rawMs.push(await timed(() => rawCall(agent, planned)));
  }
  await agent.close();
  return { openMs, firstMs, laterMs, rawMs };
}

export async function rawLarge(params: Jobs['rawLarge']['params']): Promise<{ readonly ms: number }> {
  const services = await useEnvironment(benchEnvironment);
  const planned = await planCall(
    services,
    operationById('rc-advanced'),
    await destination(services),
    services.newId(),
    params.body,
  );
  const agent = new Agent();
  const ms = await timed(() => rawCall(agent, planned));
  await agent.close();
  return { ms };
}
