import * as vscode from 'vscode';
import type { DeclaredSetting } from '../../calls/environments/valueProblem.ts';
import { extensionId } from './extensionId.ts';

/** A titled part of the settings, as package.json has it. */
interface Section {
  readonly properties: Readonly<Record<string, DeclaredSetting>>;
}

/** What the manifest says that settings may be, by their ids. Nothing where a fork lacks what tells the manifest: the defaults hold all the same. */
export function declaredSettings(): ReadonlyMap<string, DeclaredSetting> {
  const extensions: typeof vscode.extensions | undefined = vscode.extensions;
  const sections: readonly Section[] =
    extensions?.getExtension(extensionId)?.packageJSON.contributes.configuration ?? [];
  return new Map(sections.flatMap(({ properties }) => Object.entries(properties)));
}
