import { type Environment, isEmbedded, mayBill } from '../../calls/environments/environments.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { documentedCode } from '../../contract/documentedCodes.ts';
import { operationById } from '../../contract/operations.ts';
import type { Phrase } from '../../contract/words.ts';
import type { SqliteHeader } from './sqliteHeader.ts';

/** A setting with what its schema allows; `choices` = null where any value may stand. */
export interface SettingFact {
  readonly id: string;
  readonly value: unknown;
  readonly standard: unknown;
  readonly choices: readonly unknown[] | null;
}

/** What is known of the ledger, or the error that kept it shut. */
export type LedgerFact =
  | {
      readonly kind: 'open';
      readonly orders: number;
      /** True when counting stopped at `orders`. */
      readonly more: boolean;
      readonly attention: number;
      readonly problems: readonly Phrase[];
      readonly newest: readonly OrderSummary[];
    }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Everything diagnostics are made of, as it is: names, keys and addresses may be in it, and must not come out. */
export interface DiagnosticInputs {
  readonly extensionVersion: string;
  readonly vscodeVersion: string;
  readonly appName: string;
  readonly place: { readonly web: boolean; readonly remoteName: string | undefined; readonly ui: boolean };
  readonly language: string;
  readonly node: string;
  readonly platform: string;
  readonly arch: string;
  readonly osRelease: string;
  readonly trusted: boolean;
  readonly environments: readonly Environment[];
  readonly current: Environment;
  /** Environments that have a key, by name. */
  readonly withKey: ReadonlySet<string>;
  readonly settings: readonly SettingFact[];
  readonly proxy: { readonly support: string; readonly url: string | null; readonly strictSsl: boolean };
  readonly systemCertificates: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly ledger: LedgerFact;
  readonly header: SqliteHeader | null;
}

/** A word that is known to be harmless by its form, else "other": what comes from outside is never quoted. */
function word(text: string, form: RegExp): string {
  return form.test(text) ? text : 'other';
}

const version = /^\d{1,4}(\.\d{1,6}){1,3}(-(insider|alpha|beta|rc)(\.\d+)?)?$/;

/** The numbers a kernel's release begins with; what follows may be a name somebody gave it. */
function release(text: string): string {
  return /^\d+(\.\d+){0,3}/.exec(text)?.[0] ?? 'other';
}

const products = [
  'Visual Studio Code',
  'Visual Studio Code - Insiders',
  'code-server',
  'VSCodium',
  'Cursor',
  'Windsurf',
];
const remotes = [
  'ssh-remote',
  'wsl',
  'dev-container',
  'attached-container',
  'codespaces',
  'tunnel',
  'k8s-container',
];

function oneOf(text: string, known: readonly string[]): string {
  return known.includes(text) ? text : 'other';
}

function programLines(inputs: DiagnosticInputs): string[] {
  const { place } = inputs;
  const remote = place.remoteName === undefined ? 'no' : oneOf(place.remoteName, remotes);
  return [
    `extension: ${word(inputs.extensionVersion, version)}`,
    `VS Code: ${word(inputs.vscodeVersion, version)} (${oneOf(inputs.appName, products)})`,
    `runs: ${place.web ? 'web' : 'desktop'}, remote: ${remote}, side: ${place.ui ? 'ui' : 'workspace'}`,
    `Node: ${word(inputs.node, version)}`,
    `system: ${word(inputs.platform, /^[a-z0-9]{1,12}$/)} ${word(inputs.arch, /^[a-z0-9_]{1,12}$/)} ${release(inputs.osRelease)}`,
    `language: ${word(inputs.language, /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)}`,
    `workspace trusted: ${inputs.trusted ? 'yes' : 'no'}`,
  ];
}

function kindOf(environment: Environment): string {
  if (isEmbedded(environment)) return 'sandbox, embedded';
  const { protocol, hostname } = new URL(environment.baseUrl);
  const near = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname) ? 'loopback' : 'not loopback';
  return `${environment.kind}, ${protocol === 'http:' ? 'http' : 'https'}, ${near}${mayBill(environment) ? ', may bill' : ''}`;
}

