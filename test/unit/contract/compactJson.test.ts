import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactJson } from '../../../src/contract/compactJson.ts';
import { parseWithNumbers } from '../../../src/contract/jsonNumbers.ts';

describe('a value on one line', () => {
  const text = '{"a":[1,"x",null,true],"b":{},"c":[],"d":{"e":1,"f":2}}';

  it('is JSON without white space, its keys in their order', () => {
    assert.equal(compactJson(JSON.parse(text), 1000), text);
    assert.equal(compactJson('é"', 1000), '"é\\""');
    assert.equal(compactJson(undefined, 1000), 'null');
  });

  it('has its numbers as they were sent', () => {
    const sent = '{"n":12345678901234567890,"m":[1.50]}';
    assert.equal(compactJson(parseWithNumbers(sent, JSON.parse(sent)), 1000), sent);
  });

  it('is whole where it has so many characters, and cut to them where it has more', () => {
    for (const value of [text, '"abcdef"', '[1,2,3]', '["a","b"]', '{"a":1,"b":2}', '[[[1]]]', '12345'])
      for (let most = 0; most <= value.length + 1; most += 1)
        assert.equal(
          compactJson(JSON.parse(value), most),
          most < value.length ? `${value.slice(0, most)}…` : value,
          `${value} to ${most}`,
        );
  });
});
