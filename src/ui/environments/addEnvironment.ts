import * as vscode from 'vscode';
import {
  type Environment,
  nameProblem,
  originOf,
  sandboxEnvironment,
} from '../../calls/environments/environments.ts';
import { keyIn } from '../../calls/keys/key.ts';
import type { Phrase } from '../../contract/words.ts';
import { type InputBoxAnswer, type Remark, showInputBoxWithButtons } from '../asking/inputBox.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { afterUrl, type TypedUrl, urlPrompt, urlRemark } from './askUrl.ts';
import { keepKey, keptWords } from './keepKey.ts';
import { keyRemark } from './keyRemark.ts';

const { Error: Wrong } = vscode.InputBoxValidationSeverity;
const back = vscode.QuickInputButtons.Back;

/** What was typed so far; Back brings it again. */
interface Typed extends TypedUrl {
  readonly name: string;
}

function wrong(problem: Phrase | null): Remark {
  return problem === null ? null : { message: say(problem), severity: Wrong };
}

function askName(services: Services, { name }: Typed): Promise<InputBoxAnswer | undefined> {
  return showInputBoxWithButtons({
    title: vscode.l10n.t('Add Environment'),
    step: { at: 1, of: 3 },
    prompt: vscode.l10n.t('Name of the live environment'),
    placeholder: 'acme-prod',
    value: name,
    remark: (text) => wrong(nameProblem(text, services.environments.all())),
  });
}

function askUrl(typed: Typed): Promise<InputBoxAnswer | undefined> {
  return showInputBoxWithButtons({
    title: vscode.l10n.t('Add Environment'),
    step: { at: 2, of: 3 },
    prompt: urlPrompt(),
    placeholder: 'https://api.example.in',
    value: typed.baseUrl,
    buttons: [back],
    remark: (text) => urlRemark(text, typed),
  });
}

function askFirstKey(environment: Environment): Promise<InputBoxAnswer | undefined> {
  return showInputBoxWithButtons({
    title: vscode.l10n.t('Add Environment'),
    step: { at: 3, of: 3 },
    prompt: vscode.l10n.t(
      'API key for {0}. It is kept in the system’s secret storage and sent to {1} only. Leave it empty to set it later.',
      environment.name,
      originOf(environment),
    ),
    placeholder: vscode.l10n.t('Paste the key, with or without the word Bearer'),
    value: '',
    password: true,
    buttons: [back],
    remark: (text) => (text.trim() === '' ? null : keyRemark(text)),
  });
}

async function add(services: Services, environment: Environment, key: string): Promise<void> {
  await services.environments.add(environment);
  const isKept = key !== '' && (await keepKey(services, environment, key));
  await services.environments.choose(environment);
  tellChosen(services, environment, isKept).catch((error: unknown) =>
    services.log.warn('environment', error instanceof Error ? error.message : ''),
  );
}

/** From now on what leaves may be billed: who only wanted to write the address down goes back with a press. */
async function tellChosen(services: Services, environment: Environment, isKept: boolean): Promise<void> {
  const chosen = vscode.l10n.t('This window now uses {0} (live).', environment.name);
  const back = vscode.l10n.t('Use the Sandbox');
  const words = isKept ? `${chosen} ${keptWords(environment)}` : chosen;
  if ((await vscode.window.showInformationMessage(words, back)) === back)
    await services.environments.choose(sandboxEnvironment);
}

/** Name, base URL, key; Escape at any step adds nothing. What was added is chosen for this window. */
export async function addEnvironment(services: Services): Promise<void> {
  const id = services.newId();
  let typed: Typed = { name: '', baseUrl: '', offered: new Set() };
  let step = 1;
  for (;;) {
    const environment: Environment = { name: typed.name, id, baseUrl: typed.baseUrl, kind: 'live' };
    const answer =
      step === 1
        ? await askName(services, typed)
        : step === 2
          ? await askUrl(typed)
          : await askFirstKey(environment);
    if (answer === undefined) return;
    if (answer.kind === 'button') {
      step -= 1;
    } else if (step === 1) {
      typed = { ...typed, name: answer.text.trim() };
      step = 2;
    } else if (step === 2) {
      const next = afterUrl(typed, answer.text);
      typed = { ...typed, ...next.typed };
      step = next.isSettled ? 3 : 2;
    } else {
      await add(services, environment, keyIn(answer.text));
      return;
    }
  }
}
