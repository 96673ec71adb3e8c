import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

test('a proxy is told to be unchecked where it has a certificate and nobody checks it, whoever names it', async (t) => {
  const told = await standInForVscode();
  const { openSending } = await import('../../../../src/ui/sending/sendingPorts.ts');
  const sending = openSending({ environments: {}, log: {} } as never);
  const before = variables.map((name) => [name, process.env[name]] as const);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const isLoose = (settings: Record<string, unknown>, env: Partial<Record<string, string>> = {}): boolean => {
    for (const name of variables) delete process.env[name];
    Object.assign(process.env, env);
    for (const id of Object.keys(told.settings)) delete told.settings[id];
    Object.assign(told.settings, { 'http.proxyStrictSSL': false }, settings);
    return sending.ports.settings.looseProxy();
  };
  const secure = 'https://proxy.example.invalid:8443';
  assert.equal(isLoose({ 'http.proxy': secure }), true);
  assert.equal(isLoose({}, { HTTPS_PROXY: ` ${secure}` }), true);
  assert.equal(isLoose({ 'http.proxy': secure, 'http.proxyStrictSSL': true }), false);
  assert.equal(isLoose({ 'http.proxy': secure, 'http.proxySupport': 'off' }), false);
  // It speaks in clear: there is no certificate of which something could be said.
  assert.equal(isLoose({ 'http.proxy': 'http://proxy.example.invalid:8080' }), false);
  assert.equal(isLoose({ 'http.proxy': 'proxy.example.invalid:8080' }, { HTTPS_PROXY: secure }), false);
  assert.equal(isLoose({}), false);
});
