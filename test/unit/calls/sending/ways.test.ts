import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallWay } from '../../../../src/calls/ports/ports.ts';
import type { SendingPorts } from '../../../../src/calls/sending/ports.ts';
import { Ways } from '../../../../src/calls/sending/ways.ts';

const url = 'https://api.example.invalid/api/v1/x';

interface Stand {
  readonly ways: Ways;
  readonly asked: CallWay[];
  refuses: string | null;
}

/** Ways that are found after so many ms. */
function stand(took: number, asks = true): Stand {
  const asked: CallWay[] = [];
  let now = 10_000;
  const made: Stand = { ways: new Ways(ports()), asked, refuses: null };
  function ports(): SendingPorts {
    const refuses = async (way: CallWay): Promise<{ text: string } | null> => {
      asked.push(way);
      now += took;
      return made.refuses === null ? null : { text: made.refuses };
    };
    const transport = async () => (asks ? { refuses } : {});
    return { settings: { connectTimeoutMs: () => 77 }, now: () => now, transport } as unknown as SendingPorts;
  }
  return made;
}

for (const [took, kind] of [
  [0, 'found'],
  [250, 'found'],
  [251, 'late'],
  [-250, 'found'],
  [-251, 'late'],
] as const) {
  test(`a way that was waited for by ${took} ms is ${kind}, and known after that`, async () => {
    const { ways, asked } = stand(took);
    assert.equal((await ways.to(url)).kind, kind);
    assert.deepEqual(await ways.to(url), { kind: 'found', way: { url, connectTimeoutMs: 77 } });
    assert.deepEqual(asked, [{ url, connectTimeoutMs: 77 }]);
  });
}

test('each address has its way, and all are asked for anew once they are to be forgotten', async () => {
  const { ways, asked } = stand(0);
  for (const one of [url, `${url}/y`, url]) await ways.to(one);
  assert.equal(asked.length, 2);
  ways.forget();
  await ways.to(url);
  assert.equal(asked.length, 3);
});

test('a way that is refused is not known', async () => {
  const one = stand(0);
  one.refuses = 'No proxy.';
  assert.deepEqual(await one.ways.to(url), { kind: 'refused', why: { text: 'No proxy.' } });
  one.refuses = null;
  assert.equal((await one.ways.to(url)).kind, 'found');
});

test('what sends and refuses nothing finds every way', async () => {
  assert.deepEqual(await stand(0, false).ways.to(url), {
    kind: 'found',
    way: { url, connectTimeoutMs: 77 },
  });
});
