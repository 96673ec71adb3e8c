import { settingIds } from '../../contributions.ts';
import { openSettingsFile } from '../base/both/openSettingsFile.ts';

/** Prices belong to an environment and stand beside it in the user's settings.json: the service shows none. */
export async function editPrices(): Promise<void> {
  await openSettingsFile(settingIds.environments, true);
}
