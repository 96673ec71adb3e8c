import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { root } from '../../house/sources.ts';
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
  const operation = () => world.ports.settings.operation('rc-advanced');
  const fieldsChanged = new Set<() => void>();
  let ids = 0;
  const services = {
    extensionUri: { path: root },
    ledger: async () => world.ledger,
    sending: world.sending,
    operation,
    operations: () => [operation()],
    environments: { onDidChange: event, current: () => world.environments[0], all: () => world.environments },
    keys: { onDidChange: event },
    onDidChangeFields: (one: () => void) => {
      fieldsChanged.add(one);
      return { dispose: () => fieldsChanged.delete(one) };
    },
    now: () => world.now,
    newId: () => {
      ids += 1;
      return `11111111-2222-4333-8444-${String(ids).padStart(12, '0')}`;
    },
    leavesFrom: 'here',
    memory: { get: quiet },
    log: { warn: quiet, error: quiet, info: quiet },
  };
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
  const asked = async (method: string, params: unknown): Promise<unknown> => {
    const from = panel.posted.length;
    panel.asks(method, params);
    const reply = await until(
      async () =>
        panel.posted
          .slice(from)
          .find((one) => ['result', 'failure'].includes((one as { kind: string }).kind)),
      () => `no reply to ${method}`,
      5000,
    );
    return (reply as { result: unknown }).result;
  };
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, tab: 'form', fields: { rc_number: 'XX00AB1234' } });
  const page = pageOfDraft(draftId(draft.draftId));
  return {
    ...{ world, forms, openForms, page, asked, panel },
    uri: bodyUri(page, 'rc-advanced'),
    /** Edit Request Fields… */
    correct: () => {
      const [first] = operation().requestFields;
      assert.ok(first !== undefined);
      world.fields.set('rc-advanced', [{ ...first, name: 'vehicle_number', path: ['vehicle_number'] }]);
      for (const one of fieldsChanged) one();
    },
  };
}
