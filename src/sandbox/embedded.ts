import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { sandboxKeys } from './keys.ts';
import { type MagicInput, magicInputs } from './magic.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

/** The sandbox as the extension runs it: with the key it uses, its prices and the inputs it offers. */
export interface EmbeddedSandbox {
  readonly url: string;
  readonly key: string;
  readonly pricePaise: (operation: OperationId) => number;
  readonly magic: readonly MagicInput[];
  close(): Promise<void>;
}

/** Starts the sandbox on a free port of this computer; the ordinary valid key is the one the extension sends. */
export async function embeddedSandbox(options: SandboxOptions): Promise<EmbeddedSandbox> {
  const [valid] = sandboxKeys;
  if (valid === undefined) throw new Error('the sandbox has no keys');
  const sandbox: Sandbox = await startSandbox(options);
  return {
    url: sandbox.url,
    key: valid.key,
    pricePaise: (operation) => emulations[operation].pricePaise,
    magic: magicInputs,
    close: () => sandbox.close(),
  };
}