function environmentLines({ environments, current, withKey }: DiagnosticInputs): string[] {
  const counts = new Map<string, number>();
  for (const one of environments) {
    const kind = `${kindOf(one)}${isEmbedded(one) ? '' : withKey.has(one.name) ? ', key kept' : ', no key'}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [`chosen: ${kindOf(current)}`, ...[...counts].map(([kind, count]) => `${count} × ${kind}`)];
}

/** A value is told only where it can be nothing but a number, a switch or one of the documented choices. */
function shownValue({ value, choices }: SettingFact): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (choices?.includes(value) === true) return String(value);
  if (Array.isArray(value)) return `set (${value.length})`;
  return 'set';
}

function settingLines({ settings }: DiagnosticInputs): string[] {
  const changed = settings.filter((one) => JSON.stringify(one.value) !== JSON.stringify(one.standard));
  return changed.length === 0 ? ['all as by default'] : changed.map((one) => `${one.id}: ${shownValue(one)}`);
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

function networkLines({ proxy, variables, systemCertificates }: DiagnosticInputs): string[] {
  const named = proxyVariables.find((name) => (variables[name] ?? '') !== '');
  const source = (proxy.url ?? '') !== '' ? 'http.proxy' : named;
  const unnamed = 'none named; for https what VS Code says of the system';
  const used = source === undefined ? unnamed : `yes, from ${source}`;
  return [
    `proxy: ${proxy.support === 'off' ? 'no (http.proxySupport off)' : used}`,
    `http.proxyStrictSSL: ${proxy.strictSsl ? 'on' : 'off'}`,
    `http.systemCertificates: ${systemCertificates ? 'on' : 'off'}`,
  ];
}

/** An error's code where it has the form of one; messages may quote paths and values. */
function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (/^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  return error instanceof Error ? word(error.name, /^[A-Z][A-Za-z]{2,30}$/) : 'other';
}

/** What an order that brought no result came to. The service's own words are told only where the documents list them. */
function errorLine(order: OrderSummary): string {
  const code =
    order.messageCode === null
      ? word(order.failureCode ?? 'none', /^[a-z]+(-[a-z]+){0,3}$/)
      : documentedCode(order.messageCode) === undefined
        ? 'undocumented code'
        : order.messageCode;
  const status = order.httpStatus === null ? 'no HTTP status' : `HTTP ${order.httpStatus}`;
  return `${operationById(order.operation).id}, ${order.kind}: ${order.outcome}, ${code}, ${status}`;
}

const maxErrors = 10;

/** Until the write-ahead log is first worked in, the file itself holds no version. */
function fileWords(header: SqliteHeader | null): string {
  if (header === null) return 'none yet, or not readable';
  const schema = header.schemaVersion === 0 ? 'still in the log' : String(header.schemaVersion);
  return `schema ${schema}, journal ${header.journal}`;
}

function ledgerLines({ ledger, header }: DiagnosticInputs): string[] {
  const file = fileWords(header);
  if (ledger.kind === 'failed') return [`file: ${file}`, `cannot be opened: ${errorCode(ledger.error)}`];
  return [
    `file: ${file}`,
    `orders: ${ledger.orders}${ledger.more ? ' or more' : ''}, ${ledger.attention} need attention`,
    // The sentence without what is filled in, which may be a path.
    ...ledger.problems.map((problem) => `problem: ${problem.text}`),
  ];
}

function errorLines({ ledger }: DiagnosticInputs): string[] {
  if (ledger.kind === 'failed') return ['not known'];
  const failed = ledger.newest.filter(
    (order) => !['verified', 'negative', 'pending'].includes(order.outcome),
  );
  return failed.length === 0 ? ['none'] : failed.slice(0, maxErrors).map(errorLine);
}

/**
 * What helps to find a fault, safe to paste in public: versions, kinds and counts; no names, addresses, keys, inputs or
 * answers. Everything from outside is counted, or told only where it is one of the words we know.
 */
export function diagnosticsText(inputs: DiagnosticInputs): string {
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Versions', programLines(inputs)],
    ['Environments', environmentLines(inputs)],
    ['Settings that differ from their default', settingLines(inputs)],
    ['Network', networkLines(inputs)],
    ['Order history', ledgerLines(inputs)],
    ['Latest errors', errorLines(inputs)],
  ];
  return parts
    .map(([title, lines]) => [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n');
}
