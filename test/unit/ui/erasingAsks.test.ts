import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OrderId } from '../../../src/calls/ports/ids.ts';
import type { OrderFilter } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { commandIds } from '../../../src/contributions.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const order = anOrder();
let erased: readonly OrderId[] = [];
let settled = 0;
/** Of these. */
let paid = 0;

const services = {
  now: () => 0,
  ledger: async () => ({
    get: async () => order,
    setAside: async () => [],
    countUpTo: async ({ group, filter }: { readonly group: string; readonly filter: OrderFilter }) => {
      if (group !== 'rest' || filter.to !== new Date(2026, 0, 31).getTime()) return 0;
      if (filter.kind === undefined) return settled;
      assert.deepEqual([filter.kind, filter.billings], ['live', ['billed', 'unknown']]);
      return paid;
    },
    eraseSettledBefore: async () => ({ orders: settled, leftOpen: 0 }),
    erase: async (ids: readonly OrderId[]) => {
      erased = ids;
      return { orders: ids.length, leftOpen: 0 };
    },
  }),
} as never;

describe('the question before erasing', () => {
  let told: Told;
  let eraseOrders: typeof import('../../../src/ui/history/erase.ts').eraseOrders;
  let eraseBefore: typeof import('../../../src/ui/history/erase.ts').eraseBefore;
  before(async () => {
    told = await standInForVscode();
    ({ eraseBefore, eraseOrders } = await import('../../../src/ui/history/erase.ts'));
  });

  it('opens what erasing takes and keeps, and erases nothing then', async () => {
    told.answers.push('Learn More');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, []);
    assert.deepEqual(told.shown.at(-1), [commandIds.openPrivacy]);
  });

  it('erases by its own word alone', async () => {
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, []);
    told.answers.push('Erase');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(erased, [order.id]);
  });

  it('erases nothing by a key that is held, or pressed again, before it can have been read', async () => {
    erased = [];
    told.readsFor = 0;
    told.answers.push('Erase', 'Erase');
    await eraseOrders(services, [order.id]);
    told.readsFor = 750;
    assert.deepEqual(erased, []);
    assert.match(JSON.stringify(told.shown.at(-1)), /Pressed before it could be read: nothing was done\./);
  });

  it('names the input of a single order, covered', async () => {
    await eraseOrders(services, [order.id]);
    assert.ok(JSON.stringify(told.shown.at(-1)).includes(`Erase the order of ${order.maskedInput}?`));
    await eraseOrders(services, [order.id, order.id]);
    assert.ok(JSON.stringify(told.shown.at(-1)).includes('Erase 2 orders?'));
  });

  it('says of a single order which call it was and when: many inputs look alike once they are covered', async () => {
    await eraseOrders(services, [order.id]);
    const [, { detail }] = told.shown.at(-1) as [string, { readonly detail: string }];
    const when = new Date(order.begunAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
    assert.equal(detail.split('\n')[0], `${operationById(order.operation).title} · ${when}`);
    await eraseOrders(services, [order.id, order.id]);
    assert.match(JSON.stringify(told.shown.at(-1)), /"detail":"Request, answer/);
  });

  /** What is asked before what is older than a day is erased. */
  const askedBefore = async (): Promise<readonly [question: string, detail: string]> => {
    const vscode = await import('vscode');
    const { showInputBox } = vscode.window;
    Object.assign(vscode.window, { showInputBox: async () => '2026-01-31' });
    await eraseBefore(services);
    Object.assign(vscode.window, { showInputBox });
    const [question, { detail }] = told.shown.at(-1) as [string, { readonly detail: string }];
    return [question, detail];
  };

  it('says how many orders a day means: a wrong year takes all there are', async () => {
    for (const [count, words] of [
      [1, '1 order'],
      [2345, '2,345 orders'],
    ] as const) {
      settled = count;
      const [question, detail] = await askedBefore();
      assert.equal(question, 'Erase all settled orders before 2026-01-31?');
      assert.equal(detail.split('\n')[0], words);
      assert.match(detail, /This cannot be undone\.$/);
    }
  });

  it('says of a day as of a single order what goes with those that were paid for', async () => {
    [settled, paid] = [1, 1];
    const [, one] = await askedBefore();
    assert.match(one, /undone\. Without it the same input is sent with no warning\.$/);
    [settled, paid] = [2345, 1234];
    const [, many] = await askedBefore();
    assert.match(many, /undone\. Live and billed, or perhaps: 1,234\. Without them /);
  });

  it('says of one order that it was one', async () => {
    told.answers.push('Erase');
    await eraseOrders(services, [order.id]);
    assert.deepEqual(told.shown.at(-1), ['1 order erased.']);
    told.answers.push('Erase');
    await eraseOrders(services, [order.id, order.id]);
    assert.deepEqual(told.shown.at(-1), ['2 orders erased.']);
  });
});
