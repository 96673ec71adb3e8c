import * as vscode from 'vscode';
import type { KeepAadhaar } from '../../../calls/ports/aadhaarPorts.ts';
import type { KeepPolicy } from '../../../calls/ports/keepingPorts.ts';
import { settingIds } from '../../../contributions.ts';

/**
 * The user's own value, never a workspace's: a folder somebody else wrote must not redirect a key or switch off a
 * confirmation, so `get()` is not used.
 */
function userValue(id: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(id);
  return found?.globalValue ?? found?.defaultValue;
}

function numberWithin(id: string, least: number, most: number, fallback: number): number {
  const value = userValue(id);
  return typeof value === 'number' && value >= least && value <= most ? value : fallback;
}

/** The extension's settings, read afresh at each use. */
export const settings = {
  environments: (): unknown => userValue(settingIds.environments),
  confirmLiveCalls: (): 'always' | 'oncePerSession' =>
    userValue(settingIds.confirmLiveCalls) === 'oncePerSession' ? 'oncePerSession' : 'always',
  rehearseGuard: (): boolean => userValue(settingIds.rehearseGuard) === true,
  deadlineMs: (): number => numberWithin(settingIds.deadlineSeconds, 1, 600, 60) * 1000,
  connectTimeoutMs: (): number => numberWithin(settingIds.connectTimeoutSeconds, 1, 120, 10) * 1000,
  maxResponseBytes: (): number => numberWithin(settingIds.maxResponseMegabytes, 1, 500, 50) * 1_000_000,
  keepPolicy: (): KeepPolicy => {
    const keep = userValue(settingIds.keep);
    return {
      keep: keep === 'metadata' || keep === 'open-only' ? keep : 'everything',
      payloadDays: numberWithin(settingIds.keepPayloadDays, 0, 36_500, 0),
      orderDays: numberWithin(settingIds.keepOrderDays, 0, 36_500, 0),
    };
  },
  keepAadhaar: (): KeepAadhaar =>
    userValue(settingIds.keepAadhaar) === 'asOtherData' ? 'asOtherData' : 'untilSettled',
  requestFields: (): unknown => userValue(settingIds.requestFields),
  saveRequestFields: (value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration()
      .update(settingIds.requestFields, value, vscode.ConfigurationTarget.Global),
  remindAfterHours: (): number => numberWithin(settingIds.remindAfterHours, 1, 8760, 24),
  openLookupAnswer: (): boolean => userValue(settingIds.openLookupAnswer) === true,
  lookupFields: (): unknown => userValue(settingIds.lookupFields),
  batchEmailChunk: (): number => Math.floor(numberWithin(settingIds.batchEmailChunk, 1, 1000, 50)),
  batchStopAfterFailures: (): number =>
    Math.floor(numberWithin(settingIds.batchStopAfterFailures, 1, 1000, 5)),
  batchConcurrency: (): number => Math.floor(numberWithin(settingIds.batchConcurrency, 1, 4, 1)),
  saveEnvironments: (value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration()
      .update(settingIds.environments, value, vscode.ConfigurationTarget.Global),
} as const;

/** How VS Code is told to reach the network; user level only. */
export interface NetworkSettings {
  readonly proxy: {
    readonly support: 'on' | 'off';
    readonly url: string | null;
    readonly authorization: string | null;
    readonly strictSsl: boolean;
    readonly noProxy: readonly string[];
  };
  readonly systemCertificates: boolean;
  readonly extraCertificates: readonly string[];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function networkSettings(): NetworkSettings {
  const noProxy = userValue('http.noProxy');
  return {
    proxy: {
      support: userValue('http.proxySupport') === 'off' ? 'off' : 'on',
      url: textOrNull(userValue('http.proxy')),
      authorization: textOrNull(userValue('http.proxyAuthorization')),
      strictSsl: userValue('http.proxyStrictSSL') !== false,
      noProxy: Array.isArray(noProxy) ? noProxy.filter((one) => typeof one === 'string') : [],
    },
    systemCertificates: userValue('http.systemCertificates') !== false,
    // VS Code has no setting of its own for these; NODE_EXTRA_CA_CERTS is part of the default certificates.
    extraCertificates: [],
  };
}
