import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const rc = operationById('rc-advanced');
const credit = operationById('credit-report');

describe('what is said of the JSON of a form', () => {
  let checkDraft: typeof import('../../../../src/ui/panels/draftCheck.ts').checkDraft;
  before(async () => {
    await standInForVscode();
    ({ checkDraft } = await import('../../../../src/ui/panels/draftCheck.ts'));
  });
  const said = (json: string, operation: Operation = rc): readonly (readonly (string | null)[])[] =>
    checkDraft(operation, { draftId: 'd', tab: 'json', fields: {}, json }, true)
      .hints.filter(({ kind }) => kind === 'warning')
      .map(({ field, text }) => [field, text]);
  const unknown = (name: string): string =>
    `${name} is not a known request field of RC Details Advanced. It is sent as it is; “Edit Request Fields…” changes what is known.`;

  const missing = 'rc_number: It is missing, and is required.';

  it('names a required field that is not there', () => {
    assert.deepEqual(said('{}'), [[null, missing]]);
    assert.deepEqual(said('[]'), []);
  });

  it('marks what is lacking in a JSON as the form made it: nobody wrote that, and it is early to say so', () => {
    const early = (json: string, fields: Record<string, string> = {}) =>
      checkDraft(rc, { draftId: 'd', tab: 'json', fields, json }, true).hints.map((hint) => hint.early);
    const made = bodyFromFields(rc, {});
    assert.deepEqual(early(made), [true]);
    assert.deepEqual(early(`${made} `), [undefined]);
    assert.deepEqual(early('{}'), [undefined]);
    // Made of other fields than the form holds now: somebody wrote it.
    assert.deepEqual(early(made, { rc_number: 'MH12AB0000' }), [undefined]);
  });

  it('says that a placeholder is sent as it stands, in one line', () => {
    const left = (found: string): string =>
      `${found} is sent as it stands: placeholders are replaced in request files only.`;
    const env = `{"rc_number":"\${env:PLATE}","why":"\${input:Why}"}`;
    assert.deepEqual(said(env).slice(0, 1), [[null, left(`\${env:…}`)]]);
    assert.equal(said(env).filter(([, text]) => text?.includes('placeholders')).length, 1);
    assert.deepEqual(said(`{"rc_number":"\${PLATE} $\${env:PLATE} {env:PLATE}"}`).length, 1);
    const typed = (rc_number: string) =>
      checkDraft(
        rc,
        { draftId: 'd', tab: 'form', fields: { rc_number, gone: `\${env:X}` }, json: '' },
        true,
      ).hints.map(({ field, text }) => [field, text]);
    assert.deepEqual(typed(`\${input:Plate|MH12AB0000}`), [['rc_number', left(`\${input:…}`)]]);
    assert.deepEqual(typed('MH12AB0000'), [['rc_number', 'Looks like a registration number.']]);
  });

  it('names each name that is no known field, three at the most', () => {
    assert.deepEqual(said('{"rcnumber":"XX00AB1234"}'), [
      [null, unknown('rcnumber')],
      [null, missing],
    ]);
    assert.deepEqual(said('{"a":1,"b":1,"c":1,"d":1}'), [
      ...['a', 'b', 'c'].map((name) => [null, unknown(name)]),
      [null, missing],
    ]);
  });

  it('names a required field that holds nothing, once', () => {
    assert.deepEqual(said('{"rc_number":""}'), [[null, 'rc_number: It is empty.']]);
    assert.deepEqual(said('{"rc_number":"  "}'), [['rc_number', 'Only spaces.']]);
    assert.deepEqual(said('{"rc_number":null}'), [[null, 'rc_number: It is empty.']]);
  });

  it('names what is there twice, also beside what nobody knows of', () => {
    const twice = 'rc_number appears more than once; the form could keep only one.';
    assert.deepEqual(said('{"rc_number":"MH12AB0000","rc_number":"MH12BA0000"}'), [[null, twice]]);
    assert.deepEqual(said('{"rc_number":"MH12AB0000","rc_number":"MH12BA0000","x":1}'), [
      [null, unknown('x')],
      [null, twice],
    ]);
  });

  it('is the value that looks wrong, where the names are right', () => {
    assert.deepEqual(
      said('{"number":"x","mobile":"12"}', credit).map(([field]) => field),
      ['mobile'],
    );
    assert.deepEqual(said('{"rc_number":"MH12AB0000"}'), []);
  });

  it('is nothing of names where it is no JSON, or where the user took all fields away', () => {
    assert.deepEqual(said('{"rcnumber":'), []);
    assert.deepEqual(said('[1]'), []);
    assert.deepEqual(said('{"x":1}', { ...rc, requestFields: [] }), []);
  });

  it('is said on the JSON tab alone: an empty form is no mistake yet', () => {
    const { hints } = checkDraft(rc, { draftId: 'd', tab: 'form', fields: {}, json: '{"rcnumber":1}' }, true);
    assert.deepEqual(hints, []);
  });
});
