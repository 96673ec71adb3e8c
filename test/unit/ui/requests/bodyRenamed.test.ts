import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { root } from '../../house/sources.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

/*
 * The body of a form in an editor of its own, while the request fields are corrected: what the form would send has other names then. README, "When you know
 * the fields": "The form, the quick lookup, copied code, request files and their schema follow at once"; what an editor shows is what leaves.
 */

const { aWorld } = await import('../../calls/sending/aSending.ts');
const { Forms } = await import('../../../../src/ui/panels/forms.ts');
const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
const { draftId, pageOfDraft } = await import('../../../../src/calls/ports/ids.ts');

const quiet = () => undefined;
const event = () => ({ dispose: quiet });

/** A form with a registration number in its field, and an editor that shows its body. */
async function formWithEditor(t: TestContext) {
  const tabs = tabsOfPages(t);
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
      async () => panel.posted.slice(from).find((one) => (one as { kind: string }).kind !== 'event'),
      () => `no reply to ${method}`,
      5000,
    );
    return (reply as { result: unknown }).result;
  };
  const { draft } = (await asked('page/ready', null)) as FormState;
  await asked('draft/save', { ...draft, tab: 'form', fields: { rc_number: 'XX00AB1234' } });
  return {
    forms,
    openForms,
    uri: bodyUri(pageOfDraft(draftId(draft.draftId)), 'rc-advanced'),
    /** Edit Request Fields… */
    correct: () => {
      const [first] = operation().requestFields;
      assert.ok(first !== undefined);
      world.fields.set('rc-advanced', [{ ...first, name: 'vehicle_number', path: ['vehicle_number'] }]);
      for (const one of fieldsChanged) one();
    },
  };
}

/** What an editor of VS Code's shows: it reads again where it is told to, and only then. */
async function anEditor({ bodies }: InstanceType<typeof Forms>, uri: ReturnType<typeof bodyUri>) {
  const editor = { ...(await bodies.read(uri)), told: 0 };
  bodies.onDidChange(async () => {
    editor.told += 1;
    Object.assign(editor, await bodies.read(uri));
  });
  return editor;
}

test('the editor of a form’s body follows corrected request fields: what it shows is what would leave', async (t) => {
  const { forms, uri, correct } = await formWithEditor(t);
  const editor = await anEditor(forms, uri);
  assert.match(editor.text, /"rc_number": "XX00AB1234"/);
  correct();
  await until(
    async () => (editor.told > 0 ? true : undefined),
    () => 'the editor was not told',
    2000,
  );
  assert.match(editor.text, /"vehicle_number": "XX00AB1234"/);
  // VS Code takes a file that is newer than what it shows for a conflict, does not save, and keeps what is typed on disk, in clear.
  assert.equal((await forms.bodies.read(uri)).changedAt, editor.changedAt);
});

test('so does that of a form that was not shown since a reload of the window', async (t) => {
  const { openForms, uri, correct } = await formWithEditor(t);
  const forms = openForms();
  const editor = await anEditor(forms, uri);
  correct();
  await until(
    async () => (editor.told > 0 ? true : undefined),
    () => 'the editor was not told',
    2000,
  );
  assert.match(editor.text, /"vehicle_number": "XX00AB1234"/);
});
