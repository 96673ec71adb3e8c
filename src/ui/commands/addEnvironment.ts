import * as vscode from 'vscode';
import {
  type Environment,
  mendedBaseUrl,
  nameProblem,
  originOf,
  readBaseUrl,
} from '../../calls/environments/environments.ts';
import { keyProblem } from '../../calls/keys/key.ts';
import type { Phrase } from '../../contract/words.ts';
import { type InputBoxAnswer, type Remark, showInputBoxWithButtons } from '../inputBox.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';
import { keepKey } from './keepKey.ts';

const { Error: Wrong, Warning, Info } = vscode.InputBoxValidationSeverity;
const back = vscode.QuickInputButtons.Back;

/** What was typed so far; Back brings it again. */
interface Typed {
  readonly name: string;
  readonly baseUrl: string;
  /** Base URLs whose mended form was offered: who types one again means it. */
  readonly offered: ReadonlySet<string>;
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

function urlRemark(text: string, { baseUrl, offered }: Typed): Remark {
  const reading = readBaseUrl(text);
  if (!reading.ok) return wrong(reading.why);
  const mended = mendedBaseUrl(reading.baseUrl);
  if (mended !== null) {
    const message = offered.has(reading.baseUrl)
      ? vscode.l10n.t('/api/v1 will appear twice. Press Enter to keep it.')
      : vscode.l10n.t(
          '/api/v1 is added to each call, so it would appear twice. Press Enter to use {0}.',
          mended,
        );
    return { message, severity: Warning };
  }
  return offered.size > 0 && reading.baseUrl === baseUrl
    ? {
        message: vscode.l10n.t('/api/v1 was removed: each call adds it. Press Enter to continue.'),
        severity: Info,
      }
    : null;
}

function askUrl(typed: Typed): Promise<InputBoxAnswer | undefined> {
  return showInputBoxWithButtons({
    title: vscode.l10n.t('Add Environment'),
    step: { at: 2, of: 3 },
    prompt: vscode.l10n.t('Base URL: what stands before /api/v1. https, or http on this computer only.'),
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
    placeholder: vscode.l10n.t('Paste the key without the word Bearer'),
    value: '',
    password: true,
    buttons: [back],
    remark: (text) => (text.trim() === '' ? null : wrong(keyProblem(text))),
  });
}

/** The address to go on with, or what to ask once more: one that doubles the version is offered mended, once. */
function afterUrl(typed: Typed, text: string): { readonly typed: Typed; readonly isSettled: boolean } {
  const reading = readBaseUrl(text);
  if (!reading.ok) return { typed, isSettled: false };
  const { baseUrl } = reading;
  const mended = mendedBaseUrl(baseUrl);
  if (mended === null || typed.offered.has(baseUrl)) return { typed: { ...typed, baseUrl }, isSettled: true };
  const offered = new Set([...typed.offered, baseUrl]);
  return { typed: { ...typed, baseUrl: mended, offered }, isSettled: false };
}

async function add(services: Services, environment: Environment, key: string): Promise<void> {
  await services.environments.add(environment);
  if (key !== '') await keepKey(services, environment, key);
  await services.environments.choose(environment);
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
      typed = next.typed;
      step = next.isSettled ? 3 : 2;
    } else {
      await add(services, environment, answer.text.trim());
      return;
    }
  }
}
