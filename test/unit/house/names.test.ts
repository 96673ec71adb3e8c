import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read, sourceFiles } from './sources.ts';

/** What a file declares and exports. Code that is told as text, between backticks, is none. */
function exportedBy(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/`[^`]*`/g, '``');
  const declared =
    /^export (?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;
  return [...code.matchAll(declared)].map(([, name = '']) => name);
}

function twice(files: readonly (readonly [file: string, source: string])[]): string[] {
  const byName = new Map<string, string[]>();
  for (const [file, source] of files) {
    // Overloads of one function are one thing.
    for (const name of new Set(exportedBy(source))) byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return [...byName].flatMap(([name, where]) =>
    where.length > 1 ? [`${name}: ${where.sort().join(', ')}`] : [],
  );
}

describe('names', () => {
  it('that files export are each the name of one thing', () => {
    const files = sourceFiles().map((file) => [file, read(file)] as const);
    assert.ok(files.flatMap(([, source]) => exportedBy(source)).length > 1000);
    assert.deepEqual(twice(files), []);
  });

  it('would be caught where two things share one', () => {
    const found = twice([
      ['a.ts', 'export function bodyOf(): void {}\nexport interface Place {}\nfunction once() {}'],
      ['b.ts', "export const bodyOf = 1;\nexport type Word = 'x';\n/*\nexport type Place = 1;\n*/"],
      ['c.ts', 'export class Once {}\nfunction once() {}\nconst text = `\nexport interface Place {}\n`;'],
    ]);
    assert.deepEqual(found, ['bodyOf: a.ts, b.ts']);
  });
});
