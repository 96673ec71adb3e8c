import { chargeContradictions, isDocumentedStatus } from './charges.ts';
import type { DocumentedCode } from './documentedCodes.ts';
import { envelopeField, envelopeFields } from './envelope.ts';
import { fault, finding, listOf, missing, pathsOf, short, typeOf } from './findings.ts';
import type { ReadBody } from './readBody.ts';
import { isRecord } from './record.ts';
import { resultDeviations } from './resultDeviations.ts';
import type { Operation } from './shapes.ts';
import type { Deviation } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Every point in which an envelope departs from the documents (docs/service.md, "Response envelope", "message_code
 * table", "Error body shapes"), most important first. What the documents do not say is no deviation either way.
 * @param status the HTTP status
 * @param row the documented row of its message_code, if there is one
 */
export function deviationsOf(
  operation: Operation,
  status: number,
  { fields, orderIds, repeated }: ReadBody,
  row: DocumentedCode | undefined,
): readonly Deviation[] {
  return [
    // Of two codes neither is the answer's.
    ...(repeated.includes('message_code') ? [] : unknownCode(fields, row)),
    ...codeDeviations(status, fields, row),
    ...orderDeviations(fields, row),
    ...idDeviations(orderIds),
    ...typeDeviations(fields),
    ...messageDeviations(fields, row),
    ...errorCodeDeviations(operation, fields, row),
    ...resultDeviations(operation, fields, row),
    ...newFields(fields),
  ];
}

function has(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/** A field that is there; null counts as absent where the documents say it is left out. */
function filled(fields: Fields, name: string): boolean {
  return has(fields, name) && fields[name] !== null;
}

function unknownCode({ message_code: code }: Fields, row: DocumentedCode | undefined): Deviation[] {
  if (typeof code !== 'string' || row !== undefined) return [];
  return [
    fault(
      { path: 'message_code', found: short(code) },
      'The message_code {0} is not documented.',
      short(code),
    ),
  ];
}

function codeDeviations(status: number, fields: Fields, row: DocumentedCode | undefined): Deviation[] {
  const { status_code: mirrored, status: state } = fields;
  const found: Deviation[] = [...chargeContradictions(status, fields, row)];
  if (typeof mirrored === 'number' && mirrored !== status) {
    found.push(
      fault(
        { path: 'status_code', expected: status, found: mirrored },
        'The HTTP status is {0}, but status_code is {1}.',
        status,
        mirrored,
      ),
    );
  }
  if (row !== undefined && row.http !== status) {
    found.push(
      fault(
        { expected: row.http, found: status },
        '{0} is documented with HTTP {1}, not {2}.',
        row.code,
        row.http,
        status,
      ),
    );
  }
  if (row !== undefined && typeof state === 'string' && state !== row.status) {
    found.push(
      fault(
        { path: 'status', expected: row.status, found: short(state) },
        '{0} is documented with status {1}, not {2}.',
        row.code,
        row.status,
        short(state),
      ),
    );
  } else if (row === undefined && typeof state === 'string' && !isDocumentedStatus(state)) {
    found.push(
      fault({ path: 'status', found: short(state) }, 'The status {0} is not documented.', short(state)),
    );
  }
  // The documents show `success` for errors only: for 200 and 202 either value is as good.
  if (fields.success === true && (row?.http ?? status) >= 400) {
    found.push(
      fault(
        { path: 'success', expected: false, found: true },
        'success is true on an error; it is documented as false.',
      ),
    );
  }
  return found;
}

function orderDeviations(fields: Fields, row: DocumentedCode | undefined): Deviation[] {
  if (fields.charged === true) return billedOrderDeviations(fields, row);
  if (row?.order !== 'absent') return [];
  const found: Deviation[] = [];
  for (const name of ['order_id', 'data']) {
    if (filled(fields, name))
      found.push(
        fault(
          { path: name, expected: 'missing' },
          '{0} is documented without {1}, which this answer has.',
          row.code,
          name,
        ),
      );
  }
  return found;
}

function billedOrderDeviations(fields: Fields, row: DocumentedCode | undefined): Deviation[] {
  const found: Deviation[] = [];
  const data = fields.data;
  if (!filled(fields, 'order_id') || fields.order_id === '') {
    found.push(
      fault({ path: 'order_id', found: 'missing' }, 'The call was charged, but order_id is missing.'),
    );
  }
  if (!filled(fields, 'data'))
    found.push(fault({ path: 'data', found: 'missing' }, 'The call was charged, but data is missing.'));
  else if (isRecord(data)) {
    if (!filled(data, 'order_id') || data.order_id === '') {
      found.push(missing('data.order_id'));
    }
    // What a pending call came to is not known yet.
    if (row?.status !== 'PENDING') {
      const needsCode = row?.http === 422 ? filled : has;
      if (!needsCode(data, 'error_code')) found.push(missing('data.error_code'));
      if (!filled(data, 'result')) found.push(missing('data.result'));
    }
  }
  return found;
}

function idDeviations({ outer, inner }: ReadBody['orderIds']): Deviation[] {
  return outer === null || inner === null || outer === inner
    ? []
    : [fault({ path: ['order_id', 'data.order_id'] }, 'order_id and data.order_id differ.')];
}

const always = envelopeFields.filter((field) => field.always);
/** Fields of `data`, by their names there. */
const inData = envelopeFields.flatMap(({ path, type }) =>
  path.startsWith('data.') ? [{ path, name: path.slice('data.'.length), type }] : [],
);

function typeDeviations(fields: Fields): Deviation[] {
  const found: Deviation[] = [];
  for (const { path: name, type } of always) {
    if (!has(fields, name)) found.push(missing(name));
    else if (typeOf(fields[name]) !== type) found.push(wrongType(name, type, fields[name]));
  }
  if (filled(fields, 'order_id') && typeof fields.order_id !== 'string') {
    found.push(wrongType('order_id', 'string', fields.order_id));
  }
  const data = fields.data;
  if (data === undefined || data === null) return found;
  if (!isRecord(data)) return [...found, wrongType('data', 'object', data)];
  for (const { path, name, type } of inData) {
    if (filled(data, name) && typeOf(data[name]) !== type) {
      found.push(wrongType(path, type, data[name]));
    }
  }
  return found;
}

function wrongType(name: string, type: string, value: unknown): Deviation {
  const found = typeOf(value);
  return fault(
    { path: name, expected: type, found },
    '{0} is documented as {1}; here it is {2}.',
    name,
    type,
    found,
  );
}

function messageDeviations(fields: Fields, row: DocumentedCode | undefined): Deviation[] {
  if (row?.message == null || typeof fields.message !== 'string' || fields.message === row.message) return [];
  return [
    fault(
      { path: 'message', expected: row.message },
      'The message is not the one documented for {0}: {1}',
      row.code,
      row.message,
    ),
  ];
}

/** The documents show a value only where a lookup failed; what stands there after one that did not, they do not say. */
function errorCodeDeviations(
  operation: Operation,
  fields: Fields,
  row: DocumentedCode | undefined,
): Deviation[] {
  const code = isRecord(fields.data) ? fields.data.error_code : undefined;
  if (code === null && row?.http !== 422) {
    return [
      finding(
        { path: 'data.error_code', expected: 'string', found: 'null' },
        'data.error_code is null; the documents show it only on errors, as a string.',
      ),
    ];
  }
  if (typeof code !== 'string' || code === '' || operation.errorCodes.includes(code)) return [];
  return [
    finding(
      { path: 'data.error_code', found: short(code) },
      'The documents of this operation do not show the error_code {0}.',
      short(code),
    ),
  ];
}

/** A key of the body itself: `data.order_id` may be one, and is none that is documented. */
function isDocumented(name: string): boolean {
  return !name.includes('.') && envelopeField(name) !== undefined;
}

function newFields(fields: Fields): Deviation[] {
  const extra = Object.keys(fields).filter((name) => !isDocumented(name));
  if (isRecord(fields.data)) {
    extra.push(
      ...Object.keys(fields.data)
        .filter((name) => !inData.some((known) => known.name === name))
        .map((name) => `data.${name}`),
    );
  }
  return extra.length === 0
    ? []
    : [finding({ path: pathsOf(extra) }, 'Not documented in the envelope: {0}.', listOf(extra))];
}
