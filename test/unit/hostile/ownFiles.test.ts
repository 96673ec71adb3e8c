import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { type PlainDocument, plainDocument, plainVscode, reset, world } from '../../support/plainVscode.ts';
import { anOrder } from '../calls/orders.ts';

const { AnswerCopies } = await import('../../../src/ui/documents/answerCopies.ts');
const { documentUri } = await import('../../../src/ui/documents/both/orderDocuments.ts');
const { exportOrders } = await import('../../../src/ui/history/exportOrders.ts');
const { saveList } = await import('../../../src/ui/documents/saveList.ts');
const { writeBeside } = await import('../../../src/ui/base/writeBeside.ts');
const { orderId } = await import('../../../src/calls/ports/ids.ts');

let folder = '';

beforeEach(() => {
  reset();
  folder = mkdtempSync(join(tmpdir(), 'own-files-'));
});

/** What a user may have under the names that exports used to take for their own. */
function keepsakes(target: string): string[] {
  mkdirSync(join(folder, `${target}.partial`));
  writeFileSync(join(folder, `${target}.partial`, 'mine.txt'), 'mine');
  mkdirSync(join(folder, `.${target}.partial`));
  return readdirSync(folder).sort();
}

describe('what is written beside its target', () => {
  it('leaves a failed, a cancelled and a finished one without a trace of another name', async () => {
    const target = join(folder, 'all.txt');
    const write = async (path: string): Promise<string> => {
      writeFileSync(path, 'x');
      return path;
    };
    await assert.rejects(
      writeBeside(target, (path) => write(path).then(() => Promise.reject(new Error('full')))),
    );
    assert.equal(await writeBeside(target, (path) => write(path).then(() => null)), null);
    assert.deepEqual(readdirSync(folder), []);
    await writeBeside(target, write);
    assert.deepEqual(readdirSync(folder), ['all.txt']);
  });

  it('leaves nothing in clear where its window closes while it is written', () => {
    const writing = `
      import { writeFileSync } from 'node:fs';
      import { writeBeside } from ${JSON.stringify(import.meta.resolve('../../../src/ui/base/writeBeside.ts'))};
      void writeBeside(${JSON.stringify(join(folder, 'all.txt'))}, async (path) => {
        writeFileSync(path, 'half');
        process.exit(0);
      });`;
    const flags = [
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      '--input-type=module',
      '--eval',
      writing,
    ];
    assert.equal(spawnSync(process.execPath, flags).status, 0);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('takes no folder from under its user', async () => {
    mkdirSync(join(folder, 'all'));
    writeFileSync(join(folder, 'all', 'mine.txt'), 'mine');
    await assert.rejects(
      writeBeside(join(folder, 'all'), async (path) => {
        mkdirSync(path);
        return path;
      }),
    );
    assert.deepEqual(readdirSync(folder), ['all']);
    assert.equal(readFileSync(join(folder, 'all', 'mine.txt'), 'utf8'), 'mine');
  });
});

describe('an export', () => {
  const ledger = { get: async () => anOrder({ payloadsKept: false }) };
  const services = { ledger: async () => ledger, now: () => 0, operation: operationById };

  async function run(label: string, target: string): Promise<void> {
    const chosen = (items: readonly unknown[]): unknown =>
      (items[0] as { label: string }[]).findLast((item) => item.label === label);
    world.choices.push(chosen);
    if (label !== 'CSV') world.choices.push((given) => given.at(-1));
    world.choices.push(() => plainVscode.Uri.file(join(folder, target)));
    await exportOrders(services as never, { ids: [orderId('a')] });
  }

  it('of raw bodies removes nothing that it did not make', async () => {
    const before = keepsakes('bodies');
    await run('Folder of raw bodies', 'bodies');
    assert.deepEqual(readdirSync(folder).sort(), [...before, 'bodies'].sort());
    assert.equal(readFileSync(join(folder, 'bodies.partial', 'mine.txt'), 'utf8'), 'mine');
    assert.equal(statSync(join(folder, 'bodies')).mode & 0o777, 0o700);
  });

  it('of rows, and of a table, neither', async () => {
    const before = keepsakes('rows.csv');
    await run('CSV', 'rows.csv');
    assert.deepEqual(readdirSync(folder).sort(), [...before, 'rows.csv'].sort());
    assert.equal(statSync(join(folder, 'rows.csv')).mode & 0o777, 0o600);
    world.choices.push(() => plainVscode.Uri.file(join(folder, 'table.csv')));
    const lists = { csv: () => ['a,b\r\n'], plainName: (path: string) => path };
    const reveal = { all: false, rows: [], cells: [] };
    await saveList({ lists, prepare: () => undefined }, { path: 'x', reveal } as never);
    assert.equal(readFileSync(join(folder, 'table.csv'), 'utf8'), 'a,b\r\n');
    assert.deepEqual(readdirSync(folder).sort(), [...before, 'rows.csv', 'table.csv'].sort());
  });
});

describe('a copy of an answer', () => {
  const address = { orderId: orderId('o'), sorted: false } as const;
  const [whole, covered] = [
    documentUri({ ...address, masked: false }),
    documentUri({ ...address, masked: true }),
  ];
  const texts = { whole: '{"pan": "ABCPE1234F"}', masked: '{"pan": "AB••••••4F"}' };

  /** Opens the copy of what is in the editor; the documents that were shown. */
  async function copied(masked: boolean): Promise<readonly PlainDocument[]> {
    world.documents.set(whole.path, texts.whole).set(covered.path, texts.masked);
    world.active = plainDocument({ ...(masked ? covered : whole) }, masked ? texts.masked : texts.whole);
    await new AnswerCopies().open();
    return world.shown.flatMap(({ what, given }) =>
      what === 'showTextDocument' ? [given[0] as PlainDocument] : [],
    );
  }

  it('of a masked answer is that', async () => {
    const [copy, ...more] = await copied(true);
    assert.deepEqual([copy?.uri.scheme, copy?.getText(), more.length], ['untitled', texts.masked, 0]);
  });

  // VS Code writes a document without a name to its backups within a second.
  it('of an uncovered answer is masked, too, as long as it has no name', async () => {
    world.choices.push(() => 'Edit Masked Copy');
    const [copy] = await copied(false);
    assert.deepEqual([copy?.uri.scheme, copy?.getText()], ['untitled', texts.masked]);
  });

  it('is whole only in a file that its user names, for nobody else to read', async () => {
    const file = join(folder, 'answer.json');
    world.choices.push(
      () => 'Save With Personal Data…',
      () => plainVscode.Uri.file(file),
    );
    const [copy] = await copied(false);
    assert.deepEqual([copy?.uri.scheme, copy?.getText()], ['file', texts.whole]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('is not made where its user gives up', async () => {
    assert.deepEqual(await copied(false), []);
    world.choices.push(() => 'Save With Personal Data…');
    assert.deepEqual(await copied(false), []);
    assert.equal(existsSync(join(folder, 'answer.json')), false);
  });
});
