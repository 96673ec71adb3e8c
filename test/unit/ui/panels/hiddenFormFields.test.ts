import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { fieldValue } from '../../../../webview/draft.ts';
import { afterSnapshot, firstModel } from '../../../../webview/model.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';
import { askingFrom, formServices } from './formServices.ts';

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { RequestPage } = await import('../../../../src/ui/panels/requestPage.ts');
const { emptyDraft } = await import('../../../../src/ui/panels/draft.ts');
const { FormDraft } = await import('../../../../src/ui/panels/formDraft.ts');
const { formBroughtBack } = await import('../../../../src/ui/panels/formStart.ts');
const { draftOfPage, pageId } = await import('../../../../src/calls/ports/ids.ts');

const quiet = () => undefined;

test('what was typed is there under the corrected field also in a form that the settings covered meanwhile', async (t) => {
  const tabs = tabsOfPages(t);
  const world = await aWorld(t);
  const { services, operation, correct } = formServices(world);
  const panel = tabs.aPanel('form');
  const id = pageId('11111111-2222-4333-8444-555555555555');
  const start = { page: id, seen: 0, draft: emptyDraft(operation()), last: null, problem: null };
  const bodies = { closeSoon: quiet, formChanged: quiet };
  const page = new RequestPage(services as never, panel as never, start, bodies as never);
  t.after(() => page.dispose());
  const asked = askingFrom(panel);
  const shown = async () => afterSnapshot(firstModel, (await asked('page/ready', null)) as FormState, 0);
  await shown();
  const fields = { rc_number: 'XX00AB1234' };
  await asked('draft/save', { draftId: draftOfPage(id, 0), tab: 'form', fields, json: '{}' });
  // Edit Request Fields… opens settings.json over the form, whose page VS Code takes down.
  correct();
  // Back in the form, which begins anew.
  assert.equal(fieldValue((await shown()).draft, 'vehicle_number'), 'XX00AB1234');
});

test('what was typed is there under the corrected field also in a form that was brought back after the correction', async (t) => {
  const world = await aWorld(t);
  const { services, operation, correct } = formServices(world);
  const page = pageId('11111111-2222-4333-8444-555555555555');
  const draft = new FormDraft(page, emptyDraft(operation()), operation());
  const fields = { rc_number: 'XX00AB1234' };
  draft.take({ draftId: draftOfPage(page, 0), tab: 'form', fields, json: '{}' });
  await world.ledger.saveDraft(page, draft.bytes(operation()), world.now);
  // The window is closed; another one corrects the fields.
  correct();
  const left = { draftId: draftOfPage(page, 0), operation: 'rc-advanced' };
  const start = await formBroughtBack(services as never, left);
  assert.ok(start !== null);
  assert.equal(fieldValue(start.draft, 'vehicle_number'), 'XX00AB1234');
  assert.match(
    new FormDraft(page, start.draft, operation()).body(operation()),
    /"vehicle_number": "XX00AB1234"/,
  );
});
