import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { envelopePlace } from '../../../src/contract/envelopePlace.ts';

/** `|` marks the place. */
function at(marked: string): ReturnType<typeof envelopePlace> {
  const offset = marked.indexOf('|');
  return envelopePlace(marked.replace('|', ''), offset);
}

describe('a place in an answer', () => {
  it('is a value with its token', () => {
    assert.deepEqual(at('{"message_code": "NO_|RECORD_FOUND"}'), {
      field: 'message_code',
      part: 'value',
      value: 'NO_RECORD_FOUND',
      start: 17,
      end: 34,
    });
    assert.deepEqual(at('{"charged": tr|ue}'), {
      field: 'charged',
      part: 'value',
      value: true,
      start: 12,
      end: 16,
    });
  });

  it('is a value up to its very end, and not behind it', () => {
    assert.equal(at('{"charged": true|}')?.value, true);
    const behind = at('{"charged": true |}');
    assert.deepEqual([behind?.value, behind?.start, behind?.end], [null, 17, 17]);
  });

  it('is a name', () => {
    const place = at('{"data": {"error_|code": "no_record"}}');
    assert.deepEqual(
      [place?.field, place?.part, place?.start, place?.end],
      ['data.error_code', 'name', 10, 22],
    );
  });

  it('is empty where the value is still to be written', () => {
    const place = at('{"message_code": |');
    assert.deepEqual(
      [place?.field, place?.part, place?.start, place?.end],
      ['message_code', 'value', 17, 17],
    );
    assert.equal(at('{"message_code": |')?.value, null);
    assert.equal(at('{"message_code": "|')?.field, 'message_code');
  });

  it('is none where the documents say nothing', () => {
    const undocumented = [
      '{"data": {"result": {"message_|code": 1}}}',
      '[{"message_|code": "OK"}]',
      '{"oth|er": 1}',
      // Found by changing the code: it was taken for the field of that path.
      '{"data.error_|code": "no_record"}',
      '{"data.order_id": "OR|D-1"}',
      '|{}',
      'not |JSON',
      '|',
      '{"data": {"result": {"status": "AC|TIVE"}}}',
    ];
    for (const marked of undocumented) assert.equal(at(marked), null, marked);
  });
});
