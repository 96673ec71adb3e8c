import * as vscode from 'vscode';

const groups = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/**
 * Brings up the tab of a page that VS Code has not handed back yet: after a reload it hands back each page as it is first shown.
 * Without this a second page would open beside it, and what was typed in the first would seem lost.
 * @param label the tab's, null for any
 * @returns false where there is none
 */
export async function showUnshown(viewType: string, label: string | null): Promise<boolean> {
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
    return activeTab !== undefined && isIt(activeTab);
  }
  return false;
}
