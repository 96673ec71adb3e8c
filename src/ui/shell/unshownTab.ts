import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

const groups = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** How long VS Code may take to hand back a page whose tab is shown. */
const patienceMs = 3000;
const turnMs = 50;

/** The panels that VS Code has handed back since this extension host began. */
const back = new Set<vscode.WebviewPanel>();

/** To be called as soon as VS Code hands back a page. */
export function handedBack(panel: vscode.WebviewPanel): void {
  back.add(panel);
  panel.onDidDispose(() => back.delete(panel));
}

async function isHandedBack(tab: vscode.Tab, viewType: string): Promise<boolean> {
  // Turns, not time: while another extension holds up the host nothing is handed back, and the time passes all the same.
  for (let turn = 0; turn <= patienceMs / turnMs; turn += 1) {
    if ([...back].some((one) => one.viewType === viewType && one.title === tab.label)) return true;
    await pause(turnMs);
  }
  return false;
}

/**
 * Brings up the tab of a page that VS Code has not handed back yet: after a reload it hands back each page as it is first shown.
 * Without this a second page would open beside it, and what was typed in the first would seem lost. One that is not handed back
 * belonged to an extension host that is gone, and nothing works in it any more: it is closed.
 * @param label the tab's, null for any
 * @returns `closed`: it was, for good; `none`: there is none
 */
export async function showUnshown(
  viewType: string,
  label: string | null,
): Promise<'shown' | 'closed' | 'none'> {
  const isIt = ({ input, label: name }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview &&
    input.viewType.endsWith(viewType) &&
    (label === null || name === label);
  const { tabGroups } = vscode.window;
  for (const { tabs, viewColumn } of tabGroups.all) {
    const index = tabs.findIndex(isIt);
    const group = groups[viewColumn - 1];
    if (index === -1 || group === undefined) continue;
    // VS Code has no other way to the tab of a page.
    await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
    await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', index);
    const { activeTab } = tabGroups.activeTabGroup;
    // One that was closed a moment ago may still be listed.
    if (activeTab === undefined || !isIt(activeTab)) return 'none';
    if (await isHandedBack(activeTab, viewType)) return 'shown';
    await tabGroups.close(activeTab);
    return 'closed';
  }
  return 'none';
}
