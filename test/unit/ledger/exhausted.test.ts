import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../client/servers.ts';
import { aFolder, aWindow, place } from './aLedger.ts';
import { type Harm, type Step, type StepReport, steps } from './stepSender.ts';

/*
 * A call while the computer runs out of something, at each of its steps, in a process of its own. Whatever happens: it arrives
 * once at most; what arrived is told neither as not sent nor as free, is in the history, and its answer is shown.
 * LEDGER_STOP_MS=60000 stops a process for a minute.
 */
const posix = process.platform !== 'win32';
const stopMs = Number(process.env.LEDGER_STOP_MS ?? 2_500);
const limits = { timeout: 60_000 + stopMs };
const sender = join(import.meta.dirname, 'stepSender.ts');
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
const envelope = JSON.stringify({
  status_code: 200,
  message_code: 'success',
  charged: true,
  order_id: 'ORD-HARMED-1',
  success: true,
  data: { filler: 'y'.repeat(30_000) },
});

/** A service that charges, and counts the calls it has read. */
async function aService(t: TestContext): Promise<{ readonly url: string; readonly book: () => number }> {
  let arrived = 0;
  const server = createServer((request, answer) => {
    request.resume().on('end', () => {
      arrived += 1;
      setTimeout(() => answer.setHeader('content-type', 'application/json').end(envelope), 500);
    });
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}`, book: () => arrived };
}

interface Way {
  readonly folder: string;
  /** Most descriptors of the process; 0 = as many as there are. */
  readonly descriptors?: number;
  readonly unprivileged?: true;
}

async function sent(t: TestContext, way: Way, url: string, harm: Harm, step: Step): Promise<StepReport> {
  const command = `${way.descriptors === undefined ? '' : `ulimit -n ${way.descriptors}; `}exec "$@"`;
  const rights = way.unprivileged === true ? ['unprivileged'] : [];
  const args = ['-c', command, 'sh', process.execPath, quiet, sender, way.folder, url, harm, step, ...rights];
  const child = spawn('/bin/sh', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let [said, complained] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  child.stdout.setEncoding('utf8').on('data', async (text: string) => {
    said += text;
    if (harm !== 'stop' || !/^step$/m.test(text)) return;
    await sleep(stopMs);
    child.kill('SIGCONT');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const line = said.split('\n').find((one) => one.startsWith('{'));
  assert.ok(line !== undefined, `it told nothing: ${said}${complained}`);
  return JSON.parse(line) as StepReport;
}

/** What holds of every call, and the words for what came of it. */
function judged(report: StepReport, arrived: number): string {
  const where = JSON.stringify({ ...report, shown: report.shown.length, arrived });
  assert.ok(arrived <= 1, where);
  assert.ok(report.sentences.length <= 1, `one sentence: ${where}`);
  if (report.kind === 'not-begun') {
    assert.equal(arrived, 0, where);
    assert.deepEqual(report.kept, [], where);
    assert.match(report.sentences[0] ?? '', /^Not sent: .*Nothing was billed/, where);
    return 'not begun';
  }
  assert.equal(report.kind, 'settled', where);
  assert.equal(report.kept.length, 1, where);
  assert.match(
    report.kept[0] ?? '',
    new RegExp(`^settled ${report.billing}$`),
    `kept late at the latest: ${where}`,
  );
  if (arrived === 0) {
    assert.deepEqual([report.outcome, report.billing], ['not-sent', 'free'], where);
    assert.match(report.sentences[0] ?? '', /Nothing was sent/, where);
    return 'not sent';
  }
  assert.notEqual(report.outcome, 'not-sent', where);
  assert.notEqual(report.billing, 'free', where);
  if (report.shown !== envelope) {
    assert.deepEqual([report.billing, report.shown], ['unknown', ''], where);
    return 'unknown';
  }
  assert.equal(report.billing, 'billed', where);
  if (report.sentences.length === 0) return 'answered';
  assert.match(report.sentences[0] ?? '', /^The outcome of this call is not in the order history yet: /);
  assert.equal(report.offered, true, where);
  return 'answered, kept late';
}

/** A file system of its own, so small that it can be filled; null where none may be mounted. */
function aSmallDisk(t: TestContext): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  return join(folder, 'ledger');
}

const full: Readonly<Record<Step, string>> = {
  'before begin': 'not begun',
  'after begin': 'answered, kept late',
  'while out': 'answered, kept late',
  'when it came': 'answered, kept late',
  'while settling': 'answered, kept late',
};
const linux = { ...limits, skip: process.platform === 'linux' ? false : 'tmpfs is a file system of Linux' };

describe('a call while the computer runs out of something', { concurrency: 3 }, () => {
  for (const step of steps) {
    it(`a disk that is full ${step}`, linux, async (t) => {
      const folder = aSmallDisk(t);
      if (folder === null) {
        t.skip('nothing may be mounted here');
        return;
      }
      const { url, book } = await aService(t);
      const report = await sent(t, { folder }, url, 'full', step);
      assert.equal(judged(report, book()), full[step], report.sentences.join());
      assert.match(report.sentences.join(), /full/);
    });

    it(`no descriptors left ${step}`, { ...limits, skip: !posix }, async (t) => {
      const { url, book } = await aService(t);
      const report = await sent(t, { folder: aFolder(t), descriptors: 96 }, url, 'descriptors', step);
      const early = step === 'before begin' || step === 'after begin';
      assert.equal(judged(report, book()), early ? 'not sent' : 'answered');
      assert.match(
        report.sentences.join(),
        early ? /has no resources left for a connection .* \(EMFILE\)/ : /^$/,
      );
    });

    it(`stopped for ${stopMs} ms ${step}`, { ...limits, skip: !posix }, async (t) => {
      const { url, book } = await aService(t);
      const report = await sent(t, { folder: aFolder(t) }, url, 'stop', step);
      // Longer than its deadline: what came in the meantime is read first.
      assert.equal(judged(report, book()), 'answered', JSON.stringify(report.sentences));
    });
  }

  it('no descriptors left to look a name up with', { ...limits, skip: !posix }, async (t) => {
    const { url, book } = await aService(t);
    const named = url.replace('127.0.0.1', 'localhost');
    const report = await sent(
      t,
      { folder: aFolder(t), descriptors: 96 },
      named,
      'descriptors',
      'after begin',
    );
    assert.equal(judged(report, book()), 'not sent');
    assert.match(report.sentences.join(), /has no resources left for a connection to localhost/);
  });

  it('a folder that may not be written: nothing is sent', { ...limits, skip: !posix }, async (t) => {
    const folder = aFolder(t);
    const ledger = await aWindow(t, folder);
    await place(ledger, 'a');
    await ledger.close();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o555);
    const { url, book } = await aService(t);
    const report = await sent(t, { folder, unprivileged: true }, url, 'read-only', 'before begin');
    assert.deepEqual([report.kind, book()], ['not-begun', 0]);
    assert.match(
      report.sentences[0] ?? '',
      /^Not sent: the order history cannot be written.*Nothing was billed/,
    );
  });

  for (const step of steps) {
    it(`a folder that becomes read-only ${step}`, { ...limits, skip: !posix }, async (t) => {
      const outer = aFolder(t);
      chmodSync(outer, 0o755);
      const folder = join(outer, 'ledger');
      mkdirSync(folder);
      if (process.getuid?.() === 0) chownSync(folder, 65_534, 65_534);
      const { url, book } = await aService(t);
      const report = await sent(t, { folder, unprivileged: true }, url, 'read-only', step);
      // What was opened before stays open: no order is lost.
      assert.equal(judged(report, book()), 'answered');
    });
  }
});
