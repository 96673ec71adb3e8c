import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { CallRequest, Exchange } from '../../../src/calls/ports/ports.ts';
import { attempt } from '../../../src/client/attempt.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';

/** What undici would be handed, and what it could do with the connection. */
export interface Stand {
  readonly handler: Dispatcher.DispatchHandler;
  readonly options: readonly Dispatcher.DispatchOptions[];
  /** As it was resolved; null until then. */
  exchange(): Exchange | null;
  /** Once all that was put off has run. */
  settled(): Promise<Exchange>;
  /** Reasons with which the library was told to stop. */
  readonly aborted: Error[];
  readonly controller: Dispatcher.DispatchController;
  readonly cancel: AbortController;
  /** What was done with the connection, in turn. */
  readonly route: string[];
  /** Ms that pass on the call's own clock. */
  pass(ms: number): void;
  /** Why the connection broke, from now on. */
  breaks(error: Error): void;
  answers(status: number, headers: readonly (readonly [string, string])[]): void;
  data(text: string | Buffer): void;
}

interface Asked {
  readonly request?: Partial<CallRequest>;
  readonly proxy?: ProxyChoice;
  readonly cancelled?: boolean;
  readonly throws?: Error;
  /** Else they are the test's. */
  readonly timers?: 'real';
}

/** One attempt with nobody at its other end: the test says what the library meets. */
export function stand(t: TestContext, { request, proxy, cancelled, throws, timers }: Asked = {}): Stand {
  if (timers === undefined) t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = { now: 1000 };
  const cancel = new AbortController();
  if (cancelled === true) cancel.abort();
  const options: Dispatcher.DispatchOptions[] = [];
  const route: string[] = [];
  const aborted: Error[] = [];
  let broken: Error | null = null;
  let handler: Dispatcher.DispatchHandler | null = null;
  let exchange: Exchange | null = null;
  const url = new URL('https://api.example.test/api/v1/rc/advanced?mode=a');
  const dispatcher = {
    dispatch: (given: Dispatcher.DispatchOptions, to: Dispatcher.DispatchHandler): boolean => {
      options.push(given);
      handler = to;
      if (throws !== undefined) throw throws;
      return true;
    },
  } as Dispatcher;
  const controller = {
    rawHeaders: [],
    abort: (error: Error) => aborted.push(error),
  } as unknown as Dispatcher.DispatchController;
  const done = attempt({
    request: {
      url: url.href,
      apiKey: null,
      body: Buffer.from('{}'),
      deadlineMs: 30_000,
      connectTimeoutMs: 10_000,
      maxResponseBytes: 1_250_000,
      ...request,
    },
    ready: { url, headers: ['content-type', 'application/json'], body: Buffer.from('{}') },
    route: {
      dispatcher,
      broke: () => broken,
      cut: () => route.push('cut'),
      dispose: () => route.push('disposed'),
    },
    proxy: proxy ?? { kind: 'direct' },
    cancel: cancel.signal,
    now: () => clock.now,
    startedAt: 1000,
  });
  void done.then((came) => {
    exchange = came;
  });
  return {
    get handler() {
      if (handler === null) throw new Error('nothing was dispatched');
      return handler;
    },
    options,
    exchange: () => exchange,
    async settled() {
      const came = await done;
      await turn();
      return came;
    },
    aborted,
    controller,
    cancel,
    route,
    pass: (ms) => {
      clock.now += ms;
    },
    breaks: (error) => {
      broken = error;
    },
    answers(status, headers) {
      Object.assign(controller, { rawHeaders: headers.flat() });
      this.handler.onResponseStart?.(controller, status, {}, 'Fine');
    },
    data(text) {
      this.handler.onResponseData?.(controller, Buffer.from(text));
    },
  };
}
