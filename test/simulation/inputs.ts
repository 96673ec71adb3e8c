import type { OperationId } from '../../src/contract/words.ts';

/** The same input however it is spelt, by our own reading of the ports: white space, key order and the order of a list do not matter. */
export interface InputName {
  readonly whole: string;
  /** Entries of a bulk call. */
  readonly parts: readonly string[];
}

/** Bodies of each operation; those in one row are the same input. */
const spellings: Readonly<Record<OperationId, readonly (readonly string[])[]>> = {
  'rc-advanced': [
    ['{"rc_number":"MH00AB0001"}', '{ "rc_number" : "MH00AB0001" }'],
    ['{"rc_number":"MH00AB0002"}'],
    ['{"rc_number":"MH00AB0003"}', '{"rc_number":"MH00AB0003"}\n'],
  ],
  'credit-report': [
    ['{"number":"0000000001","fetch_by":"mobile"}', '{"fetch_by":"mobile","number":"0000000001"}'],
    ['{"number":"0000000002","fetch_by":"mobile"}'],
  ],
  'aadhaar-pan-link': [
    ['{"aadhaar_number":"234567890124","pan_number":"ZZZXZ9999Z"}'],
    ['{"aadhaar_number":"000000000002","pan_number":"ZZZXZ9999Z"}'],
    ['not JSON at all'],
  ],
  'email-bulk': [
    ['{"emails":["a@x.invalid","b@x.invalid"]}', '{"emails":["B@x.invalid ","a@x.invalid"]}'],
    ['{"emails":["b@x.invalid","c@x.invalid"]}'],
    ['{"emails":["c@x.invalid"]}'],
  ],
};

export function bodyText(operation: OperationId, input: number, spelling: number): string {
  const rows = spellings[operation];
  const row = rows[input % rows.length] ?? [];
  return row[spelling % row.length] ?? '';
}

const known = new Map<string, InputName>();

export function inputName(operation: OperationId, body: Uint8Array): InputName {
  const text = new TextDecoder().decode(body);
  const key = `${operation} ${text}`;
  let name = known.get(key);
  if (name === undefined) {
    name = read(operation, text);
    // Bodies come from small pools; a batch makes more of them.
    if (known.size > 5000) known.clear();
    known.set(key, name);
  }
  return name;
}

function read(operation: OperationId, text: string): InputName {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { whole: `${operation} bytes ${text}`, parts: [] };
  }
  const parts = operation === 'email-bulk' ? [...new Set(listed(value))] : [];
  return { whole: `${operation} ${sorted(value)}`, parts };
}

function listed(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((one) => (typeof one === 'string' ? [one.trim().toLowerCase()] : listed(one)));
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listed) : [];
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${sorted(inner)}`).join()}}`;
}

/** Whether two calls ask about the same thing, in whole or in part. */
export function isSameInput(a: InputName, b: InputName): boolean {
  return a.whole === b.whole || a.parts.some((part) => b.parts.includes(part));
}
