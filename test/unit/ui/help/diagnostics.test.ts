import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import type { FailureCode } from '../../../../src/calls/ports/ports.ts';
import { type DiagnosticInputs, diagnosticsText } from '../../../../src/ui/help/diagnostics.ts';
import { anOrder } from '../../calls/orders.ts';

const ordinary: DiagnosticInputs = {
  extensionVersion: '0.1.0',
  vscodeVersion: '1.139.1',
  appName: 'Visual Studio Code',
  place: { web: false, remoteName: undefined, ui: true },
  language: 'en',
  node: '24.21.0',
  platform: 'linux',
  arch: 'x64',
  osRelease: '6.1.0-18-amd64',
  trusted: true,
  environments: [
    sandboxEnvironment,
    { name: 'acme-prod', baseUrl: 'https://api.example.invalid/v', kind: 'live' },
    { name: 'acme-test', baseUrl: 'https://test.example.invalid', kind: 'live' },
    { name: 'mine', baseUrl: 'http://127.0.0.1:8080', kind: 'sandbox' },
  ],
  current: { name: 'acme-prod', baseUrl: 'https://api.example.invalid/v', kind: 'live' },
  withKey: new Set(['acme-prod']),
  settings: [
    { id: 'a.deadlineSeconds', value: 30, standard: 60, choices: null },
    { id: 'a.keep', value: 'metadata', standard: 'everything', choices: ['everything', 'metadata'] },
    { id: 'a.environments', value: [{}, {}], standard: [], choices: null },
    { id: 'a.same', value: ['x'], standard: ['x'], choices: null },
  ],
  proxy: { support: 'on', url: null, strictSsl: true },
  systemCertificates: true,
  variables: { HTTPS_PROXY: 'http://proxy.example.invalid:8080' },
  ledger: {
    kind: 'open',
    orders: 41,
    more: false,
    attention: 2,
    problems: [{ text: 'The order history could not be read: {0}.', args: ['/a/path'] }],
    newest: [
      anOrder({ outcome: 'refused', messageCode: 'INVALID_API_KEY', httpStatus: 401 }),
      anOrder(),
      anOrder({ outcome: 'unknown', messageCode: null, failureCode: 'connect-timeout', httpStatus: null }),
    ],
  },
  header: { schemaVersion: 2, journal: 'wal' },
};

/** What must never come out, one of each kind; invented. */
const secrets = {
  key: 'sk_live_9f3aInventedInventedInvented',
  aadhaar: '0123 4567 8901',
  pan: 'ZZZXZ9999Z',
  plate: 'ZZ99ZZ9999',
  email: 'invented.person@example.invalid',
  phone: '+91 60000 00000',
  name: 'Invented Person',
  host: 'secret-host.example.invalid',
  path: '/srv/invented/secret',
  password: 'hunter2',
};

const all = Object.values(secrets).join(' ');
/** A file of the ledger may hold what no version of ours has written. */
const notACode = all as FailureCode;

/** Every text that comes from outside holds every secret. */
const hostile: DiagnosticInputs = {
  extensionVersion: all,
  vscodeVersion: all,
  appName: all,
  place: { web: true, remoteName: all, ui: false },
  language: all,
  node: all,
  platform: all,
  arch: all,
  osRelease: `6.1.0-${all}`,
  trusted: false,
  environments: [
    sandboxEnvironment,
    { name: all, baseUrl: `https://${secrets.host}/${secrets.pan}`, kind: 'live' },
    { name: secrets.name, baseUrl: `https://${secrets.host}`, kind: 'sandbox' },
  ],
  current: { name: all, baseUrl: `https://${secrets.host}/${secrets.pan}`, kind: 'live' },
  withKey: new Set([all]),
  settings: [
    { id: 'a.text', value: all, standard: '', choices: null },
    { id: 'a.choice', value: all, standard: 'x', choices: ['x', 'y'] },
    { id: 'a.list', value: [all, { key: secrets.key }], standard: [], choices: null },
    { id: 'a.object', value: { key: secrets.key }, standard: null, choices: null },
  ],
  proxy: {
    support: all,
    url: `http://${secrets.name}:${secrets.password}@${secrets.host}`,
    strictSsl: false,
  },
  systemCertificates: false,
  variables: { https_proxy: `http://${secrets.password}@${secrets.host}`, API_KEY: secrets.key },
  ledger: {
    kind: 'open',
    orders: 1,
    more: true,
    attention: 1,
    problems: [{ text: 'The order history could not be read: {0}.', args: [all] }],
    newest: [
      anOrder({
        environment: all,
        origin: `https://${secrets.host}`,
        keyTail: 'nted',
        machine: secrets.host,
        maskedInput: all,
        outcome: 'unknown',
        messageCode: all,
        orderId: all,
        failureCode: notACode,
      }),
      anOrder({ outcome: 'failed', messageCode: null, failureCode: notACode, httpStatus: null }),
    ],
  },
  header: null,
};

function leaks(text: string): string[] {
  const parts = Object.values(secrets).flatMap((secret) => [secret, ...secret.split(/[\s@./]+/)]);
  return parts.filter((part) => part.length > 3 && text.toLowerCase().includes(part.toLowerCase()));
}

describe('diagnostics', () => {
  it('say versions, kinds and counts', () => {
    const text = diagnosticsText(ordinary);
    for (const line of [
      'extension: 0.1.0',
      'VS Code: 1.139.1 (Visual Studio Code)',
      'system: linux x64 6.1.0',
      'chosen: live, https, not loopback, may bill',
      '1 × sandbox, embedded',
      '1 × live, https, not loopback, may bill, key kept',
      '1 × live, https, not loopback, may bill, no key',
      '1 × sandbox, http, loopback, no key',
      'a.deadlineSeconds: 30',
      'a.keep: metadata',
      'a.environments: set (2)',
      'proxy: yes, from HTTPS_PROXY',
      'file: schema 2, journal wal',
      'orders: 41, 2 need attention',
      'problem: The order history could not be read: {0}.',
      'rc-advanced, live: refused, INVALID_API_KEY, HTTP 401',
      'rc-advanced, live: unknown, connect-timeout, no HTTP status',
    ]) {
      assert.ok(text.split('\n').includes(`  ${line}`), `${line}\nis not in\n${text}`);
    }
    assert.doesNotMatch(text, /a\.same|acme|example|NO_RECORD_FOUND|9f3a|ORD-/);
  });

  it('quote nothing that comes from outside, whatever it holds', () => {
    const text = diagnosticsText(hostile);
    assert.deepEqual(leaks(text), []);
    assert.match(text, /undocumented code/);
    assert.match(text, /1 or more/);
    assert.match(text, /proxy: yes, from http\.proxy/);
  });

  it('name an error of the ledger by its code alone', () => {
    const failed = (error: unknown) => diagnosticsText({ ...ordinary, ledger: { kind: 'failed', error } });
    const error = Object.assign(new Error(all), { code: 'ERR_SQLITE_ERROR' });
    assert.match(failed(error), /cannot be opened: ERR_SQLITE_ERROR$/m);
    assert.match(failed(Object.assign(new Error(all), { code: all })), /cannot be opened: Error$/m);
    assert.match(failed(all), /cannot be opened: other$/m);
    for (const one of [error, all, { code: all }]) assert.deepEqual(leaks(failed(one)), []);
  });

  it('know that the check for leaks can fail', () => assert.ok(leaks(`x ${secrets.pan} y`).length > 0));
});
