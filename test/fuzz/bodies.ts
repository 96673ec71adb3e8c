import fc from 'fast-check';

/** An invented personal value in a body. */
interface Planted {
  /** What of it no mask shows, in small letters. */
  readonly core: string;
}

/** A body, and where to break it. */
export interface Body {
  /** JSON as it was made. */
  readonly text: string;
  readonly planted: readonly Planted[];
  /** Share of the text after which it breaks off, from 0 to 1. */
  readonly cut: number;
  /** What it asks of chance beside: any number of 32 bits. */
  readonly dice: number;
}

/** A piece of JSON with what was planted in it. */
interface Piece {
  readonly json: string;
  readonly planted: readonly Planted[];
}

const letters = fc.string({
  unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxz'),
  minLength: 7,
  maxLength: 10,
});
const eightDigits = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String);

/** Values that are personal by their look, wherever they stand. The domain and the digits of no person. */
const byLook: fc.Arbitrary<{ readonly value: string; readonly core: string }> = fc.oneof(
  letters.map((name) => ({ value: `${name}@${name}.invalid`, core: name.slice(1, -1) })),
  eightDigits.map((digits) => ({ value: `${digits}0000`, core: digits })),
  eightDigits.map((digits) => ({
    value: `${digits.slice(0, 4)} ${digits.slice(4)} 0000`,
    core: digits.slice(0, 4) + digits.slice(4),
  })),
  fc
    .integer({ min: 1000, max: 9999 })
    .map((digits) => ({ value: `ZZZPZ${digits}Z`, core: `zpz${digits}`.slice(0, 6) })),
);
/** Values that only their key tells to be personal. */
const byKey = letters.map((word) => ({ value: word, core: word }));

const personalKeys = ['owner_name', 'father_name', 'permanent_address', 'dateOfBirth', 'passport', 'name'];
const plainKeys = ['status', 'score', 'x', 'items', '', 'a.b', '__proto__', 'constructor', 'two words', '1'];
const envelopeKeys = ['charged', 'message', 'status_code', 'data', 'result', 'success'];

/** A string as JSON, some of its characters by their number. */
function spelled(text: string, dice: number): string {
  if (dice % 3 !== 0) return JSON.stringify(text);
  const escaped = [...text].map((one, at) =>
    (dice >>> (at % 16)) & 1 && one.length === 1
      ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
      : JSON.stringify(one).slice(1, -1),
  );
  return `"${escaped.join('')}"`;
}

const plainScalar: fc.Arbitrary<Piece> = fc
  .oneof(
    fc.constantFrom(
      '0',
      '-0',
      '1e400',
      '12345678901234567890',
      '0.10',
      '1E-7',
      'true',
      'false',
      'null',
      '""',
    ),
    fc.constantFrom(
      '"=1+1"',
      '"+x"',
      '"\\t-"',
      '"\\ud800"',
      '"\\u2028"',
      '"$\u007binput:x}"',
      '"\\\\\\""',
      '"a,b;c\\td"',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text)),
    fc
      .string({ unit: fc.constantFrom(...'\'"`$\\\n\r\t,;=|{}@%&<>*/ aZ0é'), maxLength: 8 })
      .map((text) => JSON.stringify(text)),
  )
  .map((json) => ({ json, planted: [] }));

const lookedAt: fc.Arbitrary<Piece> = fc
  .tuple(byLook, fc.nat(), fc.constantFrom('', 'of ', '('))
  .map(([{ value, core }, dice, before]) => ({
    json: spelled(before + value + (before === '(' ? ')' : ''), dice),
    planted: [{ core }],
  }));

const personal: fc.Arbitrary<Piece> = fc
  .tuple(byKey, fc.nat(), fc.constantFrom(...personalKeys), fc.nat(3))
  .map(([{ value, core }, dice, key, depth]) => {
    const inner = spelled(value, dice);
    const held = [inner, `[${inner}]`, `{"line":${inner}}`, `[{"x":[${inner}]}]`][depth] ?? inner;
    return { json: `${spelled(key, dice)}:${held}`, planted: [{ core }] };
  });

function joined(pieces: readonly Piece[], open: string, close: string, blank: string): Piece {
  return {
    json: `${open}${blank}${pieces.map(({ json }) => json).join(`${blank},`)}${blank}${close}`,
    planted: pieces.flatMap(({ planted }) => planted),
  };
}

const blanks = fc.constantFrom('', '', '', ' ', '\n', '\r\n\t');
const key = fc.oneof(fc.constantFrom(...plainKeys), fc.constantFrom(...plainKeys, ...envelopeKeys));

const { value } = fc.letrec<{ value: Piece; object: Piece }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: plainScalar },
    { weight: 2, arbitrary: lookedAt },
    { weight: 2, arbitrary: tie('object') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.array(tie('value'), { maxLength: 4 }), blanks)
        .map(([all, blank]) => joined(all, '[', ']', blank)),
    },
  ),
  object: fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 1, arbitrary: personal },
          {
            weight: 3,
            arbitrary: fc.tuple(key, fc.nat(), tie('value'), blanks).map(([name, dice, inner, blank]) => ({
              json: `${spelled(name, dice)}${blank}:${inner.json}`,
              planted: inner.planted,
            })),
          },
        ),
        { maxLength: 5 },
      ),
      blanks,
    )
    .map(([all, blank]) => joined(all, '{', '}', blank)),
}));

const codes = ['OK', 'NO_RECORD_FOUND', 'RATE_LIMITED', 'INSUFFICIENT_BALANCE', 'SOMETHING_NEW', 'toString'];

/** What the service's envelope says, in any order, now and then twice or of a wrong type. */
const envelope: fc.Arbitrary<Piece> = fc
  .tuple(
    value,
    fc.shuffledSubarray(
      [
        '"status":"SUCCESS"',
        '"status_code":200',
        '"charged":true',
        '"charged":false',
        '"charged":"true"',
        '"success":true',
        '"order_id":"ORD-20260101-1"',
        '"order_id":12345678901234567890',
      ],
      { minLength: 2, maxLength: 6 },
    ),
    fc.constantFrom(...codes),
    lookedAt,
  )
  .map(([result, said, code, message]) => {
    const all = [
      ...said,
      `"message_code":"${code}"`,
      `"message":${message.json}`,
      `"data":{"order_id":"O-1","result":${result.json}}`,
    ];
    return { json: `{${all.join()}}`, planted: [...result.planted, ...message.planted] };
  });

/** Bodies of answers and requests: enveloped or not, with invented personal values in known places. */
export const bodies: fc.Arbitrary<Body> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: envelope }, { weight: 2, arbitrary: value }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(),
  )
  .map(([{ json, planted }, cut, dice]) => ({ text: json, planted, cut, dice }));
