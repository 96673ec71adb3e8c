import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

interface Document {
  text: string;
  readonly uri: string;
  readonly isUntitled: boolean;
  isClosed: boolean;
  getText(): string;
}

const documents: Document[] = [];
const shown: Document[] = [];

function opened(text: string, isUntitled = true): Document {
  const document: Document = {
    text,
    uri: String(documents.length),
    isUntitled,
    isClosed: false,
    getText: () => document.text,
  };
  documents.push(document);
  return document;
}

/** As the stand-in for VS Code writes them down. */
interface Edits {
  readonly edits: readonly {
    readonly uri: string;
    readonly range: { readonly given: readonly [number, number, number, number] };
    readonly text: string;
  }[];
}

function apply({ edits }: Edits): void {
  for (const { uri, range, text } of edits) {
    const document = documents.find((one) => one.uri === uri);
    if (document === undefined) continue;
    const [from, , to, width] = range.given;
    const lines = document.text.split('\n');
    assert.equal(lines[to]?.length, width);
    document.text = [...lines.slice(0, from), text, ...lines.slice(to + 1)].join('\n');
  }
}

let showReport: typeof import('../../../../src/ui/help/reportDocument.ts').showReport;
before(async () => {
  await standInForVscode();
  const vscode = (await import('vscode')) as unknown as Record<string, object>;
  Object.assign(vscode.workspace ?? {}, {
    textDocuments: documents,
    openTextDocument: async ({ content }: { readonly content: string }) => opened(content),
    applyEdit: async (edit: Edits) => apply(edit),
  });
  Object.assign(vscode.window ?? {}, {
    showTextDocument: async (document: Document) => shown.push(document),
  });
  ({ showReport } = await import('../../../../src/ui/help/reportDocument.ts'));
});

beforeEach(() => {
  documents.length = 0;
  shown.length = 0;
});

it('a report that was begun is shown again, with what was written and the diagnostics of now', async () => {
  opened('# Report: Verification API Explorer\n\nsaved by its user', false);
  await showReport('Versions:\n  first');
  const [, report] = documents;
  assert.ok(report !== undefined);
  report.text = report.text.replace('## What happened', '## What happened\n\nIt broke. ```x```');
  await showReport('Versions:\n  second');
  assert.equal(documents.length, 2);
  assert.deepEqual(shown, [report, report]);
  assert.match(report.text, /It broke\. ```x```[\s\S]*```\nVersions:\n {2}second\n```\s+$/);
  assert.doesNotMatch(report.text, /first/);
});

it('a report whose diagnostics were taken out stays as it is, and one that was closed is not found', async () => {
  await showReport('Versions:\n  first');
  const [report] = documents;
  assert.ok(report !== undefined);
  report.text = '# Report: Verification API Explorer\n\nmine';
  await showReport('Versions:\n  second');
  assert.equal(report.text, '# Report: Verification API Explorer\n\nmine');
  report.isClosed = true;
  await showReport('Versions:\n  third');
  assert.deepEqual(shown, [report, report, documents[1]]);
});
