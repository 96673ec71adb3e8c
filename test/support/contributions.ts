/**
 * Lists all that package.json contributes, each with the condition under which it is there, and what a user of each state finds
 * in the palette: `node test/support/contributions.ts` writes docs/contributions.md. A test holds the two together
 * (test/unit/house/contributions.test.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { read, root } from '../unit/house/sources.ts';
import { type Context, holds } from './when.ts';

export const contributionsFile = 'docs/contributions.md';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Key {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly when?: string;
  readonly args?: unknown;
}

/** What of package.json is listed. */
export interface Contributed {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly Key[];
    readonly views: Readonly<
      Record<string, readonly { readonly id: string; readonly name: string; readonly when?: string }[]>
    >;
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when?: string;
    }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, { readonly scope: string }>>;
    }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly steps: readonly { readonly id: string }[];
    }[];
    readonly jsonValidation: readonly { readonly fileMatch: string }[];
  };
}

export function contributed(): Contributed {
  return JSON.parse(read('package.json'));
}

const words: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));
const prefix = 'verificationExplorer.';

function said(text: string): string {
  return words[text.replaceAll('%', '')] ?? text;
}

function short(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

/** A condition in a cell of a table. */
function cell(when: string | undefined): string {
  if (when === undefined) return '';
  return `\`${when.replaceAll(prefix, '').replaceAll('|', '\\|')}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' ');
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What a user has done so far, as the context keys tell it. */
interface State {
  readonly name: string;
  readonly context: Context;
}

const trusted = { isWorkspaceTrusted: true, workspaceFolderCount: 1 };
const lacking = (...names: readonly string[]): Context =>
  Object.fromEntries(
    ['noOrders', 'noOpenOrders', 'noBatches', 'noEnvironments', 'nothingLearned', 'noOwnFields'].map(
      (name) => [prefix + name, names.includes(name)],
    ),
  );
const live = { ...trusted, ...lacking('noOwnFields'), [`${prefix}environmentLive`]: true };

export const states: readonly State[] = [
  { name: 'before anything is known', context: trusted },
  {
    name: 'nothing used yet',
    context: {
      ...trusted,
      ...lacking(
        ...['noOrders', 'noOpenOrders', 'noBatches', 'noEnvironments', 'nothingLearned', 'noOwnFields'],
      ),
    },
  },
  {
    name: 'sandbox only',
    context: { ...trusted, ...lacking('noOpenOrders', 'noBatches', 'noEnvironments', 'noOwnFields') },
  },
  { name: 'live, with a batch', context: live },
  { name: 'untrusted', context: { ...live, isWorkspaceTrusted: false } },
  { name: 'remote', context: { ...live, remoteName: 'ssh-remote' } },
  { name: 'multi-root', context: { ...live, workspaceFolderCount: 3 } },
];

/** What stands in the active tab. */
const tabs: readonly State[] = [
  { name: 'no tab', context: {} },
  { name: 'a request file', context: { resourceFilename: 'a.verify.json', editorTextFocus: true } },
  { name: 'a request form', context: { activeWebviewPanelId: `${prefix}page` } },
];

/** Commands that the palette offers. */
export function palette({ contributes }: Contributed, context: Context): readonly string[] {
  const conditions = contributes.menus.commandPalette ?? [];
  return contributes.commands
    .filter(({ command }) => {
      const own = conditions.filter((one) => one.command === command);
      return own.every(({ when }) => holds(when, context));
    })
    .map(({ command }) => command);
}

function paletteSection(all: Contributed): string {
  const rows = states.map(({ name, context }) => [
    name,
    ...tabs.map((tab) => String(palette(all, { ...context, ...tab.context }).length)),
  ]);
  const conditions = all.contributes.menus.commandPalette ?? [];
  const entries = all.contributes.commands.map(({ command, title }) => {
    const when = conditions.find((one) => one.command === command)?.when;
    return [`Verification: ${said(title)}`, `\`${short(command)}\``, cell(when)];
  });
  return [
    '## Commands, and when the palette offers them',
    table(['title', 'command', 'when'], entries),
    `Of ${entries.length} commands the palette offers:`,
    table(['state', ...tabs.map(({ name }) => name)], rows),
  ].join('\n\n');
}

function menuSection({ contributes }: Contributed): string {
  const rows = Object.entries(contributes.menus)
    .filter(([menu]) => menu !== 'commandPalette')
    .flatMap(([menu, items]) =>
      items.map((item) => [
        short(menu),
        item.command === undefined
          ? `submenu \`${short(item.submenu ?? '')}\``
          : `\`${short(item.command)}\``,
        item.group === undefined ? '' : `\`${item.group}\``,
        cell(item.when),
      ]),
    );
  return ['## Menus', table(['menu', 'command', 'group', 'when'], rows)].join('\n\n');
}

function keySection({ contributes }: Contributed): string {
  const rows = contributes.keybindings.map(({ command, key, mac, when, args }) => [
    `\`${key}\``,
    mac === undefined ? '' : `\`${mac}\``,
    `\`${short(command)}\`${args === undefined ? '' : ` \`${JSON.stringify(args)}\``}`,
    cell(when),
  ]);
  return ['## Keys', table(['key', 'on a Mac', 'command', 'when'], rows)].join('\n\n');
}

function viewSection({ contributes }: Contributed): string {
  const views = Object.values(contributes.views).flat();
  const welcome = contributes.viewsWelcome.map(({ view, contents, when }) => [
    `\`${short(view)}\``,
    `\`${contents.replaceAll('%', '')}\``,
    cell(when),
  ]);
  return [
    '## Views',
    table(
      ['view', 'title', 'when'],
      views.map(({ id, name, when }) => [`\`${short(id)}\``, said(name), cell(when)]),
    ),
    'What an empty view says:',
    table(['view', 'text', 'when'], welcome),
  ].join('\n\n');
}

function restSection({ activationEvents, contributes }: Contributed): string {
  const settings = contributes.configuration.flatMap(({ title, properties }) =>
    Object.entries(properties).map(([id, { scope }]) => [said(title), `\`${short(id)}\``, scope]),
  );
  return [
    '## Settings',
    table(['section', 'setting', 'scope'], settings),
    '## What else',
    [
      ...contributes.walkthroughs.map(
        ({ id, steps }) => `- walkthrough \`${id}\`: ${steps.map((step) => `\`${step.id}\``).join(', ')}`,
      ),
      ...contributes.jsonValidation.map(({ fileMatch }) => `- a schema for \`${fileMatch}\``),
      ...activationEvents.map((event) => `- starts at \`${event}\``),
    ].join('\n'),
  ].join('\n\n');
}

/** The whole page. */
export function contributionsPage(): string {
  const all = contributed();
  return `${[
    '# What package.json contributes',
    'Written by `test/support/contributions.ts`; do not edit. Ids and context keys stand without `verificationExplorer.`.',
    ...[paletteSection(all), menuSection(all), keySection(all), viewSection(all), restSection(all)],
  ].join('\n\n')}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(root, contributionsFile), contributionsPage());
}
