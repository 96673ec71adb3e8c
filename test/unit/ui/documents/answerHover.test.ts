import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

let answerHover: typeof import('../../../../src/ui/documents/answerWords.ts').answerHover;
before(async () => {
  await standInForVscode();
  ({ answerHover } = await import('../../../../src/ui/documents/answerWords.ts'));
});

/** What is said where a word of an answer stands. */
function saidAt(text: string, word: string): string {
  const document = {
    getText: () => text,
    offsetAt: (at: number) => at,
    positionAt: (at: number) => at,
  };
  const hover = answerHover(document as never, (text.indexOf(word) + 1) as never);
  const [contents] = [hover?.contents].flat();
  return typeof contents === 'object' ? contents.value : '';
}

it('says of a code and of the money what the answer states', () => {
  const once = '{"message_code":"NO_RECORD_FOUND","charged":true}';
  assert.match(saidAt(once, 'NO_RECORD_FOUND'), /NO_RECORD_FOUND.*Documented: HTTP/s);
  assert.match(saidAt(once, 'true'), /it billed this call/);
});

it('of a field that is there twice says only that it decides nothing', () => {
  const codes = '{"message_code":"OK","charged":true,"message_code":"NO_RECORD_FOUND"}';
  for (const word of ['"OK"', '"NO_RECORD_FOUND"']) {
    assert.match(saidAt(codes, word), /message_code is in the answer more than once, so it decides nothing/);
    assert.doesNotMatch(saidAt(codes, word), /Documented|BILLED/i);
  }
  assert.match(saidAt(codes, 'true'), /it billed this call/);
  const money = '{"message_code":"OK","charged":false,"charged":true}';
  assert.match(saidAt(money, 'true'), /charged is in the answer more than once/);
  assert.doesNotMatch(saidAt(money, 'true'), /billed this call/);
  assert.match(saidAt(money, '"OK"'), /Documented/);
});
