import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { inAscii } from '../../support/bundles/ascii.mjs';
import { budget } from '../../support/bundles/weights.mjs';
import { listPackage } from '../../support/package.ts';
import { deadLinks } from '../../support/release/links.ts';
import { read, root } from './sources.ts';

const expected = [
  'CHANGELOG.md',
  'LICENSE',
  'PRIVACY.md',
  'README.md',
  'SECURITY.md',
  'ThirdPartyNotices.txt',
  'dist/batch.js',
  'dist/client.js',
  'dist/codicons/codicon.css',
  'dist/codicons/codicon.ttf',
  'dist/controls.js',
  'dist/extension.js',
  'dist/imports.js',
  'dist/ledger.js',
  'dist/orders.css',
  'dist/orders.js',
  'dist/review.css',
  'dist/review.js',
  'dist/runtime.js',
  'dist/sandbox.js',
  'dist/schema.js',
  'dist/shapes.js',
  'dist/snippets.js',
  'dist/usage.css',
  'dist/usage.js',
  'dist/webview.css',
  'dist/webview.js',
  'dist/window.js',
  'l10n/bundle.l10n.hi.json',
  'media/activity.svg',
  'media/icon.png',
  'media/view-operations.svg',
  'media/view-orders.svg',
  'media/view-spend.svg',
  'media/walkthrough/kept.svg',
  'media/walkthrough/live.svg',
  'media/walkthrough/magic.svg',
  'media/walkthrough/read.svg',
  'media/walkthrough/try.svg',
  'package.json',
  'package.nls.hi.json',
  'package.nls.json',
];

/** Prints what a fresh process says after running a script; one whose globals nothing has touched. */
function inFreshProcess(script: string): string {
  return execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' }).trim();
}

describe('the package', () => {
  before(() => {
    assert.ok(
      existsSync(join(root, 'dist/extension.js')),
      'Nothing is built: run "npm run build -- --production" first.',
    );
  });

  it('holds exactly the files meant for users', () => assert.deepEqual(listPackage(), expected));

  it('has texts beside the README whose links lead into it, or to headings that are there', () => {
    const tree = { files: new Set(expected), read };
    for (const file of ['PRIVACY.md', 'SECURITY.md']) assert.deepEqual(deadLinks(file, tree), []);
  });

  it('is listed by what may go in, not by what must stay out', () => {
    const [first, ...others] = read('.vscodeignore').trim().split('\n');
    assert.equal(first, '**');
    assert.deepEqual(
      others.filter((line) => !line.startsWith('!')),
      [],
    );
  });

  it('says whose the parts of others are, those inside a package and those that are copied too', () => {
    const notices = read('ThirdPartyNotices.txt');
    const named = ['undici', 'llhttp', 'zod', 'lit-html', 'chart.js', '@vscode/webview-ui-toolkit'];
    const copied = ['Codicons \\(icons\\)', 'Codicons \\(style\\)'];
    for (const name of [...named, ...copied])
      assert.match(notices, new RegExp(`^${name} \\S.*\\n  (Copyright|By) `, 'm'), name);
    assert.match(notices, /creativecommons\.org\/licenses\/by\/4\.0/);
  });

  it('has scripts of ASCII alone, which take one byte a letter, and say the same', () => {
    for (const file of expected.filter((one) => one.endsWith('.js')))
      assert.doesNotMatch(read(file), /[^\0-\x7f]/, file);
    const said = [
      '["₹😀", `₹😀`]',
      '((parts) => [...parts])`₹…`',
      '[/[₹…]+/.exec("a₹…b")[0], /😀{2}/u.exec("😀😀")[0], /[^😀]/u.test("😀"), "x₹".replace(/₹/, "…")]',
    ];
    for (const script of said) {
      const ascii = inAscii(script);
      assert.doesNotMatch(ascii, /[^\0-\x7f]/);
      assert.deepEqual(
        runInNewContext(`JSON.stringify(${ascii})`),
        runInNewContext(`JSON.stringify(${script})`),
      );
    }
    assert.throws(() => inAscii('/\\₹/'), /take its backslash away/);
  });

  it('has a budget for each file that is built', () => {
    assert.deepEqual(
      Object.keys(budget.files),
      expected.filter((file) => file.startsWith('dist/')),
    );
  });

  it('copies the API for no file of ours: each copy is a getter for every name', () => {
    const script = `
      const anything = () => new Proxy(function () {}, {
        get: (target, key) => key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : anything(),
        apply: anything, construct: anything,
      });
      const names = 'commands env languages l10n window workspace Disposable EventEmitter FileType InputBoxValidationSeverity'
        + ' QuickInputButtons TreeItem Uri Diagnostic CodeActionKind FileSystemError oneOfManyNames';
      const api = Object.fromEntries(names.split(' ').map((name) => [name, anything()]));
      const { _load } = require('node:module');
      require('node:module')._load = function (name, ...more) { return name === 'vscode' ? api : _load.call(this, name, ...more); };
      let copies = 0;
      const define = Object.defineProperty;
      Object.defineProperty = (target, key, how) => { if (key === 'oneOfManyNames') copies += 1; return define(target, key, how); };
      require('./dist/extension.js');
      require('./dist/window.js');
      require('./dist/runtime.js');
      console.log(copies);`;
    assert.equal(inFreshProcess(script), '0');
  });

  it('leaves the fetch dispatcher of the process to others, whether or not there is one', () => {
    const script = (setup: string) => `
      const slots = [1, 2].map((n) => Symbol.for('undici.globalDispatcher.' + n));
      ${setup}
      const before = slots.map((slot) => globalThis[slot]);
      const client = require('./dist/client.js');
      const same = slots.every((slot, index) => globalThis[slot] === before[index]);
      console.log(same, before.map((value) => typeof value).join(), Object.keys(client).length > 0);`;
    assert.equal(inFreshProcess(script('')), 'true undefined,undefined true');
    const set = 'for (const slot of slots) globalThis[slot] = { dispatch() {} };';
    assert.equal(inFreshProcess(script(set)), 'true object,object true');
  });

  it('reads imported files with a library that can open nothing itself', () => {
    const code = read('dist/imports.js');
    const required = [...code.matchAll(/require\("(?:node:)?([^"/]+)[^"]*"\)/g)].map(
      ([, name]) => name ?? '',
    );
    assert.deepEqual(
      required.filter((name) => !['util', 'ajv'].includes(name)),
      [],
    );
    assert.doesNotMatch(code, /\bfetch\(/);
  });

  it('activates from one small file, and shows from another, which bring no library with them', () => {
    const required = (file: string) =>
      [...read(file).matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name ?? '');
    assert.deepEqual([...new Set(required('dist/extension.js'))].sort(), ['./window.js', 'vscode']);
    const later = /^(vscode|node:.+|\.\/(runtime|client|ledger|sandbox|snippets|imports|batch|shapes)\.js)$/;
    assert.deepEqual(
      required('dist/window.js').filter((name) => !later.test(name)),
      [],
    );
    assert.ok(required('dist/window.js').includes('./runtime.js'));
  });
});
