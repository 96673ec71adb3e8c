import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Exchange, OrderPayloads, OrderSummary } from '../../../src/calls/ports/ports.ts';
import { readExchange, settlementOf } from '../../../src/calls/sending/exchange.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { anOrder } from '../calls/orders.ts';

/** An invented person; the values are those of nobody. */
const person = {
  rc_number: 'XX00ZZ1234',
  pan_number: 'ZZZXZ9999Z',
  aadhaar_number: '000000000001',
  email: 'planted@example.invalid',
  mobile: '0000000001',
  name: 'Invented Person',
} as const;

/** As the service might write the same in its own texts. */
const spelled = [
  'XX 00 ZZ 1234',
  'xx-00-zz-1234',
  'zzzxz9999z',
  '0000 0000 0001',
  '0000-0000-0001',
  'PLANTED%40example.invalid',
  '+91 00000 00001',
  'PERSON, Invented',
];

export const everything = [...Object.values(person), ...spelled];

const traces = ['xx00zz1234', 'zzzxz9999z', '00000001', 'planted', 'invented', 'person'];

/** What of the person can be read in anything made for a person; keys of reveals are no text. */
export function tracesIn(made: unknown): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<object>();
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'path' || key === 'filters' || key === 'filter') continue;
      texts.push(key);
      walk(inner);
    }
  };
  walk(made);
  return texts.flatMap((text) => {
    const plain = text.toLowerCase().replace(/impersonal|personal(?:ly)?|(?:in|for a) person/g, '');
    const bare = plain.replace(/%40|[^a-z0-9]/g, '');
    return traces.filter((trace) => bare.includes(trace)).map((trace) => `${trace}: ${text.slice(0, 200)}`);
  });
}

/** What a request says of the person, with a sentence in which it says so again. */
const requestOfPerson = JSON.stringify({
  ...person,
  consent: `I, ${person.name}, of ${person.email}, agree for XX 00 ZZ 1234 and 0000-0000-0001`,
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export interface PlantedCase {
  readonly name: string;
  readonly order: OrderSummary;
  readonly payloads: Extract<OrderPayloads, { kind: 'open' }>;
}

const headers = (value: string): readonly (readonly [string, string])[] => [
  ['Content-Type', `text/plain; name="${value}"`],
  ['X-Request-Id', value],
  ['X-Customer', value],
  ['Set-Cookie', `who=${value}`],
  ['Authorization', value],
  [`X-${value.replaceAll(/[^\w-]/g, '-')}`, 'x'],
];

function aCase(name: string, value: string, body: string, status = 202): PlantedCase {
  const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
  const head = { status, statusText: value, headers: headers(value) };
  const requestBody = requestOfPerson;
  const own = new OwnInput(operationById('credit-report'), requestBody);
  const exchange: Exchange = { kind: 'answered', head, body: bytes(body), wireBytes: 1, timing };
  const reading = readExchange(operationById('credit-report'), exchange);
  const { answer, coolDown, ...row } = settlementOf(exchange, reading, Date.UTC(2026, 10, 21, 12), own);
  return {
    name: `${value} in ${name}`,
    order: anOrder({
      id: orderId('f47ac10b-58cc-4372-a567-0e02b2c3d479'),
      operation: 'credit-report',
      ...row,
    }),
    payloads: { kind: 'open', requestBody: bytes(requestBody), answer },
  };
}

/** The value in every place where the service can put a text. */
export function plantedCases(value: string): readonly PlantedCase[] {
  const says = `For ${value}, see <${value}>.`;
  const envelope = (code: string, id: string | number): string =>
    JSON.stringify({
      status: value,
      status_code: 202,
      charged: true,
      success: true,
      message: says,
      message_code: code,
      order_id: id,
      [value]: 1,
      data: {
        order_id: id,
        error_code: value,
        [`of ${value}`]: says,
        result: {
          rc_status: says,
          noc_details: value,
          [value]: says,
          inner: { [value]: value, note: says },
          rows: [
            { [value]: value, note: says },
            { [value]: value, note: 'x' },
          ],
        },
      },
    });
  const id = `ORD-${value}-7`;
  return [
    aCase('an envelope', value, envelope('ACCEPTED', id)),
    aCase('an unknown code', value, envelope(`NO_${value}`, value), 422),
    aCase('a code alone', value, envelope(value, `${value}/1`), 422),
    aCase('a page of a gateway', value, `<html><a href="?q=${value}">${says}</a></html>`, 502),
    aCase('broken JSON', value, envelope('ACCEPTED', id).slice(0, -40)),
    aCase('a short 429', value, JSON.stringify({ success: false, message: says, data: null }), 429),
  ];
}
