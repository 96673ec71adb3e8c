import type * as vscode from 'vscode';
import type { Services } from '../../base/services.ts';
import { startKeyWatch } from '../../keyScan/start/startKeyWatch.ts';
import { showRequestFiles } from '../../requests/start/showRequestFiles.ts';
import type { Features } from '../features.ts';

/** What features show by themselves in editors of the user; none of them loads before there is something to show. */
export function followFeatures(
  services: Services,
  features: () => Promise<Features>,
): readonly vscode.Disposable[] {
  return [
    startKeyWatch(services, async () => (await features()).keyScan),
    showRequestFiles(services, async () => (await features()).requestFiles),
  ];
}
