import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { pendingTwin } from '../../../src/calls/guard/twins.ts';
import { ndjsonLine } from '../../../src/calls/orders/exportRows.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { publicOutcome } from '../../../src/calls/sending/publicOutcome.ts';
import type { Settled } from '../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { plain } from '../../../src/contract/words.ts';
import { requestFileForms } from '../../../src/requests/saved.ts';
import type { Drift } from '../../../src/shapes/model.ts';
import { snippet } from '../../../src/snippets/snippets.ts';
import { aNewOrder } from '../calls/orders.ts';
import { everything, type PlantedCase, plantedCases, tracesIn } from './planted.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const operation = operationById('credit-report');
const now = Date.UTC(2026, 10, 22);
/** Departures whose keys are what the person is known by. */
const drifts: readonly Drift[] = everything.map((value) => ({
  grade: 'new',
  path: [{ key: 'data' }, { key: value }],
  what: { kind: 'new-field', found: ['string'] },
  inputs: 120,
}));
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A maker of something that a person, another program or another extension reads. */
type Maker = (planted: PlantedCase) => unknown;

let told: Told;
let makers: Readonly<Record<string, Maker>>;

/** A history of the one order. */
function servicesOf({ order, payloads }: PlantedCase): never {
  const page = { orders: [order], next: null };
  const sent = { at: now, body: payloads.answer?.body ?? null };
  const followUps = { texts: async () => [sent] };
  const ledger = {
    ...{ get: async () => order, list: async () => page, payloads: async () => payloads },
    followUps,
  };
  return { ledger: async () => ledger, now: () => now, operation: () => operation } as never;
}

async function pages(): Promise<Record<string, Maker>> {
  const { answerView, contentsOf } = await import('../../../src/ui/answers/answerView.ts');
  const { readOrder } = await import('../../../src/ui/answers/orderReading.ts');
  const { orderDetails } = await import('../../../src/ui/answers/orderDetails.ts');
  const { dueDetails } = await import('../../../src/ui/answers/orderDue.ts');
  const { pieceHandlers } = await import('../../../src/ui/panels/answerPieces.ts');
  const partsOf = ({ order, payloads }: PlantedCase, isAsked = true) => {
    const { answer, requestBody } = payloads;
    const about = { operation, revealed: new Set<string>(), warning: null, now, drifts };
    return {
      order,
      reading: readOrder(order, answer),
      answer,
      requestBody: isAsked ? requestBody : null,
      ...about,
    };
  };
  return {
    'the page of an answer': (one) => answerView(partsOf(one), plain),
    'lists, lines and copies of an answer': async (one) => {
      const parts = partsOf(one);
      const contents = contentsOf(parts);
      const headers = parts.answer?.head?.headers ?? [];
      const source = () => ({ contents, headers, request: () => '' });
      const handlers = pieceHandlers({ source, saveTable: async () => undefined });
      const orderId = one.order.id;
      await handlers['answer/copy']({ orderId, what: 'headers', revealed: false });
      await handlers['answer/copy']({ orderId, what: 'raw', revealed: false });
      contents.prepare();
      const reveal = { all: false, rows: [], cells: [] };
      const query = { sort: null, filter: '', only: null };
      const lists = contents.lists.paths.map((path) => [
        ...contents.lists.csv({ path, query, reveal }),
        contents.lists.rows({ path, query, reveal, from: 0, count: 9 }),
      ]);
      return [
        lists,
        await contents.lines({ revealed: false, folded: [], from: 0, count: 999 }),
        told.copied.splice(0),
      ];
    },
    'the page of an order': async (one) => {
      const shown = { ...partsOf(one) };
      const body = one.payloads.answer?.body ?? new Uint8Array();
      const texts = async () => [{ at: now, body }];
      const ledger = { followUps: { texts }, documents: { list: async () => [] } } as unknown as Ledger;
      const due = await dueDetails(ledger, shown, operation, { input: false, support: false }, now);
      const resolution = { at: now, outcome: 'verified' as const, note: '', pasted: body };
      const all = { ...due, unproven: '', writing: null };
      return orderDetails(shown, operation, [{ kind: 'resolved', at: now, resolution }], '', all, now);
    },
    'a document of an answer, and a comparison': async (one) => {
      const { documentText } = await import('../../../src/ui/documents/documentText.ts');
      const load = async () => partsOf(one);
      const ports = { load, operation: () => operation, now: () => now };
      const address = { orderId: one.order.id, masked: true, sorted: false };
      return [
        await documentText(address, ports),
        await documentText({ ...address, sorted: true, against: one.order.id }, ports),
      ];
    },
  };
}

