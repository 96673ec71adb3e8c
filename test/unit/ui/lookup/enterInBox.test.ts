import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuickPickItem } from 'vscode';
import { preflight } from '../../../../src/calls/guard/preflight.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { someContext, someFacts } from '../../calls/guard/facts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { askLookup } = await import('../../../../src/ui/lookup/askLookup.ts');

const environment = { name: 'Acme', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;
const check = preflight(someFacts(), someContext({ operation: operationById('rc-advanced'), environment }));
const services = {
  operations: () => operations,
  sending: { look: async () => check, destination: async () => null },
  environments: { current: () => environment },
  transport: async () => null,
  ledger: async () => ({ list: async () => ({ orders: [] }) }),
  log: { warn: assert.fail },
};

/** A box as VS Code's: which line is active is told by the window, later than the lines are given to it. */
class LateBox {
  value = '';
  title = '';
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  isShown = false;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  dispose(): void {}

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
    this.#hidden.fire();
  }

  /** The window has shown the lines, and tells that this one is active. */
  tell(title = this.items[0]?.label, words = ''): void {
    this.activeItems = this.items.filter(
      ({ label, description }) => label === title && description?.includes(words),
    );
    assert.ok(this.activeItems.length > 0);
  }

  type(text: string): void {
    for (const one of text) {
      this.value += one;
      this.#changed.fire(this.value);
    }
  }

  enter(): void {
    this.#accepted.fire();
  }
}

function asking() {
  const box = new LateBox();
  Object.assign(vscode.window, { createQuickPick: () => box });
  const asked = askLookup(services as never, 'Look Up', '').then(
    (one) => one && [one.operation.id, JSON.parse(one.body)],
  );
  /** Escape: what was not looked up until now is not. */
  const leaves = async (): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (box.isShown) box.hide();
    return asked;
  };
  return { box, leaves };
}

const whole = ['rc-advanced', { rc_number: 'XX00TT1060' }];

test('Enter looks up what stands in the box, not what its active line was made of', async () => {
  const { box, leaves } = asking();
  box.tell();
  box.type('XX00TT106');
  box.tell();
  box.type('0');
  box.enter();
  assert.deepEqual(await leaves(), whole);
});

test('Enter before any line is shown is taken, for what stands in the box', async () => {
  const { box, leaves } = asking();
  box.type('XX00TT1060');
  box.enter();
  assert.deepEqual(await leaves(), whole);
});

test('Enter while the lines of the empty box, or of what nothing recognised, are still shown is taken', async () => {
  for (const shown of ['', 'ZZZPZ99']) {
    const { box, leaves } = asking();
    if (shown === '') box.tell();
    box.type('ZZZPZ99');
    if (shown !== '') box.tell();
    box.type('99Z');
    box.type(' 999999990019');
    box.enter();
    const [operation] = (await leaves()) as [string];
    assert.equal(operation, 'aadhaar-pan-link', shown);
  }
});

test('the operation that was chosen stays: nothing leaves where it takes no such text, and the box stays', async () => {
  const { box, leaves } = asking();
  box.type('XX00TT1060');
  box.tell();
  box.value = '';
  box.type('9999900001');
  box.enter();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.ok(box.isShown);
  box.tell();
  box.enter();
  const [operation, body] = (await leaves()) as [string, object];
  assert.notEqual(operation, 'rc-advanced');
  assert.match(JSON.stringify(body), /9999900001/);
});

test('another line than the first is an operation that was chosen, also where nothing recognises the text', async () => {
  const { box, leaves } = asking();
  const last = operations.at(-1)?.title;
  box.type('99999000');
  box.tell(last);
  box.type('zz');
  box.enter();
  const [operation, body] = (await leaves()) as [string, object];
  assert.equal(operation, operations.at(-1)?.id);
  assert.match(JSON.stringify(body), /99999000zz/);
});

test('the line "…, as typed" sends letter by letter what stands in the box', async () => {
  for (const [before, text] of [
    ['xx 00 tt 1061', 'xx 00 tt 1060'],
    ['xx 00 tt 1061', 'xx 00 tt 1061zz'],
  ] as const) {
    const { box, leaves } = asking();
    box.type(before);
    box.tell('RC Details Advanced', 'as typed');
    box.value = '';
    box.type(text);
    box.enter();
    assert.deepEqual(await leaves(), ['rc-advanced', { rc_number: text }]);
  }
});
