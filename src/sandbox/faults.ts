import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { FaultId } from './magicRow.ts';

/** What `sandbox_amount` is when the request does not say, and at most. */
const amounts = {
  slow: { usual: 3000, most: 600_000 },
  enormous: { usual: 10 * 1024 * 1024, most: 100 * 1024 * 1024 },
  deep: { usual: 10_000, most: 1_000_000 },
};

function amountFor(fault: keyof typeof amounts, asked: number | null): number {
  const { usual, most } = amounts[fault];
  return Math.min(Math.floor(asked ?? usual), most);
}

function sendText(res: ServerResponse, answer: Answer, text: string): void {
  const bytes = Buffer.from(text);
  res.writeHead(answer.status, { ...answer.headers, 'Content-Length': bytes.length });
  res.end(bytes);
}

/** Invented rows, made as they are sent: a large answer must not stop the program the sandbox runs in. */
async function sendEnormous(res: ServerResponse, answer: Answer, bytes: number, gone: AbortSignal) {
  res.writeHead(answer.status, answer.headers);
  res.write(`${answer.head}[`);
  let left = bytes - answer.head.length - answer.tail.length - 2;
  for (let row = 1; left > 0; ) {
    let chunk = '';
    for (let rows = 0; rows < 500 && chunk.length < left; rows += 1, row += 1) {
      chunk += `${row === 1 ? '' : ','}{"_note":"invented by the sandbox: not documented","row":"${row}","text":"${'INVENTED '.repeat(8)}"}`;
    }
    left -= chunk.length;
    if (!res.write(chunk)) await once(res, 'drain', { signal: gone });
  }
  res.end(`]${answer.tail}`);
}

/** Writes `sent` of a body announced as `announced` bytes and waits until it is with the operating system. */
async function sendPart(res: ServerResponse, answer: Answer, sent: Buffer, announced: number): Promise<void> {
  res.writeHead(answer.status, { ...answer.headers, 'Content-Length': announced });
  await new Promise<void>((resolve) => res.write(sent, () => resolve()));
}

async function sendHalf(res: ServerResponse, answer: Answer): Promise<void> {
  const whole = Buffer.from(answer.head + answer.tail);
  await sendPart(res, answer, whole.subarray(0, Math.floor(whole.length / 2)), whole.length);
}

const exactText =
  '[ { "twenty_digits" : 12345678901234567890,\n\t"twice": 1, "twice": 2,  "trailing_zero": 1.500, "escaped": "\\u0041\\/" } ]';

const html =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';

const warning = '<br />\n<b>Warning</b>: invented by the sandbox in <b>lookup.php</b> on line 1<br />\n';

/** Answers of which the service knows nothing: a gateway in front of it sent them. */
export function sendGateway(res: ServerResponse, fault: FaultId | null, path: string): void {
  if (fault === 'redirect') {
    res.writeHead(307, { Location: `${path}/moved`, 'Content-Length': 0 }).end();
  } else {
    res.writeHead(502, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  }
}

/** Sends the answer, spoiled as the fault wants. Rejects with an AbortError when the client goes away meanwhile. */
export async function deliver(
  res: ServerResponse,
  answer: Answer,
  fault: FaultId | null,
  amount: number | null,
  gone: AbortSignal,
): Promise<void> {
  const text = answer.head + answer.tail;
  switch (fault) {
    case 'slow':
      await sleep(amountFor('slow', amount), undefined, { signal: gone });
      return sendText(res, answer, text);
    case 'no-answer':
      if (!gone.aborted) await once(gone, 'abort');
      return;
    case 'reset-before':
      res.socket?.resetAndDestroy();
      return;
    case 'reset-during':
      await sendHalf(res, answer);
      // Some systems drop what they have received but not handed on when a reset comes: let the half arrive first.
      await sleep(50, undefined, { signal: gone });
      res.socket?.resetAndDestroy();
      return;
    case 'truncated':
      await sendHalf(res, answer);
      res.socket?.end();
      return;
    case 'broken-json':
      return sendText(res, answer, text.slice(0, -20));
    case 'empty-body':
      return sendText(res, answer, '');
    case 'text-around':
      return sendText(res, answer, `${warning}${text}`);
    case 'enormous':
      return sendEnormous(res, answer, amountFor('enormous', amount), gone);
    case 'deep': {
      const levels = amountFor('deep', amount);
      return sendText(res, answer, answer.head + '['.repeat(levels) + ']'.repeat(levels) + answer.tail);
    }
    case 'exact-text':
      return sendText(res, answer, answer.head + exactText + answer.tail);
    case 'gzip': {
      const packed = await promisify(gzip)(text);
      res.writeHead(answer.status, {
        ...answer.headers,
        'Content-Encoding': 'gzip',
        'Content-Length': packed.length,
      });
      res.end(packed);
      return;
    }
    default:
      return sendText(res, answer, text);
  }
}
