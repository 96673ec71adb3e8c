import * as vscode from 'vscode';
import { type Environment, originOf } from '../../calls/environments/environments.ts';
import type { Batch } from '../../calls/ports/batchPorts.ts';
import type { RuntimeServices } from '../base/services.ts';

/** The environment that a batch was started for, if it still leads there. */
export function startedFor(
  environments: RuntimeServices['environments'],
  { identity, origin }: { readonly identity: string; readonly origin: string },
): Environment | undefined {
  const found = environments.byIdentity(identity);
  return found !== undefined && originOf(found) === origin ? found : undefined;
}

/** Why a batch whose environment is not there any more cannot go on. */
export function goneFrom({ environment, origin }: Batch): Error {
  return new Error(
    vscode.l10n.t(
      'This batch was started for {0} at {1}, which is no longer in the settings. Add that environment again to go on.',
      environment,
      origin,
    ),
  );
}
