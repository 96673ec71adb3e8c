import assert from 'node:assert/strict';
import { answerModal, statusBarItem } from '../../support/workbench.ts';
import { answerWith, openForm, read, sendButton } from './form.ts';
import {
  aadhaarPan,
  buttons,
  calls,
  changeEnvironments,
  choose,
  credit,
  creditBody,
  facts,
  inTheWay,
  keys,
  named,
  picture,
  rc,
  scenario,
  sendJson,
  sendRc,
  service,
  setKey,
  withId,
  words,
} from './guardBench.ts';

const firstBody = { aadhaar_number: '000000000019', pan_number: 'ZZZXW0001Z' };

// What belongs to an environment stays with it whatever it is called; what belongs to an account, whatever leads to it.

scenario('an absurd Retry-After is doubted aloud, and the user may lift it', async (page) => {
  await choose(page, /live: guard-tight/, 'acme-prod');
  await setKey(page, 'acme-prod', keys.renamed);
  const frame = await openForm(page, credit);
  await frame.getByText('key …c5d0').waitFor();
  const before = calls();
  service.scripts.set('ZZZXA0003Z', {
    status: 429,
    headers: { 'retry-after': '99999999999999999999' },
    body: '',
  });
  await sendJson(frame, creditBody('ZZZXA0003Z'));
  await answerModal(page, 'Send');
  await answerWith(frame, '');
  await inTheWay(frame, 'cool-down');
  await sendJson(frame, creditBody('ZZZXA0004Z'));
  assert.match(await words(page), /which is more than a day/);
  assert.deepEqual(await buttons(page), [
    'Cancel',
    'Lift the Wait and Send',
    'Send Now (Lengthens the Wait)',
  ]);
  await picture(page, 'doubtful');
  assert.equal(calls(), before + 1);
  await answerModal(page, 'Lift the Wait and Send');
  const { orderId } = await read(await answerWith(frame, 'OK'));
  assert.equal(calls(), before + 2);
  await sendJson(frame, creditBody('ZZZXA0005Z'));
  await answerWith(frame, 'OK', orderId);
  assert.equal(calls(), before + 3);
});

scenario('a name spelt otherwise empties neither meters, twins, budget nor key', async (page) => {
  const frame = await openForm(page, aadhaarPan);
  const before = calls();
  await sendJson(frame, firstBody);
  await answerModal(page, 'Send');
  await answerWith(frame, 'OK');
  await changeEnvironments((entry) => (entry.name === 'acme-prod' ? named.after : entry));
  await statusBarItem(page, /live: Acme-prod/).waitFor();
  await frame.getByText('key …c5d0').waitFor();
  await facts(frame).getByText('1 of 5 this minute').waitFor();
  await inTheWay(frame, 'paid-twin');
  assert.match(await (await inTheWay(frame, 'budget-stop')).innerText(), /Acme-prod.*: 4, allowed: 4\./);
  await picture(page, 'renamed');
  await sendButton(frame).click();
  assert.match(await words(page), /The budget stops it/);
  assert.deepEqual(await buttons(page), ['Cancel', 'Open the Paid Answer', 'Set Budget…'].sort());
  await answerModal(page, 'Cancel');
  assert.equal(calls(), before + 1);
});

scenario(
  'with an id, neither does another name; the same key at the same address shares its meters',
  async (page) => {
    await choose(page, /live: Acme-prod/, 'first-name');
    await setKey(page, 'first-name', keys.renamed);
    const pairs = await openForm(page, aadhaarPan);
    await facts(pairs).getByText('1 of 5 this minute').waitFor();
    await inTheWay(pairs, 'paid-twin');
    const frame = await openForm(page, rc);
    const before = calls();
    await sendRc(frame, 'XX00ZZ0011');
    await answerModal(page, 'Send');
    await answerWith(frame, 'OK');
    await changeEnvironments((entry) => (entry.name === 'first-name' ? withId.after : entry));
    await statusBarItem(page, 'live: second-name').waitFor();
    await frame.getByText('key …c5d0').waitFor();
    await facts(frame).getByText('1 this minute').waitFor();
    await inTheWay(frame, 'paid-twin');
    assert.match(await (await inTheWay(frame, 'budget-stop')).innerText(), /second-name.*: 1, allowed: 1\./);
    await sendButton(frame).click();
    assert.match(await words(page), /The budget stops it/);
    await answerModal(page, 'Cancel');
    assert.equal(calls(), before + 1);
  },
);
