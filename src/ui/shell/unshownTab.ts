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

/** Whose the tab is that is shown now: of a tab VS Code tells no more than its label. */
async function shownFor(
  isBack: (one: vscode.WebviewPanel) => boolean,
  open: readonly vscode.WebviewPanel[],
  before: readonly vscode.WebviewPanel[],
): Promise<'back' | 'open' | 'nobody'> {
  // Turns, not time: while another extension holds up the host nothing is handed back, and the time passes all the same.
  for (let turn = 0; turn <= patienceMs / turnMs; turn += 1) {
    if ([...back].some(isBack)) return 'back';
    if (open.some((one) => one.active && !before.includes(one))) return 'open';
    await pause(turnMs);
  }
  return open.some(({ active }) => active) ? 'open' : 'nobody';
}

/**
 * Brings up the tab of a page that VS Code has not handed back yet: after a reload it hands back each page as it is first shown.
 * Without this a second page would open beside it, and what was typed in the first would seem lost. One that is not handed back
 * belonged to an extension host that is gone, and nothing works in it any more: it is closed.
 * @param label the tab's, null for any
 * @param open pages of ours with that label, whose tabs it is not
 * @returns `closed`: it was, for good; `none`: there is none
 */
export async function showUnshown(
  viewType: string,
  label: string | null,
  open: readonly vscode.WebviewPanel[] = [],
): Promise<'shown' | 'closed' | 'none'> {
  const isIt = ({ input, label: name }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview &&
    input.viewType.endsWith(viewType) &&
    (label === null || name === label);
  const { tabGroups } = vscode.window;
  const all = tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap((tab, index) => (isIt(tab) ? [{ tab, index, viewColumn }] : [])),
  );
  // One that was closed a moment ago may still be listed.
  if (all.length <= open.length) return 'none';
  for (const { tab, index, viewColumn } of all) {
    const group = groups[viewColumn - 1];
    const isOpen = tab.isActive && open.some((one) => one.visible && one.viewColumn === viewColumn);
    if (group === undefined || isOpen) continue;
    const before = open.filter(({ active }) => active);
    // VS Code has no other way to the tab of a page.
    await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
    await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', index);
    const { activeTab } = tabGroups.activeTabGroup;
    if (activeTab === undefined || !isIt(activeTab)) return 'none';
    const { label: name } = activeTab;
    const isBack = (one: vscode.WebviewPanel): boolean =>
      one.viewType === viewType && one.title === name && !open.includes(one);
    const whose = await shownFor(isBack, open, before);
    if (whose === 'back') return 'shown';
    if (whose === 'open') continue;
    await tabGroups.close(activeTab);
    return 'closed';
  }
  return 'none';
}
