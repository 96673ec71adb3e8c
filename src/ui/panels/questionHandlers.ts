import * as vscode from 'vscode';
import { isEmbedded } from '../../calls/environments/environments.ts';
import type { Operation } from '../../contract/shapes.ts';
import { commandIds } from '../../contributions.ts';
import type { DraftContents } from '../../protocol/messages.ts';
import type { RuntimeServices } from '../base/services.ts';
import { setAddressOf } from '../environments/setAddress.ts';
import { saveRequest } from '../requests/saveRequestFile.ts';
import { goElsewhere } from '../sending/goElsewhere.ts';
import { copyCallAs } from '../snippets/snippetCommands.ts';
import { bodyOfDraft } from './draft.ts';
import { onlyNew } from './draftOnlyNew.ts';
import { pickRecent } from './draftRecent.ts';
import { confirmField } from './formLearned.ts';
import type { FormHandlers } from './pageHandlers.ts';

type Question =
  | 'draft/copyAs'
  | 'draft/copyAgain'
  | 'draft/recent'
  | 'draft/onlyNew'
  | 'draft/saveAs'
  | 'notice/openOrder'
  | 'notice/changeBudget'
  | 'answer/openLink'
  | 'answer/keepDocument'
  | 'order/act'
  | 'field/confirm'
  | 'environment/switch'
  | 'environment/setKey'
  | 'environment/editBaseUrl'
  | 'environment/editPrices';

export interface Asking {
  readonly services: RuntimeServices;
  /** With the request fields as the settings have them now. */
  operation(): Operation;
  readonly answer: Pick<FormHandlers, 'answer/openLink' | 'answer/keepDocument' | 'order/act'>;
  /** What the page holds. */
  contents(): DraftContents;
  /** The page is to hold this, which an order has. */
  filled(contents: DraftContents): void;
  /** Dialogs of VS Code are closed, also those that were given up. @param copied the form of a copy was chosen */
  over(copied: boolean): void;
}

/** What a form asks of the host that opens dialogs of VS Code: the focus comes back from them. */
export function questionHandlers(asking: Asking): Pick<FormHandlers, Question> {
  const { services } = asking;
  const answered = async <T>(work: () => Thenable<T>, copied = false): Promise<T> => {
    try {
      return await work();
    } finally {
      asking.over(copied);
    }
  };
  const command = (id: string) => (): Promise<null> =>
    answered(async () => {
      await vscode.commands.executeCommand(id);
      return null;
    });
  const copy = async (body: string, again: boolean): Promise<null> => {
    await copyCallAs(services, asking.operation(), body, again);
    return null;
  };
  return {
    'draft/copyAs': (draft) => answered(() => copy(bodyOfDraft(asking.operation(), draft), false), true),
    'draft/copyAgain': (draft) => answered(() => copy(bodyOfDraft(asking.operation(), draft), true), true),
    'draft/recent': () =>
      answered(async () => {
        const picked = await pickRecent(services, asking.operation());
        if (picked !== null) asking.filled(picked);
        return picked;
      }),
    'draft/onlyNew': () => onlyNew(services, asking.operation(), asking.contents()),
    'draft/saveAs': (draft) =>
      answered(async () => {
        await saveRequest(asking.operation(), bodyOfDraft(asking.operation(), draft));
        return null;
      }),
    // The order's page takes the focus on purpose.
    'notice/openOrder': async ({ orderId }) => {
      await vscode.commands.executeCommand(commandIds.openOrder, orderId);
      return null;
    },
    'notice/changeBudget': (change) =>
      answered(async () => {
        const { environment } = await services.sending.destination();
        await goElsewhere({ kind: 'change-budget', ...change }, environment, asking.operation().id);
        return null;
      }),
    'answer/openLink': (params) => answered(() => asking.answer['answer/openLink'](params)),
    'answer/keepDocument': (params) => answered(() => asking.answer['answer/keepDocument'](params)),
    'order/act': (params) => answered(() => asking.answer['order/act'](params)),
    'field/confirm': ({ name }) =>
      answered(async () => {
        const where = await services.sending.destination();
        return confirmField(services, asking.operation(), where, name);
      }),
    'environment/switch': command(commandIds.selectEnvironment),
    'environment/setKey': command(commandIds.setApiKey),
    'environment/editBaseUrl': () =>
      answered(async () => {
        const environment = services.environments.current();
        if (!isEmbedded(environment)) await setAddressOf(services, environment);
        return null;
      }),
    'environment/editPrices': () =>
      answered(async () => {
        await vscode.commands.executeCommand(commandIds.setPrice, asking.operation().id);
        return null;
      }),
  };
}
