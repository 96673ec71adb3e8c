import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Differing } from '../../../src/contract/differing.ts';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';

const mask = (path: readonly string[]) => maskAt(operationById('email-bulk'), path);

function second(first: string, next: string): string {
  const differing = new Differing('(differs)');
  prettyJson(first, { maxChars: 1e6, mask, maskAs: differing.first });
  return prettyJson(next, { maxChars: 1e6, mask, maskAs: differing.second }).text;
}

const inResult = (result: string): string => `{"data":{"result":${result}`;

test('of two answers that broke off what differs behind the same mask says so, and nothing else', () => {
  const cut = (name: string) => inResult(`{"name":"${name}","father_name":"INVENTED F","color":"RED`);
  assert.equal(
    second(cut('INVENTED A'), cut('INVENTED B')),
    inResult('{"name":"•••••• (differs)","father_name":"••••••","color":"••••••"'),
  );
  assert.doesNotMatch(second(cut('INVENTED A'), cut('INVENTED A')), /differs/);
});

test('a value that broke off itself differs where what came of it does', () => {
  const cut = (name: string) => inResult(`{"name":"${name}`);
  assert.equal(second(cut('INVENTED A'), cut('INVENTED')), inResult('{"name":"•••••• (differs)"'));
  assert.equal(second(cut('INVENTED'), cut('INVENTED')), inResult('{"name":"••••••"'));
});

test('an answer that broke off is compared with a whole one by the same places, whichever came first', () => {
  const list = (names: readonly string[]) =>
    inResult(`{"sure":{"x":[true]},"list":[${names.map((name) => `[{"name":"${name}"}]`).join()}`);
  const [older, newer] = [list(['INVENTED A', 'INVENTED B', 'X']), list(['INVENTED A', 'INVENTED C'])];
  assert.equal(second(`${older}]}}}`, newer), list(['••••••', '•••••• (differs)']));
  assert.deepEqual(
    JSON.parse(second(newer, `${older}]}}}`)),
    JSON.parse(`${list(['••••••', '•••••• (differs)', '••••••'])}]}}}`),
  );
});

test('a value that is missing in one of them moves no other from its place', () => {
  const [older, newer] = [
    inResult('{"name":null,"address":"INVENTED A","x":98'),
    inResult('{"name":"Z","address":"INVENTED B","x":98'),
  ];
  assert.equal(second(older, newer), inResult('{"name":"••••••","address":"•••••• (differs)","x":98'));
});

test('text around has places, too: behind its key, or in the order of the page', () => {
  const numbers = (one: string, other: string) => `{"a":${one},"b":${other}?`;
  assert.equal(
    second(numbers('6000001234', '6000005678'), numbers('6111111234', '6000005678')),
    numbers('••••••1234 (differs)', '••••••5678'),
  );
  assert.equal(
    second(numbers('null', '6000005678'), numbers('6000005678', '6111115678')),
    numbers('••••••5678', '••••••5678 (differs)'),
  );
  const page = (one: string, other: string) => `<p>call ${one} or ${other}</p>`;
  assert.equal(
    second(page('6000001234', '6000005678'), page('6000001234', '6111115678')),
    page('••••••1234', '••••••5678 (differs)'),
  );
});

test('several values at one place, as of a key given again or of another text behind it, are compared in their order', () => {
  const twice = (one: string, other: string) => `{"name":"${one}"}{"name":"${other}"}`;
  assert.equal(
    second(twice('INVENTED A', 'INVENTED B'), twice('INVENTED A', 'INVENTED C')),
    twice('••••••', '•••••• (differs)'),
  );
});
