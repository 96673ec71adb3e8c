import { thrown, type When } from './thrown.ts';

/** A promise that nobody can keep beside this neighbour (SECURITY.md, "What is not defended"). */
export type Broken =
  /** The neighbour is handed the key or the input. */
  | 'seen'
  /** A call goes to who is not the service. */
  | 'led astray'
  /** The input stands in the history's file in clear. */
  | 'in clear'
  /** What the service billed is recorded as something else. */
  | 'misread';

/** What one neighbour does. */
export interface Tampering {
  readonly name: string;
  /** What it runs; `job`, `require` and `steal` are there. */
  readonly line: string;
  /** When a call must go through as if nobody had done anything; else a refusal is as good. */
  readonly held?: readonly When[];
  /** What it breaks, by when it does it; a row that stops breaking it fails, too. */
  readonly breaks?: Partial<Record<When, readonly Broken[]>>;
  /** The service is not on this computer, so that names and proxies count. */
  readonly far?: true;
  /** The call never ends. */
  readonly hangs?: true;
}

const both: readonly When[] = ['before', 'after'];
const always = { held: both };

const ofEnvironment: readonly Tampering[] = [
  ['TLS switched off', "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';"],
  [
    'an authority named',
    "const f = job.folder + '.pem'; require('node:fs').writeFileSync(f, job.impostor); process.env.NODE_EXTRA_CA_CERTS = process.env.SSL_CERT_FILE = f; process.env.NODE_USE_SYSTEM_CA = '1';",
  ],
  ['keys of TLS asked for', "process.env.SSLKEYLOGFILE = job.folder + '/keys';"],
  [
    'options of Node',
    "process.env.NODE_OPTIONS = '--tls-min-v1.0 --insecure-http-parser'; process.env.NODE_DEBUG = 'net,tls,http,undici';",
  ],
  [
    'proxies named',
    "for (const n of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) process.env[n] = 'http://127.0.0.1:' + job.trapPort; process.env.NO_PROXY = ''; process.env.NODE_USE_ENV_PROXY = '1';",
  ],
  ['all of it replaced', "process.env = new Proxy({}, { get: () => 'http://127.0.0.1:' + job.trapPort });"],
].map(([name = '', line = '']) => ({ name: `the environment: ${name}`, line, ...always }));

/** Where another extension put it, every object has it. */
const polluted: readonly (readonly [name: string, value: string, held: readonly When[]])[] = [
  ['path', 'job.trapPath', both],
  ['host', "'127.0.0.2'", both],
  ['port', 'job.trapPort', both],
  ['rejectUnauthorized', 'false', both],
  ['checkServerIdentity', '() => undefined', both],
  ['ca', 'job.impostor', both],
  ['secureContext', "require('node:tls').createSecureContext({ ca: job.impostor })", both],
  ['pskCallback', "() => ({ psk: Buffer.alloc(32), identity: 'x' })", both],
  ['ciphers', "'NULL'", both],
  ['servername', "'other.example'", both],
  ['ALPNProtocols', "['h2']", both],
  ['onread', '{ buffer: Buffer.alloc(9999), callback: (n, b) => { steal(b); return true; } }', both],
  ['lookup', "(h, o, c) => c(null, [{ address: '127.0.0.1', family: 4 }])", both],
  ['headers', "{ 'x-a': 'b' }", both],
  ['body', "'x'", both],
  ['interceptors', '{ Client: [(d) => d] }', both],
  ['apiKey', "'other'", both],
  ['baseUrl', "'http://127.0.0.1:' + job.trapPort", both],
  ['charged', 'false', both],
  ['message_code', "'OK'", both],
  ['socketPath', 'job.trapPath', both],
  ['secureProtocol', "'TLSv1_method'", []],
  ['signal', 'AbortSignal.abort()', []],
  ['dispatcher', '{}', []],
  ['connect', '{ socketPath: job.trapPath }', []],
  ['upgrade', "'h2c'", []],
  ['fd', '1', []],
  ['handle', '{}', []],
  ['get', "() => 'x'", []],
  ['value', "'x'", []],
  ['then', '(f) => f(1)', []],
  ['toJSON', "() => 'x'", []],
  ['code', "'EAI_AGAIN'", []],
  ['open', 'false', []],
];

/** `BESIDE=all`: every row; else of those that are alike the ones that most rests on. */
const all = process.env.BESIDE === 'all';
const often = new Set(
  'path rejectUnauthorized checkServerIdentity ca secureContext pskCallback ciphers onread lookup charged secureProtocol signal get then toJSON'.split(
    ' ',
  ),
);

