import type { TestContext } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readAnswer } from '../../../../src/contract/read.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import type { LearnedShape } from '../../../../src/shapes/model.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { aSandbox, magic, send } from '../../sandbox/aSandbox.ts';

/** What a service answered, and what all of it taught. */
export interface Lessons {
  readonly shapes: readonly LearnedShape[];
  readonly bodies: readonly {
    readonly operation: OperationId;
    readonly code: string;
    readonly body: unknown;
  }[];
  /** Texts of requests and answers that are somebody's. */
  readonly texts: readonly string[];
}

export const place = 'https://service.example';

const inputs: Readonly<Record<OperationId, (n: number) => Record<string, unknown>>> = {
  'rc-advanced': (n) => ({ rc_number: `ZZ99ZZ${1000 + n}` }),
  'credit-report': (n) => ({
    number: `ZZZXZ${1000 + n}Z`,
    fetch_by: 'pan',
    mobile: `00000${10_000 + n}`,
    name: `NOBODY ${n}`,
  }),
  'aadhaar-pan-link': (n) => ({ aadhaar_number: `00000000${1000 + n}`, pan_number: `ZZZXZ${1000 + n}Z` }),
  'email-bulk': (n) => ({ emails: [`invented.person${n}@nowhere.example`, `other${n}@nowhere.example`] }),
};

/** Calls an embedded sandbox with many inputs, and with inputs that bring other codes about, and learns as the product does. */
export async function lessons(t: TestContext, ids: readonly string[], count: number): Promise<Lessons> {
  const started = await aSandbox(t);
  const memory = new MemoryShapes();
  const bodies: Lessons['bodies'][number][] = [];
  const texts = new Set<string>();
  for (const operation of ['rc-advanced', 'credit-report', 'aadhaar-pan-link', 'email-bulk'] as const) {
    const all = [
      ...Array.from({ length: count }, (_, n) => inputs[operation](n)),
      ...ids.map((id) => magic(id, operation)),
    ];
    for (const [n, request] of all.entries()) {
      const { status, headers, text } = await send(started, operation, request);
      const reading = readAnswer(operationById(operation), { status }, text);
      const taught = observed({
        operation: operationById(operation),
        request: JSON.stringify(request),
        reading,
        answer: text,
        headers: [...headers],
        receivedAt: started.clock.now,
      });
      const asked = { operation, place, input: `${operation} ${n}`, at: started.clock.now + n * 86_400_000 };
      memory.learn(asked, taught);
      bodies.push({ operation, code: taught.code, body: JSON.parse(text) });
      for (const one of stringsIn([request])) texts.add(one);
    }
  }
  return { shapes: memory.all(), bodies, texts: [...texts] };
}

/** Every text of a body, keys left out. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
