import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Environment, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { readableOf } from '../../src/calls/ports/damaged.ts';
import type { BatchId, OrderId } from '../../src/calls/ports/ids.ts';
import { commandIds } from '../../src/contributions.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Services } from '../../src/ui/base/services.ts';
import { filesSaying } from '../support/traces.ts';
import { filesTelling } from '../unit/ledger/sealedSearch.ts';
import { AnsweringWindow } from './answers.ts';
import { curl, files, other, person, quoted, words } from './aPerson.ts';
import { allOrders, eraseInputs } from './erasing.ts';
import {
  apart,
  callEveryWay,
  everyCommand,
  isNoSentence,
  type OnFiles,
  type Ran,
  run,
} from './everyCommand.ts';
import { eventually, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';
import {
  aBatch,
  aHiddenForm,
  anothersOrder,
  aSpareOrder,
  isOver,
  someOrders,
  typedInAnEditor,
} from './plantedPerson.ts';
import { backupsMade, closeEverything, everyKey, keptByVSCode, userData } from './userData.ts';

let services: Services;
let service: Sandbox;
let answering: AnsweringWindow;
/** Of the user's own: what they save lies in clear by their will, is left out of the search and removed. */
let own: string;
let earlier: ReadonlySet<OrderId>;
let theirs: readonly OrderId[] = [];
let others: OrderId;
let batch: BatchId;
let saved = 0;
let names = 0;
const ran: Ran[] = [];

const identifiers = [person.plate, person.mobile, person.pan, person.aadhaar, person.mail];

/** What somebody types who means this person, whatever is asked. */
function typed(question: string): readonly string[] {
  names += 1;
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const known: readonly (readonly [RegExp, string])[] = [
    [/passphrase/i, 'some words that nobody guesses'],
    [/name of the live/i, `planted-${names}`],
    [/base url/i, service.url],
    [/api key/i, 'sandbox-key-unlimited'],
    [/before/i, '2020-01-31'],
    [/follow up/i, day],
    [/curl/i, curl],
    [/^look up/i, identifiers[names % identifiers.length] ?? ''],
    [/kind of identifier/i, 'mobile'],
    [/identifier|mobile/i, person.mobile],
    [/aadhaar number/i, person.aadhaar],
    [/\bpan\b/i, person.pan],
    [/registration number/i, person.plate],
    [/e-mail addresses/i, person.mail],
  ];
  const fitting = known.find(([asked]) => asked.test(question))?.[1];
  return [...(fitting === undefined ? [] : [fitting]), quoted, ...identifiers];
}

function inOwn(name: string): vscode.Uri {
  return vscode.Uri.file(join(own, name));
}

/** Where the person stands in VS Code's data outside of the user's own files. */
async function inClear(): Promise<readonly string[]> {
  return [...filesSaying(userData(services), words, [own]), ...(await keptByVSCode(words))];
}

async function withAnyKey(): Promise<readonly string[]> {
  return filesTelling(services.storageFolder, await everyKey(services), words);
}

describe('a person in everything that every command makes', () => {
  before(async () => {
    services = (await theExtension()).services;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(folder !== undefined);
    own = join(folder, 'of-the-user');
    mkdirSync(own);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
    // VS Code's own history of files that the user saves is the user's, as they are.
    const history = vscode.workspace.getConfiguration('workbench.localHistory');
    await history.update('exclude', { '**/of-the-user/**': true }, vscode.ConfigurationTarget.Global);
    let ids = 0;
    const newId = (): string => {
      ids += 1;
      return `planted-${ids}`;
    };
    service = await startSandbox({ now: Date.now, newId });
    answering = new AnsweringWindow({
      type: typed,
      saveAs: (name) => {
        saved += 1;
        return inOwn(`${saved}-${name}`);
      },
      open: (endings, title) => {
        const wanted = /statement/i.test(title) ? 'statement.csv' : undefined;
        const found = readdirSync(own).find(
          (one) => one === wanted || endings.some((e) => one.endsWith(`.${e}`)),
        );
        return found === undefined ? undefined : inOwn(wanted ?? found);
      },
    });
    earlier = new Set((await allOrders(services)).map(({ id }) => id));
  });

  after(async () => {
    await closeEverything();
    // The log was shown: its panel would keep the focus.
    await vscode.commands.executeCommand('workbench.action.closePanel');
    answering.dispose();
    await service.close();
    await services.environments.choose(sandboxEnvironment);
    const history = vscode.workspace.getConfiguration('workbench.localHistory');
    await history.update('exclude', undefined, vscode.ConfigurationTarget.Global);
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(commandIds.clearOrderFilter);
    rmSync(own, { recursive: true });
    // For whoever started this: they are looked for once more when the window has ended.
    writeFileSync(join(__dirname, 'planted.json'), JSON.stringify(words));
  });

  it('is planted in orders, notes, batches, drafts and editors', async () => {
    others = await anothersOrder();
    theirs = await someOrders();
    await aHiddenForm();
    await typedInAnEditor();
    const [first] = theirs;
    assert.ok(first !== undefined);
    batch = await aBatch('people.csv', join(own, 'results.csv'));
    ran.push(await run(commandIds.resumeBatch, batch));
    await isOver(batch);
    await aBatch('waiting.csv', null);
  });

  it('meets every command of the manifest, each answered with the person', async () => {
    const commands = everyCommand();
    assert.deepEqual(
      [...apart.keys()].filter((one) => !commands.includes(one)),
      [],
      'treated specially, but no longer in the manifest',
    );
    const on: OnFiles = {
      notes: inOwn('notes.txt'),
      rows: inOwn('rows.csv'),
      requests: inOwn('person.verify.json'),
    };
    const [settled, , , , , , open] = theirs;
    assert.ok(settled !== undefined && open !== undefined);
    const orders = { settled, open };
    for (const command of commands) {
      if (apart.has(command)) continue;
      ran.push(...(await callEveryWay(command, orders, on)));
      // Dozens of pages at once are more than a browser can draw.
      if (vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length > 4) await closeEverything();
    }
    await apartFromTheOthers(on);
    await closeEverything();
    await openAgain(on);
    assert.deepEqual(
      ran.filter(isNoSentence).map(({ command, said }) => `${command}: ${said}`),
      [],
    );
    const met = new Set(ran.map(({ command }) => command));
    assert.deepEqual(
      commands.filter((one) => !met.has(one) && one !== commandIds.eraseInput),
      [],
    );
    // 49 s by itself; beside all other suites on two slow cores four times that.
  }, 400_000);

  it('lies on disk sealed, and nowhere in clear, before anything is erased', async () => {
    await backupsMade(services);
    const sealed = await withAnyKey();
    for (const word of Object.values(person)) {
      assert.ok(
        sealed.some((one) => one.includes(`: ${word} sealed`)),
        word,
      );
    }
    assert.deepEqual(await inClear(), []);
    // The same search, of the user's own files: it can find.
    const found = filesSaying(userData(services), words);
    for (const word of Object.values(person))
      assert.ok(
        found.some((one) => one.endsWith(`: ${word}`)),
        word,
      );
  });

  it('is gone for every key and in clear once each input was erased', async () => {
    const made = (await allOrders(services)).filter(({ id }) => !earlier.has(id) && id !== others);
    // What is of others is masked as KA••07.
    const mine = made.filter(({ maskedInput }) => !maskedInput.startsWith('KA'));
    assert.ok(mine.length < made.length);
    const erased = await eraseInputs(services, mine);
    assert.deepEqual(
      erased.filter(({ said }) => said !== null),
      [],
    );
    assert.deepEqual(await withAnyKey(), [], 'while editors and pages are open');
    await closeEverything();
    await backupsMade(services);
    assert.deepEqual(await withAnyKey(), []);
    assert.deepEqual(await inClear(), []);
  });

  it('takes nothing of others along', async () => {
    const ledger = await services.ledger();
    assert.notEqual((await ledger.get(others))?.resolved ?? null, null);
    const texts = await ledger.followUps.texts(others);
    assert.deepEqual(
      texts.map(
        ({ body }) => body && new TextDecoder().decode(readableOf(body) ?? assert.fail('it is damaged')),
      ),
      ['nothing of anybody'],
    );
    const found = await withAnyKeyOf(other.name);
    assert.ok(found.length > 0, 'what the search opens');
  });
});

async function withAnyKeyOf(word: string): Promise<readonly string[]> {
  return filesTelling(services.storageFolder, await everyKey(services), [word]);
}

/** Those that would take what the others need, in their own order. */
async function apartFromTheOthers(on: OnFiles): Promise<void> {
  ran.push(await run(commandIds.runBatchOnFile, on.rows));
  ran.push(await run(commandIds.eraseOrder, await aSpareOrder()));
  ran.push(await run(commandIds.eraseOrdersBefore));
  await aBatch('to-be-erased.csv', null);
  ran.push(await run(commandIds.eraseBatch));
  await services.environments.choose(sandboxEnvironment);
  ran.push(await run(commandIds.removeApiKey));
  const added = (): readonly Environment[] =>
    services.environments.all().filter(({ name }) => name.startsWith('planted-'));
  await eventually('every environment that was added is removed', async () => {
    if (added().length > 0) ran.push(await run(commandIds.removeEnvironment));
    return added().length === 0 ? true : undefined;
  });
  await vscode.env.clipboard.writeText(curl);
  const ofFields = [
    commandIds.editRequestFields,
    commandIds.importRequestFields,
    commandIds.resetRequestFields,
  ];
  for (const command of ofFields) ran.push(await run(command, 'rc-advanced'));
}

/** Forms, an answer, a review and what is typed stand open when the person is erased. */
async function openAgain(on: OnFiles): Promise<void> {
  await typedInAnEditor();
  for (const id of theirs.slice(1, 4)) await run(commandIds.sendAgain, id);
  await run(commandIds.openOrder, theirs[2]);
  await run(commandIds.openOrderJson, theirs[3]);
  await run(commandIds.runBatch, on.rows);
}