const chosen = polluted.filter(([name]) => all || often.has(name));
const onPrototype: readonly Tampering[] = chosen.map(([name, value, held]) => ({
  name: `Object.prototype.${name}`,
  line: `Object.defineProperty(Object.prototype, '${name}', { __proto__: null, value: ${value}, writable: true, configurable: true });`,
  held,
}));

/** `open` = `o` runs what was there with all of its arguments. */
function wrapped(owner: string, name: string, body: string): string {
  return `const owner = ${owner}; const o = owner.${name}; owner.${name} = function (...a) { ${body} };`;
}

const seesWrites =
  'const s = o(...a); const w = s.write; s.write = function (d, ...r) { steal(d); return w.call(this, d, ...r); }; return s;';

const ofModules: readonly Tampering[] = [
  {
    name: 'tls.connect lets everybody pass',
    line: wrapped(
      'require("node:tls")',
      'connect',
      'return o({ ...a[0], rejectUnauthorized: false, checkServerIdentity: () => undefined });',
    ),
    held: both,
  },
  {
    name: 'tls.connect listens',
    line: wrapped('require("node:tls")', 'connect', seesWrites),
    held: both,
    breaks: { before: ['seen'] },
  },
  {
    name: 'net.connect leads elsewhere',
    line: wrapped('require("node:net")', 'connect', "return o(job.trapPort, '127.0.0.1');"),
    held: ['after'],
    hangs: true,
  },
  {
    name: 'tls.createSecureContext trusts one more',
    line: wrapped(
      'require("node:tls")',
      'createSecureContext',
      'return o({ ...a[0], ca: [...a[0].ca, job.impostor] });',
    ),
    held: both,
    breaks: { before: ['led astray'] },
  },
  {
    name: 'tls.getCACertificates knows one more',
    line: wrapped('require("node:tls")', 'getCACertificates', 'return [...o(...a), job.impostor];'),
    held: both,
    breaks: { before: ['led astray'] },
  },
  {
    name: 'defaults of TLS',
    line: "const tls = require('node:tls'); tls.checkServerIdentity = () => undefined; tls.DEFAULT_MIN_VERSION = 'TLSv1'; tls.DEFAULT_CIPHERS = 'ALL:@SECLEVEL=0'; tls.setDefaultCACertificates([job.impostor]);",
    held: both,
  },
  {
    name: 'dns.lookup lies',
    line: wrapped('require("node:dns")', 'lookup', "a.at(-1)(null, [{ address: '127.0.0.1', family: 4 }]);"),
    far: true,
  },
  {
    name: 'createCipheriv seals nothing',
    line: wrapped(
      'require("node:crypto")',
      'createCipheriv',
      'return { setAAD() {}, update: (b) => Buffer.from(b), final: () => Buffer.alloc(0), getAuthTag: () => Buffer.alloc(16) };',
    ),
    held: both,
    breaks: { before: ['in clear'] },
  },
  {
    name: 'createHmac listens',
    line: wrapped(
      'require("node:crypto")',
      'createHmac',
      'const x = o(...a); const u = x.update; x.update = function (b, ...r) { steal(b); return u.call(this, b, ...r); }; return x;',
    ),
    held: both,
    breaks: { before: ['seen'] },
  },
  {
    name: 'randomBytes is nothing',
    line: wrapped('require("node:crypto")', 'randomBytes', 'return Buffer.alloc(a[0]);'),
    held: both,
  },
  {
    name: 'randomUUID is always one',
    line: wrapped('require("node:crypto")', 'randomUUID', "return '00000000-0000-4000-8000-000000000000';"),
  },
  {
    name: 'channels that tell of calls',
    line: "for (const n of ['undici:client:sendHeaders', 'undici:request:create']) require('node:diagnostics_channel').subscribe(n, (m) => { steal(String(m.headers ?? '')); steal(String(m.request?.headers ?? '')); });",
    held: both,
    breaks: { before: ['seen'], after: ['seen'] },
  },
  {
    name: 'channels whose listeners throw',
    line: "for (const n of ['undici:client:sendHeaders', 'undici:request:create', 'net.client.socket']) require('node:diagnostics_channel').subscribe(n, () => { throw new Error('by a neighbour'); });",
  },
  {
    name: 'the dispatcher of everybody’s fetch',
    line: "globalThis[Symbol.for('undici.globalDispatcher.1')] = { dispatch(o) { steal(JSON.stringify(o)); throw new Error('by a neighbour'); } };",
    held: both,
  },
  {
    name: 'the settings of everybody’s zod',
    line: "globalThis.__zod_globalConfig = { jitless: true, customError: () => 'by a neighbour', postProcessor: () => { throw new Error('by a neighbour'); } };",
    held: both,
  },
];

