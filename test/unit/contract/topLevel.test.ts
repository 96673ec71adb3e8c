import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberSourceAt, repeatedKeys } from '../../../src/contract/topLevel.ts';

describe('a key that is repeated', () => {
  const keys = ['code', 'data', 'order_id'];
  for (const [text, repeated] of [
    ['{"code":1,"code":2}', ['code']],
    ['{ "code" : 1 , "code" : 2 }', ['code']],
    ['{"code":1,"data":{"code":2}}', []],
    ['{"code":1,"list":[{"code":2},{"code":3}]}', []],
    ['{"data":{},"data":{}}', ['data']],
    ['{"data":[],"data":null,"code":1,"code":1}', ['code', 'data']],
    ['{"code":1,"c\\u006fde":2}', ['code']],
    ['{"code":1,"c\\u006Fde":2}', ['code']],
    ['{"order_id":1,"order\\u005fid":2}', ['order_id']],
    ['{"code":"\\"code\\"","text":"code"}', []],
    ['{"other":1,"other":2}', []],
    ['[{"code":1,"code":2}]', []],
    ['{"code":1,"list":["]",{"code":"}]\\\\"}],"code":2}', ['code']],
    ['{"code":1,"data":{"x":{"y":["}"],"code":2}},"order_id":1}', []],
  ] as const)
    it(`is found in ${text}: ${repeated.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        repeatedKeys(text, keys).map(({ key }) => key),
        repeated,
      );
    });

  it('agrees with itself where it is each time the same text or number', () => {
    const agree = (text: string) => repeatedKeys(text, keys).map(({ agrees }) => agrees);
    assert.deepEqual(agree('{"code":"a","code":"a"}'), [true]);
    assert.deepEqual(agree('{"code":"a","code":"b","data":{},"data":{}}'), [false, false]);
    assert.deepEqual(agree('{"code":1,"code":1,"code":2}'), [false]);
  });
});

describe('a number as it was sent', () => {
  for (const [text, wanted, source] of [
    ['{"a":1.50}', ['a'], '1.50'],
    ['{ "a" : 12345678901234567890 }', ['a'], '12345678901234567890'],
    ['{"a":1,"a":-2}', ['a'], '-2'],
    ['{"a":1,"a":"x"}', ['a'], null],
    ['{"data":{"a":5},"a":6}', ['data', 'a'], '5'],
    ['{"data":{"a":5}}', ['a'], null],
    ['{"x":{"a":5}}', ['data', 'a'], null],
    ['{"data":[{"a":5}]}', ['data', 'a'], null],
    ['{"data":{"x":{"a":5}}}', ['data', 'a'], null],
    ['{"a":"5"}', ['a'], null],
    ['{"data":{"x":{"y":"}"},"l":["]"],"a":5},"a":6}', ['data', 'a'], '5'],
    ['{"data":{"x":{"y":"}"},"l":["]"]},"a":6}', ['a'], '6'],
    ['{"a":true}', ['a'], null],
    ['{"a":{}}', ['a'], null],
    ['not json', ['a'], null],
  ] as const)
    it(`stands at ${wanted.join('.')} of ${text}: ${source}`, () => {
      assert.equal(numberSourceAt(text, ...wanted), source);
    });
});
