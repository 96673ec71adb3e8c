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

/** Whatever keeps it from its usual port, another program's being there first of all, a free one serves as well. */
async function startedAt(options: SandboxOptions, usual: number | undefined): Promise<Sandbox> {
  if (usual === undefined) return startSandbox(options);
  try {
    return await startSandbox({ ...options, port: usual });
  } catch {
    return startSandbox(options);
  }
}

/**
 * Starts the sandbox on this computer; the ordinary valid key is the one the extension sends.
 * @param usual the port it had before; absent = any that is free
 */
export async function embeddedSandbox(options: SandboxOptions, usual?: number): Promise<EmbeddedSandbox> {
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
