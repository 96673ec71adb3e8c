import type { TestContext } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');

const event = () => ({ dispose: () => undefined });

interface Tab {
  readonly label: string;
  readonly input: unknown;
}

/** A panel as VS Code has it: closing it tells once. */
function aPanel(title: string) {
  const closed: (() => void)[] = [];
  const hear: ((raw: unknown) => void)[] = [];
  const posted: unknown[] = [];
  return {
    title,
    active: true,
    visible: true,
    revealed: 0,
    isClosed: false,
    webview: {
      cspSource: 'own',
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: (one: (raw: unknown) => void) => {
        hear.push(one);
        return event();
      },
      postMessage: async (message: unknown) => posted.push(message) > 0,
    },
    /** What its page was told, in order. */
    posted,
    /** As its page asks. */
    asks(method: string, params: unknown) {
      for (const one of hear) one({ kind: 'request', id: `${posted.length}`, method, params });
    },
    /** What a page of ours says to it, as it says it. */
    hears(raw: unknown) {
      for (const one of hear) one(raw);
    },
    onDidChangeViewState: event,
    onDidDispose: (one: () => void) => {
      closed.push(one);
      return event();
    },
    reveal() {
      this.revealed += 1;
    },
    dispose() {
      this.isClosed = true;
      for (const one of closed.splice(0)) one();
    },
  };
}

/** The tabs of a window: what is made in it, and what a reload left there and was not shown since. */
export function tabsOfPages(t: TestContext) {
  const panels: ReturnType<typeof aPanel>[] = [];
  const unshown: { readonly groups: Tab[][] } = { groups: [[]] };
  let active = 0;
  let at = 0;
  const shown: { back: ((tab: Tab) => void) | null } = { back: null };
  const columns = ['First', 'Second', 'Third'];
  const before = { ...vscode.window };
  const { executeCommand } = vscode.commands;
  const all = () => unshown.groups.map((tabs, group) => ({ tabs, viewColumn: group + 1 }));
  Object.assign(vscode.window, {
    createWebviewPanel: (_type: string, title: string) => {
      const panel = aPanel(title);
      panels.push(panel);
      return panel;
    },
    tabGroups: {
      get all() {
        return all();
      },
      get activeTabGroup() {
        return { activeTab: unshown.groups[active]?.[at] };
      },
      close: async (tab: Tab) => {
        for (const tabs of unshown.groups) tabs.splice(0, tabs.length, ...tabs.filter((one) => one !== tab));
      },
    },
  });
  Object.assign(vscode.workspace, {
    onDidChangeTextDocument: event,
    onDidCloseTextDocument: event,
    textDocuments: [],
  });
  Object.assign(vscode.commands, {
    executeCommand: async (command: string, index: number) => {
      const group = columns.findIndex((name) => command === `workbench.action.focus${name}EditorGroup`);
      if (group !== -1) active = group;
      if (command !== 'workbench.action.openEditorAtIndex') return;
      at = index;
      const tab = unshown.groups[active]?.[at];
      if (tab !== undefined) shown.back?.(tab);
    },
  });
  t.after(() => {
    Object.assign(vscode.window, before);
    Object.assign(vscode.commands, { executeCommand });
  });
  return {
    panels,
    aPanel,
    unshown,
    /** What VS Code does when such a tab is shown: it hands its page back. */
    shown,
    tab: (viewType: string, label: string): Tab => ({
      label,
      input: new vscode.TabInputWebview(`mainThreadWebview-${viewType}`),
    }),
    brought: () => [active, at],
  };
}
