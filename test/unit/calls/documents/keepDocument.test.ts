import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DocumentQuestion,
  type DocumentWish,
  isLocalOrigin,
  type KeepPorts,
  type KeepResult,
  keepDocument,
} from '../../../../src/calls/documents/keepDocument.ts';
import type { DocumentFacts, DocumentRequest, Fetched } from '../../../../src/calls/ports/documentPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { plain } from '../../../../src/contract/words.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pdf: Fetched = { kind: 'came', contentType: 'application/octet-stream', body: bytes('%PDF-1.4 x') };
const page: Fetched = { kind: 'came', contentType: 'text/html', body: bytes('<!doctype html>Sign in') };

interface World {
  readonly asked: DocumentQuestion[];
  readonly fetched: DocumentRequest[];
  readonly kept: DocumentFacts[];
  readonly ports: KeepPorts;
  keep(wish?: Partial<DocumentWish>, through?: KeepPorts): Promise<KeepResult>;
}

/** @param answers in turn, what the hosts answer; @param says whether the user agrees to a question */
function world(
  answers: readonly Fetched[],
  says: (question: DocumentQuestion) => boolean = () => true,
): World {
  const asked: DocumentQuestion[] = [];
  const fetched: DocumentRequest[] = [];
  const kept: DocumentFacts[] = [];
  const ports: KeepPorts = {
    fetcher: {
      fetch: async (request) => {
        const answer = answers[fetched.length];
        fetched.push(request);
        if (answer === undefined) throw new Error('asked too often');
        return answer;
      },
    },
    documents: {
      keep: async (_order, facts) => void kept.push(facts),
      list: async () => kept.map((facts, id) => ({ id, facts })),
      open: async () => null,
      count: async () => kept.length,
    },
    ask: async (question) => {
      asked.push(question);
      return says(question);
    },
    underWay: (_host, work) => work(new AbortController().signal, () => {}),
    sha256: (body) => `sum of ${body.byteLength}`,
    now: () => 42,
  };
  const keep = (wish: Partial<DocumentWish> = {}, through = ports): Promise<KeepResult> =>
    keepDocument(
      {
        order: orderId('a'),
        origin: 'https://api.example.in',
        field: 'data.result.pdf_url',
        link: 'https://files.example.in/a.pdf#p',
        ...wish,
      },
      through,
    );
  return { asked, fetched, kept, ports, keep };
}

test('asks by the host, fetches once, and keeps what came with what is known of it', async () => {
  const { asked, fetched, kept, keep } = world([pdf]);
  const done = await keep();
  const facts: DocumentFacts = {
    at: 42,
    field: 'data.result.pdf_url',
    host: 'files.example.in',
    contentType: 'application/octet-stream',
    format: 'pdf',
    size: 10,
    sha256: 'sum of 10',
  };
  assert.deepEqual(done, { kind: 'kept', facts, again: false });
  assert.deepEqual(kept, [facts]);
  assert.deepEqual(asked, [{ kind: 'fetch', host: 'files.example.in', sentOn: null }]);
  assert.deepEqual(fetched, [
    {
      url: 'https://files.example.in/a.pdf',
      local: false,
      deadlineMs: 60_000,
      connectTimeoutMs: 15_000,
      maxBytes: 25_000_000,
    },
  ]);
});

test('what is given up is not fetched; what is cancelled is not kept', async () => {
  const none = world([], () => false);
  assert.deepEqual(await none.keep(), { kind: 'given-up' });
  assert.equal(none.fetched.length, 0);
  const stopped = world([{ kind: 'failed', cancelled: true, what: { text: 'Cancelled.' } }]);
  assert.deepEqual(await stopped.keep(), { kind: 'given-up' });
  const failed = world([{ kind: 'failed', cancelled: false, what: { text: 'Gone.' } }]);
  assert.deepEqual(await failed.keep(), { kind: 'failed', what: { text: 'Gone.' } });
  assert.deepEqual([...stopped.kept, ...failed.kept], []);
});

test('another host is asked about before anything is sent to it, and http or this computer refused', async () => {
  const on: Fetched = { kind: 'elsewhere', url: 'https://store.example.in/b?sig=1' };
  const { asked, fetched, kept, keep } = world([on, pdf]);
  assert.equal((await keep()).kind, 'kept');
  assert.deepEqual(asked.at(-1), { kind: 'fetch', host: 'store.example.in', sentOn: 'files.example.in' });
  assert.equal(fetched[1]?.url, on.url);
  assert.equal(kept[0]?.host, 'store.example.in');
  const refused = world(
    [on],
    ({ kind, ...rest }) => kind === 'fetch' && 'sentOn' in rest && rest.sentOn === null,
  );
  assert.deepEqual(await refused.keep(), { kind: 'given-up' });
  assert.equal(refused.fetched.length, 1);
  const here = world([{ kind: 'elsewhere', url: 'https://127.0.0.1/x' }]);
  const done = await here.keep();
  assert.match(done.kind === 'failed' ? plain(done.what) : done.kind, /this computer/);
  assert.equal(here.asked.length, 1);
  const round = world([on, on, on, on, on]);
  assert.equal((await round.keep()).kind, 'failed');
  assert.equal(round.fetched.length, 4);
});

test('a link that may not be followed is refused before anybody is asked', async () => {
  const { asked, keep } = world([]);
  assert.equal((await keep({ link: 'http://files.example.in/a' })).kind, 'failed');
  assert.equal((await keep({ link: 'http://127.0.0.1:1/a' })).kind, 'failed');
  assert.equal(asked.length, 0);
  const sandbox = world([pdf]);
  const local = { origin: 'http://127.0.0.1:4000', link: 'http://127.0.0.1:4000/documents/rc-1.pdf' };
  assert.equal((await sandbox.keep(local)).kind, 'kept');
  assert.equal(sandbox.fetched[0]?.local, true);
});

test('a web page is kept only if the user says so', async () => {
  const { asked, keep } = world([page], ({ kind }) => kind === 'fetch');
  assert.deepEqual(await keep(), { kind: 'given-up' });
  assert.deepEqual(asked.at(-1), {
    kind: 'odd',
    host: 'files.example.in',
    what: { text: 'web page' },
    size: 22,
  });
  const meant = world([page]);
  assert.equal((await meant.keep()).kind, 'kept');
  assert.equal(meant.kept[0]?.format, 'html');
});

test('the very same document is not kept twice of one field', async () => {
  const { kept, keep } = world([pdf, pdf, pdf]);
  await keep();
  const again = await keep();
  assert.ok(again.kind === 'kept' && again.again);
  assert.equal(kept.length, 1);
  await keep({ field: 'data.result.credit_report_link' });
  assert.equal(kept.length, 2);
});

test('an order that was erased meanwhile keeps nothing, and it is said', async () => {
  const { keep, ports } = world([pdf]);
  const gone = async (): Promise<never> => {
    throw new Error('there is no such order');
  };
  const done = await keep({}, { ...ports, documents: { ...ports.documents, list: gone } });
  assert.match(
    done.kind === 'failed' ? plain(done.what) : done.kind,
    /could not be kept with its order: there is no such order$/,
  );
});

test('this computer is known by its names, whatever the port; what is no URL is elsewhere', () => {
  for (const origin of ['http://127.0.0.1:4000', 'http://localhost', 'https://[::1]:8443']) {
    assert.equal(isLocalOrigin(origin), true, origin);
  }
  for (const origin of ['https://files.example.in', 'localhost', '']) {
    assert.equal(isLocalOrigin(origin), false, origin);
  }
});
