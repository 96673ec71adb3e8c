import { setTimeout as sleep } from 'node:timers/promises';
import type { SendingLog, SendingPorts, SendingSettings } from '../../calls/sending/ports.ts';
import { Sending } from '../../calls/sending/sending.ts';
import { networkSettings, settings } from '../base/both/settings.ts';
import type { Services } from '../base/services.ts';
import { inputWords } from '../words/both/inputWords.ts';
import { askAbout } from './askAbout.ts';
import { goElsewhere } from './goElsewhere.ts';
import { offerToSave } from './offerToSave.ts';
import { waitInView } from './waitInView.ts';

/** In the order in which the client reads them. */
const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Only an https proxy has a certificate. What VS Code says of the system's proxy is not known without waiting for it. */
function looseProxy(): boolean {
  const { proxy } = networkSettings();
  if (proxy.support === 'off' || proxy.strictSsl) return false;
  const named = [proxy.url, ...proxyVariables.map((name) => process.env[name])];
  const first = named.map((one) => one?.trim() ?? '').find((one) => one !== '') ?? '';
  return /^https:/i.test(first);
}

function sendingSettings({ environments, operation }: Services): SendingSettings {
  return {
    current: () => environments.current(),
    environment: (identity) => environments.byIdentity(identity),
    operation,
    rehearsesGuard: settings.rehearseGuard,
    asksOnce: () => settings.confirmLiveCalls() === 'oncePerSession',
    looseProxy,
    deadlineMs: settings.deadlineMs,
    connectTimeoutMs: settings.connectTimeoutMs,
    maxResponseBytes: settings.maxResponseBytes,
    keepPolicy: settings.keepPolicy,
  };
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** VS Code takes the log of a closing window away while its calls are still awaited, and throws at who writes to it. */
function whileOpen(log: SendingLog): SendingLog {
  const write = (entry: () => void): void => {
    try {
      entry();
    } catch {
      // There is nobody left to read it.
    }
  };
  return {
    info: (text) => write(() => log.info(text)),
    warn: (text, detail) => write(() => log.warn(text, detail)),
  };
}

function ports(services: Services): SendingPorts {
  const { keys, ledger, transport, sandbox, now, newId, session, machine, log } = services;
  return {
    settings: sendingSettings(services),
    keys,
    embedded: sandbox,
    ledger,
    transport,
    ask: askAbout,
    wait: (title, until) => waitInView(inputWords(title), until, now),
    goElsewhere,
    offerToSave,
    later,
    turn: () => sleep(0),
    now,
    newId,
    session,
    machine,
    log: whileOpen(log),
  };
}

/** The core's gate with this window behind its ports. */
export function openSending(services: Services): Sending {
  return new Sending(ports(services));
}
