import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { sandboxKeys } from './keys.ts';
import { type MagicInput, magicInputs } from './magic.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

/** The sandbox as the extension runs it: with the key it uses, its prices and the inputs it offers. */
export interface EmbeddedSandbox {
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly pricePaise: (operation: OperationId) => number;
  readonly magic: readonly MagicInput[];
  close(): Promise<void>;
}

/** Whatever keeps it from a usual port, another program's being there first of all, the next or a free one serves as well. */
async function startedAt(options: SandboxOptions, [port, ...others]: readonly number[]): Promise<Sandbox> {
  if (port === undefined) return startSandbox(options);
  try {
    return await startSandbox({ ...options, port });
  } catch {
    return startedAt(options, others);
  }
}

/**
 * Starts the sandbox on this computer; the ordinary valid key is the one the extension sends.
 * @param usual ports it had before, tried in order; none = any that is free
 */
export async function embeddedSandbox(
  options: SandboxOptions,
  usual: readonly number[] = [],
): Promise<EmbeddedSandbox> {
  const [valid] = sandboxKeys;
  if (valid === undefined) throw new Error('the sandbox has no keys');
  const sandbox = await startedAt(options, usual);
  return {
    url: sandbox.url,
    port: sandbox.port,
    key: valid.key,
    pricePaise: (operation) => emulations[operation].pricePaise,
    magic: magicInputs,
    close: () => sandbox.close(),
  };
}
