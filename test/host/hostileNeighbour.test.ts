import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { commandIds } from '../../src/contributions.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { filesSaying } from '../support/traces.ts';
import { readingMs } from './answers.ts';
import { DismissingWindow } from './dismissing.ts';
import { allOrders } from './erasing.ts';
import { everyCommand, run } from './everyCommand.ts';
import { theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';
import { closeEverything, setting, settingsLeftAlone } from './userData.ts';

/** What VS Code's own host loads, shared by all extensions. */
const required = createRequire(join(__dirname, 'index.js'));

let services: Services;
let service: Sandbox;
let live: Environment;
/** Where a neighbour leads whom it can. */
let trap: Server;
let trapped = '';

const undo: (() => void)[] = [];

/** Puts a value where others look for another one, until the test ends. */
function put(owner: object, name: string, value: unknown): void {
  const was = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: was?.enumerable ?? owner === process.env,
  });
  undo.push(() => {
    if (was === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, was);
  });
}

function putBack(): void {
  for (const back of undo.splice(0).reverse()) back();
}

function refusing(): never {
  throw new Error('by a neighbour');
}

/** Of a call: what is asked is answered with its first button. */
async function lookUp(plate: string): Promise<unknown> {
  const { showWarningMessage } = vscode.window;
  const press = async (_text: string, _options: unknown, ...items: readonly unknown[]): Promise<unknown> => {
    await new Promise((read) => setTimeout(read, readingMs));
    return items[0];
  };
  Object.assign(vscode.window, { showWarningMessage: press });
  try {
    const given = { operation: 'rc-advanced', fields: { rc_number: plate } };
    return await vscode.commands.executeCommand(commandIds.quickLookup, given);
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
  }
}

function inClear(word: string): readonly string[] {
  return filesSaying(services.storageFolder, [word]);
}

describe('beside an extension that changes what all share, in the real host,', () => {
  before(async () => {
    services = (await theExtension()).services;
    let ids = 0;
    service = await startSandbox({ now: Date.now, newId: () => `neighbour-${++ids}` });
    live = { name: 'host-neighbour', baseUrl: service.url, kind: 'live' };
    await services.environments.add(live);
    assert.equal(await services.keys.store(live, 'sandbox-key-unlimited'), 'kept');
    await services.environments.choose(live);
    trap = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (chunk) => {
          trapped += chunk.toString('latin1');
        });
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    // Ours has been used before: what it took of Node is its own.
    await Promise.all([services.ledger(), services.transport()]);
  });

  after(async () => {
    putBack();
    await settingsLeftAlone();
    await closeEverything();
    await setting(() => services.environments.choose(sandboxEnvironment));
    await setting(() => services.keys.remove(live));
    await setting(() => services.environments.remove(live));
    await service.close();
    trap.close();
  });

  it('a call is made once, as if nobody had done anything, and kept sealed', async () => {
    const address = trap.address();
    const proxy = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
    const sealed = {
      setAAD: () => undefined,
      update: (bytes: Uint8Array) => bytes,
      final: () => new Uint8Array(),
    };
    put(required('node:crypto'), 'createCipheriv', () => ({
      ...sealed,
      getAuthTag: () => new Uint8Array(16),
    }));
    put(required('node:crypto'), 'randomBytes', (size: number) => Buffer.alloc(size));
    for (const name of ['createHmac', 'hkdfSync']) put(required('node:crypto'), name, refusing);
    for (const name of ['connect', 'createConnection', 'isIP']) put(required('node:net'), name, refusing);
    for (const name of ['connect', 'createSecureContext']) put(required('node:tls'), name, refusing);
    put(required('node:dns'), 'lookup', refusing);
    put(globalThis, 'fetch', refusing);
    put(Object.prototype, 'path', '/nowhere');
    put(Object.prototype, 'rejectUnauthorized', false);
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'http_proxy', 'https_proxy'])
      put(process.env, name, proxy);
    put(process.env, 'NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      await lookUp('XX00HN0001');
    } finally {
      putBack();
    }
    assert.equal(service.books().entries.length, 1);
    assert.equal(trapped, '');
    const [newest] = await allOrders(services);
    assert.deepEqual(
      [newest?.environment, newest?.state, newest?.billing === 'billed'],
      [live.name, 'settled', service.books().entries[0]?.charged],
    );
    assert.deepEqual(inClear('XX00HN0001'), []);
  });

  it('commands read nothing out of every object that another one put there', async () => {
    const count = service.books().entries.length;
    const orders = JSON.stringify(await allOrders(services));
    const dismissing = new DismissingWindow();
    const said: string[] = [];
    for (const [name, value] of [
      ['operation', 'rc-advanced'],
      ['fields', { rc_number: 'XX00HN0002' }],
      ['confirmed', true],
      ['proven', true],
      ['kind', 'sandbox'],
    ] as const) {
      put(Object.prototype, name, value);
    }
    try {
      for (const command of everyCommand()) said.push(`${command}: ${(await run(command, {}, {})).said}`);
    } finally {
      putBack();
      dismissing.dispose();
      await settingsLeftAlone();
    }
    assert.deepEqual(
      said.filter((one) => one.includes('HANGS')),
      [],
    );
    assert.equal(service.books().entries.length, count);
    assert.equal(JSON.stringify(await allOrders(services)), orders);
    await closeEverything();
  }, 120_000);
});
