import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { messageCodes } from '../../../src/contract/messageCodes.ts';
import { operations } from '../../../src/contract/operations.ts';

const text = readFileSync(join(import.meta.dirname, '../../../docs/service.md'), 'utf8');

/** The rows of the tables under a heading, cell by cell, without backticks; heads and lines of dashes left out. */
function rowsUnder(heading: string): string[][] {
  const [, after = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [section = ''] = after.split(/^#/m);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, index) => !line.startsWith('|---') && !lines[index + 1]?.startsWith('|---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
}

function fieldsUnder(heading: string, column: number): string[] {
  return rowsUnder(heading).flatMap((row) => (row[column] ?? '').split(' '));
}

test('docs/service.md lists the codes as the table of the code does', () => {
  assert.deepEqual(
    rowsUnder('message_code table').map((row) => row.slice(0, 4)),
    messageCodes.map(({ code, charged, http, status }) => [
      code,
      charged ? 'yes' : 'no',
      String(http),
      status,
    ]),
  );
  const fixed = messageCodes.filter(({ message }) => message !== null);
  assert.deepEqual(
    rowsUnder('Error body shapes'),
    fixed.map(({ code, message }) => [code, message ?? '']),
  );
});

test('docs/service.md lists the operations with their paths and limits', () => {
  const size = (limit: number | null): string => (limit === null ? 'not shown' : String(limit));
  assert.deepEqual(
    rowsUnder('Endpoints'),
    operations.map(({ title, method, path, category, limits, shortRateLimitBody }) => [
      title,
      `${method} ${path}`,
      category,
      size(limits.perMinute),
      size(limits.perDay),
      shortRateLimitBody ? 'yes' : 'no',
    ]),
  );
});

test('docs/service.md lists the fields of the documented results', () => {
  const named = (title: string): string[] =>
    operations
      .filter((operation) => operation.title === title)
      .flatMap(({ resultGroups }) => resultGroups ?? [])
      .flatMap(({ fields }) => fields.map(({ name }) => name.replace(/^.*\./, '')));
  const rc = named('RC Details Advanced');
  assert.ok(rc.length > 60);
  assert.deepEqual(fieldsUnder('RC Details Advanced data.result', 1).sort(), rc.sort());
  assert.deepEqual(fieldsUnder('Credit Report data.result', 0).sort(), named('Credit Report').sort());
  const undocumented = operations.filter(({ resultGroups }) => resultGroups === null);
  const [, section = ''] = text.split('### Other endpoints');
  for (const { title } of undocumented) assert.ok(section.split('\n## ')[0]?.includes(title), title);
});

test('docs/service.md calls a status charged as the codes of that status are', () => {
  for (const [http = '', charged = ''] of rowsUnder('HTTP statuses')) {
    const said = new Set(
      messageCodes.filter((row) => row.http === Number(http)).map((row) => (row.charged ? 'yes' : 'no')),
    );
    assert.ok(said.size > 0, http);
    if (said.size > 1) assert.equal(charged, 'charged says');
    else assert.deepEqual([...said], [charged], http);
  }
});
