import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { messageCodes } from '../../../../src/contract/messageCodes.ts';
import { operations } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { documentationText } from '../../../../src/ui/help/documentation.ts';
import { readSqliteHeader } from '../../../../src/ui/help/sqliteHeader.ts';

const text = documentationText(plain);
const lines = text.split('\n');

describe('the documentation', () => {
  it('has every operation, its endpoint, its limits and its assumed fields', () => {
    for (const { title, path, limits, requestFields } of operations) {
      const row = lines.find((line) => line.startsWith(`| **${title}**`)) ?? '';
      assert.ok(row.includes(path), title);
      const size =
        limits.perMinute === null ? 'a limit exists; its size is not shown' : ` ${limits.perMinute} |`;
      assert.ok(row.includes(size), title);
      assert.ok(row.includes(limits.perDay === null ? '| not shown |' : ` ${limits.perDay} |`), title);
      const part = text.slice(text.indexOf(`\n## ${title}\n`));
      for (const { name } of requestFields)
        assert.match(part, new RegExp(`\\| \`${name}\` \\| .* \\| assumed: `));
    }
  });

  it('has all sixteen codes with money and HTTP status, and the fixed texts', () => {
    for (const { code, charged, http, message } of messageCodes) {
      const row = lines.find((line) => line.startsWith(`| \`${code}\` | **billed**`)) ?? '';
      assert.equal(row !== '', charged, code);
      assert.ok(
        lines.some((line) => line.startsWith(`| \`${code}\``) && line.includes(`| ${http} |`)),
        code,
      );
      if (message !== null) assert.ok(lines.includes(`| \`${code}\` | ${message} |`), code);
    }
  });

  it('has every result field that is documented', () => {
    const names = operations.flatMap(({ resultGroups }) =>
      (resultGroups ?? []).flatMap(({ fields }) => fields),
    );
    assert.ok(names.length > 60);
    assert.deepEqual(
      names.filter(({ name }) => !text.includes(`| \`${name}\` |`)),
      [],
    );
  });

  it('says what nobody knows', () => {
    const part = text.slice(
      text.indexOf('## Not shown by the documents'),
      text.indexOf('## What this extension keeps'),
    );
    for (const word of [
      'payload',
      'Retry-After',
      'Prices',
      'fetch_by',
      'pending order',
      'error_code',
      'Bearer',
    ]) {
      assert.ok(part.includes(word), word);
    }
  });

  it('has tables whose rows all have as many cells as their head', () => {
    const cells = (line: string) => line.split(/(?<!\\)\|/).length;
    for (const [index, line] of lines.entries()) {
      const above = lines[index - 1] ?? '';
      if (line.startsWith('|') && above.startsWith('|')) assert.equal(cells(line), cells(above), line);
    }
  });
});

describe('readSqliteHeader', () => {
  it('reads the schema version and the journal out of a real file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'header-'));
    try {
      const file = join(folder, 'a.sqlite');
      const db = new DatabaseSync(file);
      db.exec('PRAGMA user_version = 7; CREATE TABLE a (b)');
      assert.deepEqual(readSqliteHeader(readFileSync(file)), { schemaVersion: 7, journal: 'rollback' });
      db.exec('PRAGMA journal_mode = WAL');
      db.close();
      assert.deepEqual(readSqliteHeader(readFileSync(file)), { schemaVersion: 7, journal: 'wal' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('takes nothing else for one', () => {
    assert.equal(readSqliteHeader(new Uint8Array(0)), null);
    assert.equal(readSqliteHeader(new Uint8Array(100)), null);
  });
});
