import * as vscode from 'vscode';
import { person } from './aPerson.ts';

/** What an argument throws that does not want to be read: its caller's own words, which come back to nobody else. */
export const ownWords = 'Thrown by the argument itself.';

function refusing(): never {
  throw new Error(ownWords);
}

const traps: ProxyHandler<object> = Object.fromEntries(
  ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'set'].map((name) => [
    name,
    refusing,
  ]),
);

function cyclic(): object {
  const one: Record<string, unknown> = { operation: 'rc-advanced' };
  one.self = one;
  return one;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Another answer at each reading. */
function twoFaced(first: string, then: string): object {
  let read = 0;
  const id = (): string => (read++ === 0 ? first : then);
  return Object.defineProperty({}, 'id', { get: id, enumerable: true });
}

/**
 * Arguments of every kind, made anew for each command.
 * @param order an order that is there
 */
export const kinds: ReadonlyMap<string, (order: string) => readonly unknown[]> = new Map(
  Object.entries<(order: string) => readonly unknown[]>({
    nothing: () => [],
    null: () => [null, null],
    'not a number': () => [Number.NaN, Number.NaN],
    numbers: () => [-1, 1e308],
    'a number of many digits': () => [10n ** 50n, 1n],
    booleans: () => [true, true],
    'an empty text': () => ['', ''],
    'a huge text': () => ['x'.repeat(5_000_000), 'y'.repeat(5_000_000)],
    'a name of Object.prototype': () => ['__proto__', 'constructor'],
    'a text of signs': () => ['\u202e\u0000\u001b[31m<b>[x](command:workbench.action.quit)</b>\n', '\ud800'],
    'a symbol': () => [Symbol('x'), Symbol.iterator],
    'a function': () => [refusing, refusing],
    'an empty object': () => [{}, {}],
    'an empty list': () => [[], []],
    'a long list': (order) => [order, new Array(100_000).fill(null)],
    'an object in itself': () => [cyclic(), [cyclic()]],
    'an object that throws': () => [
      Object.defineProperty({}, 'order', { get: refusing, enumerable: true }),
      [],
    ],
    'an operation that throws': () => [
      Object.defineProperty({}, 'operation', { get: refusing, enumerable: true }),
      [],
    ],
    'a text that throws': () => [
      { toString: refusing, toJSON: refusing, [Symbol.toPrimitive]: refusing },
      [],
    ],
    'a proxy that throws': () => [new Proxy({}, traps), new Proxy([], traps)],
    'a proxy that is gone': () => [revoked(), revoked()],
    'something to wait for': () => [
      Object.defineProperty({}, 'then', { value: refusing }),
      Promise.resolve('rc-advanced'),
    ],
    'an address of a file': () => [vscode.Uri.file('/etc/passwd'), [vscode.Uri.file('/etc/passwd')]],
    'an address of a command': () => [vscode.Uri.parse('command:workbench.action.quit'), []],
    'an address of nothing': () => [vscode.Uri.from({ scheme: 'nothing', path: '/x.verify.json' }), 0],
    'a row of nobody': () => [{ order: { id: 'nobody' } }, [{ order: { id: 'nobody' } }]],
    'a row with two faces': (order) => [
      { order: twoFaced(order, 'nobody') },
      [{ order: twoFaced('nobody', order) }],
    ],
    'a row of an operation that is none': () => [{ operation: { id: '__proto__' } }, []],
    'a row of a page': () => [{ webview: 'verification.request' }, { webview: 7 }],
    'a row of another order': (order) => [{ order: { id: order } }, [{ order: { id: order } }, 7, null]],
    'the input of a call': () => [
      { operation: 'rc-advanced', fields: { rc_number: person.plate }, confirmed: true, proven: true },
      { accepted: true },
    ],
    'a call': () => [{ operation: 'rc-advanced', body: JSON.stringify({ rc_number: person.plate }) }, {}],
    'a polluting text': () => [
      JSON.parse('{"__proto__":{"operation":"rc-advanced","order":{"id":"x"}}}'),
      {},
    ],
    'bytes, a date, a map': () => [new Uint8Array(9), new Map([['order', new Date(Number.NaN)]])],
    'an environment of others': () => ['host-hostile', 'Sandbox'],
  }),
);
