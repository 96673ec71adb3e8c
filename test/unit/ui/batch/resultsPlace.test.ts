import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readEnvironments } from '../../../../src/calls/environments/environments.ts';
import type { ResultsTarget } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { root } from '../../house/sources.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPage } = await import('../../../../src/ui/batch/reviewPage.ts');
const { newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');
const { askResultsFile, startWithPlace } = await import('../../../../src/ui/batch/resultsPlace.ts');
const { ResultsFile } = await import('../../../../src/ui/batch/resultsFile.ts');

const fileUri = (path: string) => ({ scheme: 'file', path, fsPath: path, toString: () => `file://${path}` });
const event = () => ({ dispose: () => undefined });
const [, environment] = readEnvironments([
  { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' },
]).environments;

/** Two reviews of one file, as for two operations. What is started opens its results file as a started batch does. */
async function twoReviews(t: TestContext) {
  const folder = aFolder(t);
  const ledger = await aWindow(t, folder);
  const { aPanel } = tabsOfPages(t);
  const place = join(folder, 'cars-results.csv');
  Object.assign(vscode.Uri, {
    file: fileUri,
    joinPath: (base: { path: string }, ...parts: string[]) => fileUri(join(base.path, ...parts)),
  });
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event, fs: { isWritableFileSystem: () => true } });
  Object.assign(vscode.window, {
    // The name that the dialog proposes, which nothing has yet: nobody is asked whether to replace it.
    showSaveDialog: async () => fileUri(place),
  });
  const services = {
    ledger: async () => ledger,
    memory: { get: (_: string, none: unknown) => none, update: async () => undefined },
    environments: { current: () => environment, byIdentity: () => environment, onDidChange: event },
    keys: { onDidChange: event },
    onDidChangeFields: event,
    operation: operationById,
    operations: () => operations,
    batchReader: async () => batchReader,
    sending: { destination: async () => ({ environment }) },
    session: 'a window',
    now: () => noon,
    log: { warn: () => undefined, error: () => undefined },
    extensionUri: { path: root },
  };
  const started: { file: string; said: readonly string[] }[] = [];
  const batches = {
    services,
    mustBeFree: () => undefined,
    plan: async ({ results, said }: { results: ResultsTarget; said: readonly string[] }) => {
      started.push({ file: results.file, said });
      const of = { operation: operationById('rc-advanced'), batch: batchId(`b${started.length}`) };
      const file = await ResultsFile.open(ledger, of, results, true);
      const { text } = file as unknown as { text: { append(text: string): Promise<void> } };
      await text.append(`answers of batch ${started.length}\n`);
      await file.close();
      return true;
    },
  };
  const page = async (id: string) => {
    const text = 'rc_number\nMH00AB0001\n';
    const origin = { kind: 'text', name: 'cars.csv', text, uri: `file://${folder}/cars.csv` } as const;
    const kept = newReview(origin, 'rc-advanced');
    const one = new ReviewPage(batches as never, aPanel('Batch') as never, { id: pageId(id), seen: 0, kept });
    t.after(() => one.dispose());
    await one.load();
    return one as unknown as { askFile(): Promise<void>; start(): Promise<void>; readonly notice: string };
  };
  return {
    first: await page('11111111-2222-4333-8444-555555555555'),
    second: await page('11111111-2222-4333-8444-666666666666'),
    place,
    started,
  };
}

test('a results file that another batch wrote since its name was chosen is not emptied unasked', async (t) => {
  const { first, second, place, started } = await twoReviews(t);
  await first.askFile();
  await second.askFile();
  assert.equal(existsSync(place), false);
  await first.start();
  assert.match(readFileSync(place, 'utf8'), /answers of batch 1/);
  await second.start();
  assert.match(readFileSync(place, 'utf8'), /answers of batch 1/);
  assert.equal(started.length, 1);
  assert.match(second.notice, /^Nothing was sent: .+cars-results\.csv has changed since it was chosen/);

  // A free name is proposed, and the last question names it.
  await second.start();
  const other = place.replace('.csv', '-2.csv');
  assert.equal(started[1]?.file, other);
  assert.deepEqual(started[1].said.slice(-1), [`Results, masked in all columns: ${other}`]);
  assert.match(readFileSync(place, 'utf8'), /answers of batch 1/);
  assert.match(readFileSync(other, 'utf8'), /answers of batch 2/);
});

test('a results file that came while the last question stood is not emptied, and the batch does not start', async (t) => {
  const { place } = await twoReviews(t);
  const target = { format: 'csv', masked: true, file: place } as const;
  writeFileSync(place, 'answers of another window\n');
  const starts: unknown[] = [];
  const start = async (started: unknown) => void starts.push(started);
  await assert.rejects(
    startWithPlace({ ...target, stood: null }, [], start),
    /has changed since it was chosen/,
  );
  assert.deepEqual([starts, readFileSync(place, 'utf8')], [[], 'answers of another window\n']);

  // What the user saw there and agreed to replace is replaced; written since, it is not what they saw.
  const agreed = await askResultsFile(place, null);
  assert.ok(agreed);
  await startWithPlace({ ...target, ...agreed }, [], start);
  assert.deepEqual(starts, [target]);
  appendFileSync(place, 'and more of them\n');
  await assert.rejects(
    startWithPlace({ ...target, ...agreed }, [], start),
    /has changed since it was chosen/,
  );
  assert.equal(starts.length, 1);
});

test('a new results file is there before its batch starts, and goes where the batch does not start', async (t) => {
  const { place } = await twoReviews(t);
  const results = { format: 'csv', masked: true, file: place, stood: null } as const;
  const refused = startWithPlace(results, [], async () => {
    assert.equal(existsSync(place), true);
    throw new Error('another window runs it');
  });
  await assert.rejects(refused, /another window runs it/);
  assert.equal(existsSync(place), false);
  await startWithPlace(results, [], async () => undefined);
  assert.equal(readFileSync(place, 'utf8'), '');

  const nowhere = { ...results, file: join(place, 'cars-results.csv'), stood: 'not known' };
  await assert.rejects(
    startWithPlace(nowhere, [], async () => assert.fail('it started')),
    /^Error: The results file could not be written, so nothing was sent: /,
  );
});
