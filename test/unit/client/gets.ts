import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { DocumentRequest } from '../../../src/calls/ports/documentPorts.ts';
import { getOnce, type Hop } from '../../../src/client/get.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import { coded } from '../../../src/client/stuck.ts';

export const host = 'files.example.com';
const request: DocumentRequest = {
  url: `https://${host}/a.pdf`,
  local: false,
  deadlineMs: 20_000,
  connectTimeoutMs: 3_000,
  maxBytes: 30,
};
export const direct: ProxyChoice = { kind: 'direct' };
export const proxy: ProxyChoice = {
  kind: 'proxy',
  url: 'http://proxy.corp.example:3128',
  host: 'proxy.corp.example:3128',
  authorization: null,
  strictSsl: true,
  from: 'http.proxy',
};

interface Asked {
  readonly by?: ProxyChoice;
  readonly cancelled?: boolean;
  readonly throws?: Error;
  readonly left?: number;
}

interface Stand {
  readonly handler: Dispatcher.DispatchHandler;
  readonly controller: Dispatcher.DispatchController;
  readonly options: readonly Dispatcher.DispatchOptions[];
  readonly cancel: AbortController;
  /** What was done with the connection, and with undici's call. */
  readonly route: readonly string[];
  /** Bytes that were told of. */
  readonly came: readonly number[];
  breaks(): void;
  answers(status: number, ...headers: readonly string[]): void;
  data(bytes: Buffer | string): void;
  ends(): void;
  fails(error: unknown): void;
  /** What it came to; null until then. */
  hop(): Promise<Hop | null>;
  /** Once what was put off has run. */
  settled(): Promise<Hop>;
}

/** One GET with nobody at its other end: the test says what the library meets. */
export function stand({ by = direct, throws, left = 5_000, ...asked }: Asked = {}): Stand {
  const options: Dispatcher.DispatchOptions[] = [];
  const route: string[] = [];
  const came: number[] = [];
  const cancel = new AbortController();
  if (asked.cancelled === true) cancel.abort();
  let fault: Error | null = null;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatcher = {
    dispatch: (given: Dispatcher.DispatchOptions, to: Dispatcher.DispatchHandler): boolean => {
      options.push(given);
      handler = to;
      if (throws !== undefined) throw throws;
      return true;
    },
  } as Dispatcher;
  const raw: string[] = [];
  const controller = {
    rawHeaders: raw,
    abort: (error: Error) => route.push(`aborted: ${error.message}`),
  } as unknown as Dispatcher.DispatchController;
  let hop: Hop | null = null;
  const done = getOnce({
    url: new URL(`https://${host}/a/b.pdf?token=t`),
    request,
    route: {
      dispatcher,
      broke: () => fault,
      cut: () => void route.push('cut'),
      dispose: () => void route.push('disposed'),
    },
    proxy: by,
    headers: ['Accept', '*/*'],
    left,
    cancel: cancel.signal,
    came: (bytes) => void came.push(bytes),
  });
  void done.then((one) => {
    hop = one;
  });
  return {
    get handler() {
      return handler;
    },
    controller,
    options,
    cancel,
    route,
    came,
    breaks() {
      fault = coded('ECONNRESET');
    },
    answers(status, ...headers) {
      raw.splice(0, raw.length, ...headers);
      handler.onResponseStart?.(controller, status, {}, '');
    },
    data: (bytes) => void handler.onResponseData?.(controller, Buffer.from(bytes)),
    ends: () => void handler.onResponseEnd?.(controller, {}),
    fails: (error) => void handler.onResponseError?.(controller, error as Error),
    async hop() {
      await turn();
      return hop;
    },
    async settled() {
      const one = await done;
      assert.equal(route.filter((act) => act === 'cut').length, 1);
      assert.equal(route.includes('disposed'), false, 'not within the callbacks of undici');
      await turn();
      assert.equal(route.filter((act) => act === 'disposed').length, 1);
      assert.deepEqual(getEventListeners(cancel.signal, 'abort'), []);
      return one;
    },
  };
}
