import { operationById, operations } from '../contract/operations.ts';
import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { sandboxKeys } from './keys.ts';
import { type MagicInput, magicInputs, magicTokens } from './magic.ts';
import { longestPenaltyMs, penaltyMs, sandboxLimits } from './windows.ts';

const title =
  'Sandbox of the verification service: simulated on this computer, nothing is looked up or billed.';

/** What a browser is shown at `/`. */
export function landingPage(url: string): string {
  const endpoints = operations.map(({ method, path, title: name }) => `  ${method} ${url}${path}   ${name}`);
  return `${title}\n\nEndpoints:\n${endpoints.join('\n')}\n\nKeys, limits and magic inputs are printed by: npm run sandbox\n`;
}

function rupees(paise: number): string {
  return `₹${(paise / 100).toFixed(2)}`;
}

function describeLimits(id: OperationId): string {
  const { perMinute, perDay, invented } = sandboxLimits(id);
  const day = perDay === null ? '' : `, ${perDay} in 24 hours`;
  return `${perMinute} a minute${day}${invented ? ' (size invented: the documents show none)' : ''}`;
}

function endpointLines(url: string): string[] {
  return operations.flatMap((operation) => [
    `  ${operation.method} ${url}${operation.path}`,
    `      ${operation.title}: ${rupees(emulations[operation.id].pricePaise)} a call (invented), ${describeLimits(operation.id)}`,
  ]);
}

function answerOf({ messageCode, fault }: MagicInput): string {
  if (messageCode === null || fault === null) return messageCode ?? fault ?? '';
  return `${messageCode} (${fault})`;
}

function magicLines(): string[] {
  const head = ['rc_number', 'number, pan', 'aadhaar', 'e-mail'];
  const widths = [12, 12, 14, 38];
  const row = (cells: readonly string[]) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('');
  const lines = magicInputs.flatMap((input) => {
    const tokens = magicTokens.get(input.id);
    if (tokens === undefined) return [];
    const { registration, pan, aadhaar, email } = tokens;
    return [`  ${row([registration, pan, aadhaar, email])}${answerOf(input)}`, `      ${input.description}`];
  });
  return [`  ${row(head)}answer`, ...lines];
}

const seconds = (ms: number) => `${ms / 1000} seconds`;

/** Everything a developer needs to point code at the sandbox; printed by the program. */
export function describeSandbox(url: string): string {
  const [key] = sandboxKeys;
  const operation = operationById('rc-advanced');
  const example = magicInputs.find((input) => input.messageCode === 'NO_RECORD_FOUND');
  const body = JSON.stringify(example?.body(operation.id) ?? {});
  return [
    title,
    `Base URL: ${url}`,
    '',
    'Keys (Authorization: Bearer …), all invented and public, each with a wallet of its own:',
    ...sandboxKeys.map((one) => `  ${one.key.padEnd(28)}${one.purpose}`),
    '',
    'Endpoints, prices and limits:',
    ...endpointLines(url),
    `  A refused request says in Retry-After (in seconds: invented) when there is room again; each one sent before that adds ${seconds(penaltyMs)},`,
    `  up to ${seconds(longestPenaltyMs)}. Requests with an accepted key count, whatever the answer,`,
    '  magic inputs too; sandbox-key-unlimited has no limits.',
    '',
    'Requests: no payload is documented. An object that uses an assumed field name must fill the required ones; any other',
    'object is accepted if it holds a string. Everything that is not magic gets an invented, verified answer.',
    '',
    'Magic inputs: any of the four values, anywhere in the body, on any endpoint. None of them can be real.',
    ...magicLines(),
    '',
    'Try it:',
    `  curl -i ${url}${operation.path} -H 'Authorization: Bearer ${key.key}' -H 'Content-Type: application/json' -d '${body}'`,
  ].join('\n');
}
