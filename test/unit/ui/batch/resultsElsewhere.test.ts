import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsElsewhere } from '../../../../src/ui/batch/resultsElsewhere.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aRun, b, SimulatedClock, startRows, verified } from '../../calls/batch/aRun.ts';
import { aLedger } from '../../ledger/aLedger.ts';

/** A file that is only read and written as a whole, and a clock that writing moves. */
class Far {
  bytes: Uint8Array | null = null;
  writes = 0;
  broken: Error | null = null;
  at = 0;
  takes = 0;
  readonly read = async (): Promise<Uint8Array | null> => this.bytes;
  readonly write = async (bytes: Uint8Array): Promise<void> => {
    if (this.broken !== null) throw this.broken;
    this.at += this.takes;
    this.writes += 1;
    this.bytes = Buffer.from(bytes);
  };

  text(): string | null {
    return this.bytes === null ? null : Buffer.from(this.bytes).toString();
  }

  open(bytes = 1000, mayWait = true): ResultsElsewhere {
    const most = { bytes, error: () => new Error('too large') };
    return new ResultsElsewhere(
      this,
      () => this.at,
      most,
      () => mayWait,
    );
  }
}

async function linesOf(text: ResultsElsewhere): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of text.lines()) lines.push(line);
  return lines;
}

describe('results in a folder that VS Code alone reaches', () => {
  it('are written again in time where the clock was set back', async () => {
    const far = new Far();
    far.at = 3_600_000;
    const text = far.open();
    await text.open(true);
    far.at = 0;
    await text.append('a\n');
    assert.deepEqual([far.text(), far.writes], ['a\n', 2]);
    await text.append('b\n');
    assert.equal(far.writes, 2, 'from then on by the clock of now');
  });

  it('are written again in time where the computer slept while they were written', async () => {
    const far = new Far();
    far.takes = 8 * 3_600_000;
    const text = far.open();
    await text.open(true);
    far.at += 600_000;
    await text.append('a\n');
    assert.equal(far.text(), 'a\n');
  });

  it('are written as a whole, the more seldom the longer that takes, and when asked', async () => {
    const far = new Far();
    far.takes = 1000;
    const text = far.open();
    assert.equal(await text.open(true), false);
    assert.deepEqual([far.text(), far.writes], ['', 1]);
    await text.append('a\n');
    far.at += 19_999;
    await text.append('b\n');
    assert.equal(far.writes, 1);
    await text.save(true);
    assert.equal(far.writes, 1);
    far.at += 1;
    await text.save(true);
    assert.deepEqual([far.text(), far.writes], ['a\nb\n', 2]);
    await text.append('c\n');
    assert.equal(far.text(), 'a\nb\n');
    await text.save();
    assert.equal(far.text(), 'a\nb\nc\n');
    assert.equal(await text.end(), true);
    assert.equal(far.writes, 3);
    assert.deepEqual(await linesOf(text), ['a', 'b', 'c']);
  });

  it('are written at once where the order history keeps no answers to add them from', async () => {
    const far = new Far();
    const text = far.open(1000, false);
    await text.open(true);
    await text.append('a\n');
    assert.equal(far.text(), 'a\n');
    await text.append('b\n');
    // The window is killed here.
    assert.equal(far.text(), 'a\nb\n');
  });

  it('lose a line that broke off once something is added, and what stood there once they are chosen anew', async () => {
    const far = new Far();
    far.bytes = Buffer.from('a\r\nb\r\nhal');
    const text = far.open();
    assert.deepEqual([await text.open(false), text.unended], [true, true]);
    text.cut();
    assert.deepEqual(await linesOf(text), ['a', 'b']);
    await text.end();
    assert.equal(far.text(), 'a\r\nb\r\nhal');
    far.at += 5000;
    await text.append('c\r\n');
    assert.equal(far.text(), 'a\r\nb\r\nc\r\n');
    assert.equal(await far.open().open(true), false);
    assert.equal(far.text(), '');
  });

  it('get a line break behind a line that was saved without one, also where it was refused at first', async () => {
    const far = new Far();
    far.bytes = Buffer.from('a\r\nb');
    const text = far.open();
    await text.open(false);
    far.broken = new Error('no way there');
    await assert.rejects(text.append('c\r\n'), /no way there/);
    far.broken = null;
    await text.append('c\r\n');
    await text.append('d\r\n');
    await text.save();
    assert.equal(far.text(), 'a\r\nb\r\nc\r\nd\r\n');
  });

  it('hold nothing that was refused, so that it can be handed over again', async () => {
    const far = new Far();
    const text = far.open(8);
    await text.open(true);
    await text.append('a\n');
    far.at += 5000;
    far.broken = new Error('no way there');
    await assert.rejects(text.append('b\n'), /no way there/);
    far.broken = null;
    await text.append('b\n');
    assert.equal(far.text(), 'a\nb\n');
    await assert.rejects(text.append('too much\n'), /too large/);
    assert.equal(await text.end(), true);
    assert.equal(far.text(), 'a\nb\n');
  });

  it('stay as they were where they cannot be exchanged', async () => {
    const far = new Far();
    const text = far.open();
    await text.open(true);
    await text.append('a\n');
    await text.save();
    far.broken = new Error('no way there');
    async function* wider(): AsyncIterable<string> {
      yield 'wide\n';
    }
    await assert.rejects(text.exchange(wider()), /no way there/);
    assert.deepEqual(await linesOf(text), ['a']);
    far.broken = null;
    await text.exchange(wider());
    assert.equal(far.text(), 'wide\n');
  });
});

async function rowsIn(t: TestContext, between: (far: Far) => void): Promise<string[]> {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001', 'XX00AA1002']);
  const { run } = await aRun(ledger, new SimulatedClock(), { send: async () => verified }, {});
  await run.run();
  const far = new Far();
  const of = { operation: operationById('rc-advanced'), batch: b };
  const target = { file: 'far:/rows.ndjson', format: 'ndjson', masked: true } as const;
  const first = await ResultsFile.open(ledger, of, target, true, far.open(1_000_000));
  await first.complete();
  await first.close();
  between(far);
  const second = await ResultsFile.open(ledger, of, target, false, far.open(1_000_000));
  await second.complete();
  await second.close();
  return (far.text() ?? '').trimEnd().split('\n');
}

for (const [what, between] of [
  ['is complete', () => undefined],
  ['was cut off', (far: Far) => (far.bytes = far.bytes?.subarray(0, -5) ?? null)],
  ['is gone', (far: Far) => (far.bytes = null)],
] as const) {
  it(`a batch's results there hold each row once when the file ${what}`, async (t) => {
    const rows = (await rowsIn(t, between)).map((line) => JSON.parse(line).row);
    assert.deepEqual(rows.sort(), [1, 2, 3]);
  });
}
