import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { readExchange, settlementOf } from '../../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { answerView } from '../../../../src/ui/answers/answerView.ts';
import { readOrder } from '../../../../src/ui/answers/orderReading.ts';
import { anOrder } from '../../calls/orders.ts';

const operation = operationById('credit-report');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const name of ['Sharma Mobile Store', 'Axis Credit Link', 'Asha Verma']) {
  test(`the documented fields of a credit report have their names on the page, asked about ${name}`, () => {
    const result = {
      ...{ number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name },
      ...{ credit_score: '812', credit_report: [], credit_report_link: '' },
    };
    const body = JSON.stringify({
      ...{
        status: 'SUCCESS',
        status_code: 200,
        charged: true,
        success: true,
        message: 'ok',
        message_code: 'OK',
      },
      ...{ order_id: 'ORD-1', data: { order_id: 'ORD-1', error_code: '', result } },
    });
    const exchange: Exchange = {
      kind: 'answered',
      head: { status: 200, statusText: '', headers: [] },
      body: bytes(body),
      wireBytes: 1,
      timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
    };
    const { answer, coolDown: _, ...row } = settlementOf(exchange, readExchange(operation, exchange), 0);
    const order = anOrder({ ...row, operation: 'credit-report' });
    const view = answerView(
      {
        ...{
          order,
          reading: readOrder(order, answer),
          answer,
          operation,
          revealed: new Set<string>(),
          warning: null,
        },
        ...{
          requestBody: bytes(
            JSON.stringify({ number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name }),
          ),
          now: 0,
        },
      } as never,
      plain,
    );
    const names = (view.groups ?? []).flatMap(({ values }) => values.map((one) => one.name));
    assert.deepEqual(names, Object.keys(result));
  });
}
