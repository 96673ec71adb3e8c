// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { DismissingWindow } from './dismissing.ts';
import { allOrders } from './erasing.ts';
import { run } from './everyCommand.ts';
import { eventually, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';
import { closeEverything } from './userData.ts';

let services: Services;
let service: Sandbox;
let live: Environment;
let dismissing: DismissingWindow;
let folder: string;
let own: string;
let settingsFile: string;

/** What somebody who wrote the folder would like to be set. */
const wanted: Readonly<Record<string, unknown>> = {
  [settingIds.environments]: [
    { name: 'host-hostile-folder', baseUrl: 'http://127.0.0.1:9', kind: 'sandbox' },
  ],
  [settingIds.confirmLiveCalls]: 'oncePerSession',
  [settingIds.requestFields]: { 'rc-advanced': [{ name: 'stolen', label: 'Stolen', type: 'string' }] },
  [settingIds.deadlineSeconds]: 1,
  [settingIds.maxResponseMegabytes]: 1,
  [settingIds.keep]: 'metadata',
  [settingIds.keepAadhaar]: 'asOtherData',
  [settingIds.batchConcurrency]: 4,
  'http.proxy': 'http://127.0.0.1:9',
  'http.proxyStrictSSL': false,
  'http.noProxy': ['*'],
  'http.systemCertificates': false,
};

const request = JSON.stringify({ operation: 'rc-advanced', body: { rc_number: 'XX00HA0001' } });
const strange = 'a\u202egnp\n[x](command:workbench.action.quit)`$(rm).verify.json';

/** What stands under names of request files. @returns a path for each */
function written(): Readonly<Record<string, string>> {
  const outside = join(folder, '..', 'outside.txt');
  writeFileSync(outside, 'secret: XX00SECRET');
  const at = (name: string): string => join(own, name);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'binary.verify.json': new Uint8Array(100_000).map((_, index) => index * 7),
    'empty.verify.json': '',
    'deep.verify.json': '['.repeat(200_000),
    'polluting.verify.json': '{"operation":"rc-advanced","__proto__":{"body":{}},"constructor":1}',
    'variables.verify.json': JSON.stringify({ operation: 'rc-advanced', body: { rc_number: '${env:PATH}' } }),
    'paths.verify.json': JSON.stringify({
      $ref: '/etc/passwd',
      operation: '../../x',
      body: '${file:/etc/passwd}',
    }),
    'huge.verify.json': `${' '.repeat(40_000_000)}${request}`,
    [strange]: request,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
  symlinkSync(outside, at('outside.verify.json'));
  symlinkSync(at('cycle.verify.json'), at('cycle.verify.json'));
  symlinkSync(own, at('folder.verify.json'));
  symlinkSync('/dev/zero', at('device.verify.json'));
  execFileSync('mkfifo', [at('pipe.verify.json')]);
  const names = [...Object.keys(files), 'outside', 'cycle', 'folder', 'device', 'pipe'];
  return Object.fromEntries(
    names.map((name) => [name, at(name.includes('.verify.') ? name : `${name}.verify.json`)]),
  );
}

describe('a folder that somebody else wrote', () => {
  before(async () => {
    services = (await theExtension()).services;
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    own = join(folder, 'of-others');
    mkdirSync(own);
    settingsFile = join(folder, '.vscode/settings.json');
    let ids = 0;
    service = await startSandbox({ now: Date.now, newId: () => `folder-${++ids}` });
    live = { name: 'host-folder', baseUrl: service.url, kind: 'live' };
    await services.environments.add(live);
    assert.equal(await services.keys.store(live, 'sandbox-key-unlimited'), 'kept');
    await services.environments.choose(live);
    dismissing = new DismissingWindow();
  });

  after(async () => {
    dismissing.dispose();
    await closeEverything();
    rmSync(own, { recursive: true, force: true });
    rmSync(settingsFile, { force: true });
    rmSync(join(folder, '..', 'outside.txt'), { force: true });
    await services.environments.choose(sandboxEnvironment);
    await services.keys.remove(live);
    await services.environments.remove(live);
    await service.close();
  });

  it('sets nothing of ours, in whatever scope it tries', async () => {
    const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration();
    const was = JSON.stringify([
      services.environments.all(),
      services.operation('rc-advanced').requestFields,
    ]);
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(settingsFile, JSON.stringify({ ...wanted, 'editor.tabSize': 7 }));
    // What a folder may set says that the file was read.
    await eventually('the settings of the folder are read', () =>
      configuration().inspect('editor.tabSize')?.workspaceValue === 7 ? true : undefined,
    );
    for (const id of Object.values(settingIds)) {
      const found = configuration().inspect(id);
      assert.deepEqual([id, found?.workspaceValue, found?.workspaceFolderValue], [id, undefined, undefined]);
    }
    assert.equal(
      JSON.stringify([services.environments.all(), services.operation('rc-advanced').requestFields]),
      was,
    );
    const transport = await services.transport();
    const call = {
      url: `${service.url}/x`,
      apiKey: null,
      body: new Uint8Array(),
      deadlineMs: 5000,
      connectTimeoutMs: 5000,
      maxResponseBytes: 1e6,
    };
    assert.equal((await transport.refuses?.(call)) ?? null, null);
  });

  it('has nothing under the name of a request file that is sent, blocks, or says what stands outside', async () => {
    const orders = JSON.stringify(await allOrders(services));
    const said: Record<string, string> = {};
    for (const [name, path] of Object.entries(written())) {
      for (const command of [commandIds.sendRequestFile, commandIds.openRequestFileInForm]) {
        const { said: words } = await run(command, vscode.Uri.file(path));
        said[`${command} ${name}`] = words ?? '';
      }
      await closeEverything();
    }
    const all = JSON.stringify(said, null, 1);
    assert.doesNotMatch(all, /HANGS|XX00SECRET|TypeError|Cannot |root:/, all);
    const wordsOf = (file: string): string => said[`${commandIds.sendRequestFile} ${file}`] ?? '';
    assert.match(wordsOf('huge.verify.json'), /larger than 16 MB and is not read as a request file/);
    // A link in a circle, to a folder or a device, and a pipe: what they are is asked before they are opened.
    for (const file of ['cycle', 'folder', 'device', 'pipe'])
      assert.match(wordsOf(file), /is not a readable file/, file);
    assert.deepEqual(service.books().entries, []);
    assert.equal(JSON.stringify(await allOrders(services)), orders);
    assert.equal(readFileSync(join(folder, '..', 'outside.txt'), 'utf8'), 'secret: XX00SECRET');
  }, 120_000);

  it('of a hundred thousand files keeps nobody waiting', async () => {
    const many = join(own, 'many');
    mkdirSync(many);
    for (let at = 0; at < 100_000; at += 1) {
      if (at % 1000 === 0) {
        mkdirSync(join(many, String(at / 1000)));
        await new Promise((resolve) => setImmediate(resolve));
      }
      writeFileSync(join(many, String(Math.floor(at / 1000)), `${at}.verify.json`), request);
    }
    let longest = 0;
    // What the host computes between two turns, not how long it waits for a processor.
    let last = process.cpuUsage();
    const beat = setInterval(() => {
      const { user, system } = process.cpuUsage(last);
      longest = Math.max(longest, (user + system) / 1000);
      last = process.cpuUsage();
    }, 5);
    const orders = await allOrders(services);
    const order = orders[0]?.id ?? '';
    // Looks for files to add to.
    const { said } = await run(commandIds.saveRequestFile, order);
    await run(commandIds.sendRequestFile, vscode.Uri.file(join(many, '7', '7000.verify.json')));
    clearInterval(beat);
    assert.doesNotMatch(said ?? '', /HANGS/);
    assert.deepEqual(service.books().entries, []);
    console.log(
      `a folder of 100,000 request files: between two turns at most ${Math.round(longest)} ms of the processor`,
    );
    assert.ok(longest < 2000, `the host computed for ${Math.round(longest)} ms in one go`);
  }, 180_000);
});
