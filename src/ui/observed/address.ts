import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { coverCode } from '../../contract/coverText.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { operationById } from '../../contract/operations.ts';
import { observedScheme } from './both/observedScheme.ts';

const address = z.object({
  operation: z.enum(operationIds),
  place: z.string(),
  code: z.string(),
  asOf: z.nullable(z.number()),
  counts: z.boolean(),
});

/** What a read-only document shows: one operation under one code at one place. */
export type ObservedAddress = Readonly<z.infer<typeof address>>;

/** As tabs and diffs name it. A code is the service's word: its signs that part a path are written otherwise. */
export function shapeName({ operation, code }: Pick<ObservedAddress, 'operation' | 'code'>): string {
  return `${operationById(operation).shortTitle} ${coverCode(code).replaceAll(/[\\/]/g, '_')}`;
}

export function observedUri(of: ObservedAddress): vscode.Uri {
  const { operation, place, code, asOf, counts } = of;
  const query = JSON.stringify({ operation, place, code, asOf, counts });
  return vscode.Uri.from({ scheme: observedScheme, path: `/${shapeName(of)}`, query });
}

/** Null for an address that we did not write, or that another version wrote. */
export function readObservedUri({ query }: Pick<vscode.Uri, 'query'>): ObservedAddress | null {
  try {
    const read = address.safeParse(JSON.parse(query));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
