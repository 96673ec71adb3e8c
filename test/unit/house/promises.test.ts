import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { settingIds } from '../../../src/contributions.ts';
import { read, root } from './sources.ts';

const security = read('SECURITY.md');
const privacy = read('PRIVACY.md');
const words: Record<string, string> = JSON.parse(read('package.nls.json'));

/** Buttons of notices and controls of pages, which are named like commands though pages write them in small letters. */
const strings = Object.keys(JSON.parse(read('l10n/bundle.l10n.json'))).map((text) => text.toLowerCase());

/** Rows of the tables that name a test, as promise and what keeps it. */
function promises(): readonly (readonly [promise: string, keeper: string])[] {
  const parts = security.split('| promise | kept by |\n|---|---|\n').slice(1);
  return parts.flatMap((part) => {
    const rows = part.split('\n');
    const end = rows.findIndex((row) => !row.startsWith('|'));
    return rows.slice(0, end === -1 ? undefined : end).map((row) => {
      const [, promise = '', keeper = ''] = row.split(' | ').join('|').split('|');
      return [promise.trim(), keeper.trim()] as const;
    });
  });
}

/** What is wrong with what is said to keep a promise; null = the test is there. */
function wrongWith(keeper: string): string | null {
  const [, file = '', name = ''] = /^`(test\/[\w./-]+\.test\.ts)`: (.+)$/.exec(keeper) ?? [];
  if (file === '') return 'names no test';
  if (!existsSync(join(root, file))) return `${file} is not there`;
  const titles = [...read(file).matchAll(/\b(?:test|it)\(\s*(['`])(.*?)\1/gs)].map(
    ([, , title = '']) => title,
  );
  return titles.some((title) => title.includes(name)) ? null : `${file} has no test called ${name}`;
}

describe('SECURITY.md', () => {
  it('has a test for each promise, and the test is there', () => {
    const all = promises();
    assert.ok(all.length > 30, `only ${all.length} promises found`);
    const wrong = all.flatMap(([promise, keeper]) => {
      const why = wrongWith(keeper);
      return why === null ? [] : [`${promise}: ${why}`];
    });
    assert.deepEqual(wrong, []);
  });

  it('would be caught with a test that is not there', () => {
    assert.equal(wrongWith(''), 'names no test');
    assert.match(wrongWith('`test/unit/none.test.ts`: x') ?? '', /is not there$/);
    assert.match(wrongWith('`test/unit/calls/keys/key.test.ts`: no such name') ?? '', /has no test called/);
  });

  it('says what is not defended, and how to report', () => {
    assert.match(security, /\n## What is not defended\n\n- \*\*Other extensions\.\*\*/);
    assert.match(security, /\n## How to report\n/);
  });
});

describe('SECURITY.md and PRIVACY.md', () => {
  it('name only settings, commands and buttons there are', () => {
    const text = `${security}\n${privacy}`;
    const settings: string[] = Object.values(settingIds);
    const named = [...text.matchAll(/`(verificationExplorer\.\w+|keep\w+)`/g)].map(([, name = '']) => name);
    assert.ok(named.length > 2);
    assert.deepEqual(
      named.filter((name) => !settings.includes(name)),
      [],
    );
    const titles = Object.entries(words).flatMap(([key, title]) =>
      key.startsWith('command.') ? [title] : [],
    );
    const commands = [...text.matchAll(/\*(?:Verification: )?([A-Z][^*\n]+)\*(?!\*)/g)].map(
      ([, name = '']) => name,
    );
    assert.ok(commands.length > 8);
    assert.deepEqual(
      commands.filter((name) => !titles.includes(name) && !strings.includes(name.toLowerCase())),
      [],
    );
  });

  it('say of every setting about keeping what it does, and link to each other', () => {
    for (const id of [
      settingIds.keep,
      settingIds.keepPayloadDays,
      settingIds.keepOrderDays,
      settingIds.keepAadhaar,
    ]) {
      assert.ok(privacy.includes(`\`${id}\``), id);
    }
    assert.ok(security.includes('](PRIVACY.md)') && privacy.includes('](SECURITY.md)'));
  });

  it('are opened from the walkthrough, in every language', () => {
    for (const file of ['package.nls.json', 'package.nls.hi.json']) {
      const texts: Record<string, string> = JSON.parse(read(file));
      const text = texts['walkthrough.kept.description'] ?? '';
      for (const command of ['openPrivacy', 'openSecurity']) {
        assert.ok(text.includes(`(command:verificationExplorer.${command})`), `${file} ${command}`);
      }
    }
  });
});

/** By the start of what the README promises: the words of the two files that say the same. */
const repeated: Readonly<Record<string, string>> = {
  'Only the base URL you entered': 'to the base URL you entered, and nowhere else',
  'A key is kept in VS Code':
    'A key is sent to the scheme, host and port it was entered for, and nowhere else.',
  'Erasing orders refills no budget': 'Erasing the history must not refill a limit or a budget',
  'Where a live key stands in an open file': 'A key that stands in an open file is pointed at',
  'Requests and answers are sealed': 'yes, AES-256-GCM',
  'Personal data is masked on screen': 'nothing of a request or an answer',
  'By default a full Aadhaar number':
    'By default a full Aadhaar number stays only until its order is settled.',
  'What is erased is gone': 'What is erased is in no file any more, backups included.',
  'All extensions of a VS Code': 'All extensions of a VS Code run in one process',
};

describe('the README', () => {
  it('promises nothing about privacy and security that the two files do not', () => {
    const [, section = ''] = read('README.md').split('\n## Privacy and security\n');
    const bullets = [...(section.split('\n## ')[0] ?? '').matchAll(/^- (.+)$/gm)].map(
      ([, text = '']) => text,
    );
    assert.ok(bullets.length > 4);
    const unknown = bullets.filter((text) => !Object.keys(repeated).some((start) => text.startsWith(start)));
    assert.deepEqual(unknown, []);
    const both = `${security}\n${privacy}`.replaceAll(/\s+/g, ' ');
    for (const said of Object.values(repeated)) assert.ok(both.includes(said), said);
  });
});