async function documents(): Promise<Record<string, Maker>> {
  const { answerHover } = await import('../../../src/ui/documents/answerWords.ts');
  const { readableBody } = await import('../../../src/ui/answers/rawView.ts');
  const { compareOrders } = await import('../../../src/ui/history/compare.ts');
  return {
    'the hovers of a document': ({ payloads }) => {
      const own = new OwnInput(operation, text(payloads.requestBody));
      const content = readableBody(operation, payloads.answer?.body ?? new Uint8Array(), true, own);
      const document = { getText: () => content, offsetAt: Number, positionAt: Number } as never;
      return Array.from({ length: content.length / 3 }, (_, at) => answerHover(document, (at * 3) as never));
    },
    'the title of a comparison': async (one) => {
      told.shown.length = 0;
      await compareOrders(servicesOf(one), [one.order.id, one.order.id], 'masked');
      return [...told.shown];
    },
  };
}

async function lists(): Promise<Record<string, Maker>> {
  const { orderItem } = await import('../../../src/ui/start/trees/orderRow.ts');
  const { filterWords } = await import('../../../src/ui/words/both/filterWords.ts');
  const { orderColumnIds, RowWords } = await import('../../../src/ui/history/ordersPageColumns.ts');
  const { rowWords } = await import('../../../src/ui/batch/batchWords.ts');
  const { usageCsv } = await import('../../../src/calls/usage/usageRows.ts');
  const { reconcile } = await import('../../../src/calls/statements/reconcile.ts');
  const { reconcileCsv } = await import('../../../src/calls/statements/reconcileRows.ts');
  const row = {
    row: 0,
    line: 1,
    call: 0,
    state: 'done',
    why: null,
    sameAs: null,
    masked: '',
    order: null,
    earlierOrderId: null,
  } as const;
  return {
    'the row in the history, its tooltip and its spoken name': ({ order }) => orderItem(order, now),
    'the row on the orders page': ({ order }) => new RowWords(now).row(order, [...orderColumnIds], 'none'),
    'the words of a filter': ({ order }) => filterWords({ messageCodes: [order.messageCode ?? ''] }, now),
    'a row of a batch': ({ order }) => rowWords({ ...order, ...row }),
    'usage as CSV': ({ order }) => {
      const counts = { day: '2026-11-21', repeat: false, calls: 1 };
      return usageCsv([{ ...order, ...counts }]);
    },
    'a comparison with a statement': ({ order }) => reconcileCsv(reconcile([], [order])),
  };
}

async function files(): Promise<Record<string, Maker>> {
  const { maskedRequest, readableBody } = await import('../../../src/ui/answers/rawView.ts');
  const { resultCells, resultsOf } = await import('../../../src/calls/batch/results.ts');
  return {
    'a saved request file': ({ payloads }) =>
      requestFileForms(operation, text(payloads.requestBody))?.withPlaceholders,
    'a request as masked code': ({ payloads }) => {
      const url = 'https://api.example.invalid';
      return snippet('curl', {
        operation,
        url,
        body: text(payloads.requestBody),
        masked: true,
        deadlineMs: 60_000,
      });
    },
    'a masked export': ({ order, payloads }) => {
      const own = new OwnInput(operation, text(payloads.requestBody));
      return ndjsonLine({ order, note: '', payloads, own }, (_order, body, part, asked) =>
        part === 'request'
          ? maskedRequest(operation, body)
          : readableBody(operation, body, true, asked ?? undefined),
      );
    },
    'the masked results of a batch': ({ order, payloads }) => {
      const fields: Record<string, string> = JSON.parse(text(payloads.requestBody));
      const [result] = resultsOf(operation, [fields], text(payloads.answer?.body ?? new Uint8Array()), true);
      const row = {
        row: 0,
        line: 1,
        call: 0,
        state: 'done',
        why: null,
        sameAs: null,
        masked: '',
        order: null,
        earlierOrderId: order.orderId,
      } as const;
      return resultCells(operation, { ...order, ...row }, fields, result ?? { of: '', json: '' }, true);
    },
  };
}

