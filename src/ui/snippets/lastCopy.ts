import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SnippetLanguage } from '../../calls/ports/snippetPorts.ts';
import type { Services } from '../base/services.ts';

const memoryKey = 'copyAs.last';

const short = z.string().check(z.maxLength(40));
const kept = z.object({
  language: short,
  name: short,
  masked: z.nullable(z.boolean()),
});

/** The form a request was copied in last: nothing of the request. */
export interface LastCopy {
  readonly language: string;
  /** Whether personal values were masked; null = nobody was asked yet. */
  readonly masked: boolean | null;
  /** "cURL" or "cURL, masked". */
  readonly label: string;
}

/** Null while nothing was copied yet on this computer. */
export function lastCopy({ memory }: Pick<Services, 'memory'>): LastCopy | null {
  const read = kept.safeParse(memory.get<unknown>(memoryKey));
  if (!read.success) return null;
  const { language, name, masked } = read.data;
  const label = masked === true ? vscode.l10n.t('{0}, masked', name) : name;
  return { language, masked, label };
}

/** What the button of a form says that copies in it again; nothing while nothing was copied yet. */
export function copyAgain(services: Pick<Services, 'memory'>): { readonly copyAgain?: string } {
  const last = lastCopy(services);
  return last === null ? {} : { copyAgain: last.label };
}

export async function rememberCopy(
  { memory }: Pick<Services, 'memory'>,
  language: { readonly id: SnippetLanguage; readonly label: string },
  masked: boolean | null,
): Promise<void> {
  await memory.update(memoryKey, { language: language.id, name: language.label, masked });
}
