import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { askingFrom, formServices } from '../panels/formServices.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { aWorld } = await import('../../calls/sending/aSending.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');
const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
const { draftId, pageOfDraft } = await import('../../../../src/calls/ports/ids.ts');

const quiet = () => undefined;
const event = () => ({ dispose: quiet });

/**
 * A form with a registration number in its field, and the place of its body in an editor.
 * @param onClosed who hears of documents that are closed
 */
export async function formWithEditor(
  t: TestContext,
  onClosed: (hear: (document: unknown) => void) => void = quiet,
) {
  const tabs = tabsOfPages(t);
  const onDidCloseTextDocument = (hear: (document: unknown) => void) => {
    onClosed(hear);
    return event();
  };
  Object.assign(vscode.workspace, { onDidCloseTextDocument });
  const world = await aWorld(t);
  const { services, correct } = formServices(world);
  const openForms = () => {
    const forms = new Forms(services as never, quiet);
    t.after(() => forms.windowEnds());
    t.after(() => forms.dispose());
    return forms;
  };
  const forms = openForms();
  await forms.show('rc-advanced');
  const [panel] = tabs.panels;
  assert.ok(panel !== undefined);
  const asked = askingFrom(panel);
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, tab: 'form', fields: { rc_number: 'XX00AB1234' } });
  const page = pageOfDraft(draftId(draft.draftId));
  return { world, forms, openForms, page, asked, panel, correct, uri: bodyUri(page, 'rc-advanced') };
}