async function notices(): Promise<Record<string, Maker>> {
  const { tellOutcome } = await import('../../../src/ui/sending/tellOutcome.ts');
  const { addSupportText, copySupportQuotes } = await import('../../../src/ui/history/support.ts');
  const { recordOutcome } = await import('../../../src/ui/history/record.ts');
  const { copyOrderId } = await import('../../../src/ui/commands/orderCommands.ts');
  const { readOrder } = await import('../../../src/ui/answers/orderReading.ts');
  const settled = ({ order, payloads }: PlantedCase): Settled => {
    const { answer } = payloads;
    assert.ok(answer?.head);
    const { head, body, wireBytes, timing } = answer;
    return {
      kind: 'settled',
      order: { ...aNewOrder({ operation: operation.id }), requestBody: payloads.requestBody },
      exchange: { kind: 'answered', head, body, wireBytes, timing },
      reading: readOrder(order, answer),
      settlement: { ...order, settledAt: now, totalMs: 1, coolDown: null, observed: null, answer },
      unsettled: null,
    };
  };
  return {
    'the line of a lookup, and what it offers to copy': async (one) => {
      told.shown.length = 0;
      await tellOutcome(operation, settled(one), true, now);
      await tellOutcome(operation, settled(one), false, now);
      return [...told.shown];
    },
    'what another extension is given': (one) => publicOutcome(operation, settled(one)),
    'the question before the same input is sent again': ({ order }) =>
      plain(pendingTwin({ ...order, outcome: 'pending', state: 'settled' }, now).what),
    'what is asked when something is recorded or added': async (one) => {
      told.shown.length = 0;
      told.clipboard = text(one.payloads.answer?.body ?? new Uint8Array());
      // Only what the service left open takes an outcome.
      const open = { ...one, order: { ...one.order, outcome: 'pending' as const, resolved: null } };
      await recordOutcome(servicesOf(open), [one.order.id]);
      await addSupportText(servicesOf(one), one.order.id, async () => undefined);
      return [...told.shown];
    },
    'the orders to choose from': async (one) => {
      told.shown.length = 0;
      await copyOrderId(servicesOf(one), undefined);
      return [...told.shown];
    },
    'what is said when an order_id or a quote is copied': async (one) => {
      told.shown.length = 0;
      await copyOrderId(servicesOf(one), one.order.id);
      await copySupportQuotes(servicesOf(one), [one.order.id]);
      // What is copied is exact: the service must find the order by it.
      const { orderId } = one.order;
      if (orderId !== null) assert.ok(told.copied.every((copied) => copied.includes(orderId)));
      told.copied.length = 0;
      return [...told.shown];
    },
  };
}

describe('what the service writes into its own texts is read nowhere', () => {
  before(async () => {
    told = await standInForVscode();
    makers = {
      ...(await pages()),
      ...(await documents()),
      ...(await lists()),
      ...(await files()),
      ...(await notices()),
    };
  });

  for (const value of everything) {
    it(`${value}, planted in every place of an answer`, async () => {
      const found: string[] = [];
      for (const planted of plantedCases(value)) {
        for (const [name, make] of Object.entries(makers)) {
          const traces = tracesIn(await make(planted));
          found.push(...traces.map((trace) => `${name}, ${planted.name}: ${trace}`));
        }
      }
      assert.deepEqual(found, []);
    });
  }

  it('is found by this very search where nothing is covered', () => {
    for (const value of everything) assert.notDeepEqual(tracesIn({ a: [`for ${value}`] }), []);
  });
});
