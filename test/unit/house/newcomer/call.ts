/**
 * Runs on a copy of `src` that has a fifth operation and a seventeenth code, and prints what comes of them: calls of the
 * operation in the sandbox, and every way in by which an operation is named.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Operation } from '../../../../src/contract/shapes.ts';

const [, , src = '', path = '', code = ''] = process.argv;
const load = <T>(file: string): Promise<T> => import(pathToFileURL(join(src, file)).href);

const { startSandbox } = await load<typeof import('../../../../src/sandbox/server.ts')>('sandbox/server.ts');
const { magicInputs } = await load<typeof import('../../../../src/sandbox/magic.ts')>('sandbox/magic.ts');
const { operations } =
  await load<typeof import('../../../../src/contract/operations.ts')>('contract/operations.ts');
const { readAnswer } = await load<typeof import('../../../../src/contract/read.ts')>('contract/read.ts');
const { headline } =
  await load<typeof import('../../../../src/contract/outcomes.ts')>('contract/outcomes.ts');
const { plain } = await load<typeof import('../../../../src/contract/words.ts')>('contract/words.ts');
const { decodeDraft, emptyDraft, encodeDraft } =
  await load<typeof import('../../../../src/ui/panels/draft.ts')>('ui/panels/draft.ts');
const { readRequestFile } =
  await load<typeof import('../../../../src/requests/requestFile.ts')>('requests/requestFile.ts');
const { commandIds, lookUpName } =
  await load<typeof import('../../../../src/contributions.ts')>('contributions.ts');
const { recognise } =
  await load<typeof import('../../../../src/calls/inputs/recognise.ts')>('calls/inputs/recognise.ts');

function added(): Operation {
  const found = operations.find((one) => one.path === path);
  if (found === undefined) throw new Error(`no operation of the copy is at ${path}`);
  return found;
}

const operation = added();
const { id } = operation;

let made = 0;
const newId = (): string => {
  made += 1;
  return String(made);
};
const sandbox = await startSandbox({ now: Date.now, newId, log: () => undefined });

async function call(body: unknown): Promise<readonly unknown[]> {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { Authorization: 'Bearer sandbox-key-valid', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read = readAnswer(operation, { status: answer.status }, await answer.text());
  return [answer.status, read.messageCode, read.billing, plain(headline({ ...read, failureCode: null }))];
}

const magic = magicInputs.find((one) => one.messageCode === code);
const text = JSON.stringify({ operation: id, body: { pan: 'ZZZXZ9999Z' } });
const came = {
  ordinary: await call({ pan: 'ZZZXZ9999Z' }),
  magic: await call(magic?.body(id)),
  draft: decodeDraft(encodeDraft(emptyDraft(operation)))?.operation,
  file: readRequestFile(text).ok,
  command: commandIds[lookUpName(id)],
  recognised: recognise('ABCPZ0000Q').map((one) => one.operation),
};
await sandbox.close();
process.stdout.write(JSON.stringify(came));
