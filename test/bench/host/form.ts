import * as vscode from 'vscode';
import { isEmbedded } from '../../../src/calls/environments/environments.ts';
import { commandIds } from '../../../src/contributions.ts';
import type { TestHandle } from '../../../src/extension.ts';
import type { Services } from '../../../src/ui/base/services.ts';

const extensionId = 'verification-tools.verification-api-explorer';
/** The sandbox's key without limits: many calls a minute are the point here. */
const key = 'sandbox-key-unlimited';

/** The extension's own services, the environment of that name chosen and its key in place. */
export async function useEnvironment(name: string): Promise<Services> {
  const handle = await vscode.extensions.getExtension<TestHandle | undefined>(extensionId)?.activate();
  if (handle === undefined) throw new Error(`${extensionId} is not in this host in test mode`);
  const { services } = await handle.open();
  const environment = services.environments.find(name);
  if (environment === undefined) throw new Error(`there is no environment ${name}`);
  await services.environments.choose(environment);
  if (!isEmbedded(environment) && (await services.keys.store(environment, key)) !== 'kept') {
    services.keys.keepForSession(environment, key);
  }
  return services;
}

export async function openForm({ environment }: { readonly environment: string }): Promise<null> {
  await useEnvironment(environment);
  await vscode.commands.executeCommand(commandIds.openRequestForm, 'rc-advanced');
  return null;
}
