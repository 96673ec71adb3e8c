import type { CallRequest } from '../../../src/calls/ports/ports.ts';
import { embeddedKey, embeddedUrl } from '../settings.ts';
import type { Call, Kept } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';

function isSameBody(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.byteLength === b.byteLength && Buffer.compare(a, b) === 0);
}

/** The order whose call this is: of this window, under way, not sent yet, with these very bytes. */
function orderOf(world: World, window: SimWindow, request: CallRequest): Kept | null {
  let found: Kept | null = null;
  for (const kept of world.trace.orders.values()) {
    if (kept.window !== window.index || kept.call !== null || kept.state !== 'in-flight') continue;
    if (!isSameBody(kept.order.requestBody, request.body)) continue;
    if (kept.order.requestBody === request.body) return kept;
    found = kept;
  }
  return found;
}

/** A call leaves: its order is on disk, it goes where that says, with the key that says, and no other left for it. */
export function checkSent(world: World, window: SimWindow, request: CallRequest): Call {
  const { trace } = world;
  const kept = orderOf(world, window, request);
  const call: Call = { number: trace.calls.length, request, kept, entry: null, told: null };
  trace.calls.push(call);
  if (kept === null) {
    world.breach('order-first', `a call left for ${request.url}, and no order of it is under way`);
    return call;
  }
  kept.call = call;
  const { environment } = kept;
  const base = environment.baseUrl === '' ? embeddedUrl : environment.baseUrl;
  if (!request.url.startsWith(`${base}/api/v1/`)) {
    world.breach('destination', `the call of order ${kept.id} left for ${request.url}, not ${base}`);
  }
  const key = environment.baseUrl === '' ? embeddedKey : kept.key;
  if (request.apiKey !== key) {
    world.breach('key', `the call of order ${kept.id} left with key ${request.apiKey}, counted as ${key}`);
  }
  if (!isSameBody(request.body, kept.wish?.bytes ?? request.body)) {
    world.breach('destination', `the call of order ${kept.id} left with another body than was wished`);
  }
  return call;
}
