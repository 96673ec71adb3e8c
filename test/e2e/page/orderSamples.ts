import type { AnswerView, OrderDetailsView, OrderState } from '../../../src/protocol/messages.ts';
import { answer, negative, state, verified } from './samples.ts';

const held = answer(
  {
    id: 'order-6',
    outcome: 'held',
    messageCode: 'PROVIDER_NO_RESPONSE',
    orderId: 'ORD-20261121-0046',
    headline: 'Held for review',
    meaning:
      'The provider did not answer. The order is under manual review and is not refunded automatically.',
    advice: 'Quote the order_id to the service. Do not send again.',
    message: '',
    groups: [],
  },
  ['answered, 200, 30 120 ms', 'not known', 'BILLED (stated)'],
  ['good', 'neutral', 'caution'],
);

const begun: OrderDetailsView['timeline'] = [
  {
    when: '21 Nov 2026, 09:26:12 GMT',
    what: 'Begun',
    detail: 'written to the order history before anything left',
  },
  { when: '21 Nov 2026, 09:26:12 GMT', what: 'Sent', detail: '' },
  { when: '21 Nov 2026, 09:26:42 GMT', what: 'Settled', detail: 'written to the order history' },
];

export function details(part: Partial<OrderDetailsView> = {}): OrderDetailsView {
  return {
    timeline: begun,
    open: null,
    note: '',
    recorded: null,
    followUp: '',
    support: [],
    writing: null,
    documents: [],
    input: null,
    unproven: '',
    ...part,
  };
}

const quote = `order_id: ORD-20261121-0046
operation: RC Details Advanced (POST /api/v1/rc/advanced)
sent at: 21 Nov 2026, 09:26:12 GMT (2026-11-21T09:26:12.000Z)
answer: HTTP 200
message_code: PROVIDER_NO_RESPONSE
billed according to the answer: billed`;

/** An order the service left open, as the page of the history shows it. */
export const openOrder: OrderState = state({
  mode: 'order',
  answer: held,
  details: details({
    open: {
      headline: 'Held for manual review',
      sentences: [
        'Open for 3 days.',
        'Billed. The service documents no way to collect the outcome; it says to quote the order_id.',
      ],
      quote,
    },
  }),
});

/** What was pasted for it: personal values at the same paths as in the service's own answer. */
export const pasted: AnswerView = { ...verified, id: 'order-1#recorded', orderId: 'ORD-20261121-0042' };

/** An order with a note, an outcome recorded, and the answer pasted with it. */
export const recordedOrder: OrderState = state({
  mode: 'order',
  answer: negative,
  details: details({
    timeline: [
      ...begun,
      { when: '22 Nov 2026, 10:00:00 GMT', what: 'Noted', detail: `asked support\n${'z'.repeat(300)}` },
      { when: '24 Nov 2026, 16:30:00 GMT', what: 'Recorded: verified', detail: 'by e-mail' },
    ],
    note: 'Asked support on Monday.\nTicket 0042.',
    recorded: { headline: 'Recorded: verified (you, 21 Nov)', note: 'E-mail from support.', answer: pasted },
  }),
});