const ofClasses: readonly Tampering[] = [
  {
    name: 'what a context of TLS takes in',
    line: "const p = Object.getPrototypeOf(require('node:tls').createSecureContext().context); const o = p.addCACert; p.addCACert = function (...a) { o.call(this, job.impostor); return o.apply(this, a); };",
    held: both,
    breaks: { before: ['led astray'], after: ['led astray'] },
  },
  {
    name: 'what a socket of TLS finds wrong',
    line: wrapped(
      'require("node:tls").TLSSocket.prototype',
      '_start',
      'if (this._handle) this._handle.verifyError = () => null; return o.apply(this, a);',
    ),
    held: both,
    breaks: { before: ['led astray'], after: ['led astray'] },
  },
  {
    name: 'what a socket writes, seen',
    line: wrapped('require("node:net").Socket.prototype', 'write', 'steal(a[0]); return o.apply(this, a);'),
    held: both,
    breaks: { before: ['seen'], after: ['seen'] },
  },
  {
    name: 'where a socket connects to',
    line: wrapped(
      'require("node:net").Socket.prototype',
      'connect',
      "return o.call(this, job.trapPort, '127.0.0.1');",
    ),
    hangs: true,
  },
  {
    name: 'events told twice',
    line: wrapped('require("node:events").prototype', 'emit', 'o.apply(this, a); return o.apply(this, a);'),
  },
  {
    name: 'events told never',
    line: wrapped('require("node:events").prototype', 'emit', 'return true;'),
    hangs: true,
  },
  {
    name: 'statements run twice',
    line: wrapped(
      'require("node:sqlite").StatementSync.prototype',
      'run',
      'o.apply(this, a); return o.apply(this, a);',
    ),
  },
  {
    name: 'statements that find nothing',
    line: wrapped('require("node:sqlite").StatementSync.prototype', 'get', 'return undefined;'),
  },
];

const ofTheLanguage: readonly Tampering[] = [
  {
    name: 'JSON.parse listens',
    line: wrapped('JSON', 'parse', 'steal(a[0]); return o(...a);'),
    held: both,
    breaks: { before: ['seen'], after: ['seen'] },
  },
  {
    name: 'JSON.parse lies',
    line: wrapped('JSON', 'parse', 'return { charged: false };'),
    breaks: { before: ['misread'], after: ['misread'] },
  },
  { name: 'JSON.stringify lies', line: wrapped('JSON', 'stringify', "return '{}';") },
  { name: 'every clock at its start', line: 'Date.now = () => 0; performance.now = () => 0;' },
  { name: 'every clock broken', line: 'Date.now = () => NaN; performance.now = () => NaN;' },
  { name: 'timers at once', line: wrapped('globalThis', 'setTimeout', 'return o(a[0], 0);') },
  { name: 'timers twice', line: wrapped('globalThis', 'setTimeout', 'o(...a); return o(...a);') },
  {
    name: 'turns twice',
    line: `${wrapped('globalThis', 'setImmediate', 'o(...a); return o(...a);')} { ${wrapped('process', 'nextTick', 'o(...a); return o(...a);')} }`,
  },
  {
    name: 'promises kept twice',
    line: wrapped('Promise.prototype', 'then', 'o.apply(this, a); return o.apply(this, a);'),
  },
  {
    name: 'lists put twice',
    line: wrapped('Array.prototype', 'push', 'o.apply(this, a); return o.apply(this, a);'),
  },
  { name: 'nothing is some', line: 'Array.prototype.some = () => false;' },
  { name: 'everything is some', line: 'Array.prototype.some = () => true;' },
  { name: 'maps are empty', line: 'Map.prototype.get = () => undefined;' },
  { name: 'every pattern fits', line: 'RegExp.prototype.test = () => true;' },
  { name: 'no pattern fits', line: 'RegExp.prototype.test = () => false;' },
  {
    name: 'prototypes that stay as they are',
    line: "for (const c of [Object, Array, Function, Map, Set, Promise, Error, Uint8Array, Buffer, require('node:events'), require('node:net').Socket]) Object.freeze(c.prototype);",
  },
];

/** Every row of the matrix. */
export const tamperings: readonly Tampering[] = [
  ...ofEnvironment,
  ...onPrototype,
  ...ofModules,
  ...ofClasses,
  ...ofTheLanguage,
  ...thrown(all),
];
