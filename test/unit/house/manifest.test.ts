import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationIds } from '../../../src/contract/operationIds.ts';
import { commandIds, contextKeys, settingIds, viewIds } from '../../../src/contributions.ts';
import { read, sourceFiles } from './sources.ts';

interface Setting {
  readonly scope?: string;
  readonly order?: number;
}

/** Of the settings, as VS Code lists them. */
interface Section {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category?: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when?: string;
    }[];
    readonly menus: Readonly<
      Record<
        string,
        readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]
      >
    >;
    readonly submenus: readonly { readonly id: string }[];
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly jsonValidation: readonly { readonly url: string }[];
    readonly configuration: readonly Section[];
  };
}

const manifest: Manifest = JSON.parse(read('package.json'));
const words: Record<string, string> = JSON.parse(read('package.nls.json'));
const { commands, views, viewsWelcome, menus, submenus, keybindings, configuration } = manifest.contributes;
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
const code = sourceFiles()
  .filter((file) => file !== 'src/contributions.ts')
  .map(read)
  .join('\n');

/** Kinds of pages, as their panels are named: conditions ask for them as they do for views. */
const pages = ['verificationExplorer.page'];

function sorted(values: Iterable<string>): string[] {
  return [...values].sort();
}

describe('package.json and src/contributions.ts', () => {
  it('have the same commands, views and settings', () => {
    assert.deepEqual(sorted(commands.map(({ command }) => command)), sorted(Object.values(commandIds)));
    const viewNames = Object.values(views).flatMap((list) => list.map(({ id }) => id));
    assert.deepEqual(sorted(viewNames), sorted(Object.values(viewIds)));
    assert.deepEqual(sorted(settings.map(([id]) => id)), sorted(Object.values(settingIds)));
  });

  it('keep the names that users script and bind', () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, 'verification-tools.verification-api-explorer');
    const kept = [
      ...['openRequestForm', 'addEnvironment', 'selectEnvironment', 'setApiKey', 'removeApiKey', 'openOrder'],
      ...['copySandboxUrl', 'operations', 'orders', 'environments'],
    ].map((name) => `verificationExplorer.${name}`);
    const all: string[] = [
      ...Object.values(commandIds),
      ...Object.values(viewIds),
      ...Object.values(settingIds),
    ];
    assert.deepEqual(
      kept.filter((id) => !all.includes(id)),
      [],
    );
  });

  // Commands need no such check: the table of their handlers does not compile without one for each.
  it('name no view, setting or context key that the code does not use', () => {
    const used = (table: string, keys: object) =>
      Object.keys(keys).filter((key) => !new RegExp(`\\b${table}\\.${key}\\b`).test(code));
    const unused = [
      ...used('viewIds', viewIds),
      ...used('settingIds', settingIds),
      ...used('contextKeys', contextKeys),
    ];
    assert.deepEqual(unused, []);
  });

  it('use only context keys that are set', () => {
    const conditions = [...viewsWelcome, ...Object.values(menus).flat(), ...keybindings]
      .map(({ when }) => when ?? '')
      .join(' ');
    const named = conditions.match(/(?<!view\.)\bverificationExplorer\.\w+/g) ?? [];
    const known: string[] = [...Object.values(contextKeys), ...Object.values(viewIds), ...pages];
    assert.deepEqual(
      named.filter((key) => !known.includes(key)),
      [],
    );
  });
});

/** Of the galleries' own list (https://code.visualstudio.com/api/references/extension-manifest), what an API client can be. */
const fitting = ['Education', 'Programming Languages', 'Snippets', 'Testing', 'Visualization', 'Other'];

describe('package.json', () => {
  it('stands in the gallery where people look for an API client, and is found by the words they know', () => {
    assert.deepEqual(
      manifest.categories.filter((one) => !fitting.includes(one)),
      [],
    );
    for (const word of ['kyc', 'rest', 'http', 'aadhaar', 'verification'])
      assert.ok(manifest.keywords.includes(word), word);
    // Galleries keep thirty, those that they add themselves included.
    assert.ok(new Set(manifest.keywords).size === manifest.keywords.length && manifest.keywords.length <= 20);
  });

  it('has every operation wherever it lists them: prices, limits, fields, schemas', () => {
    const lists: (readonly string[])[] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const keys = Object.keys(value);
      const isList = 'rc-advanced' in value && !Array.isArray(Reflect.get(value, 'rc-advanced'));
      if (isList) lists.push(keys);
      for (const inner of Object.values(value)) walk(inner);
    };
    walk(manifest.contributes);
    assert.ok(lists.length >= 4, `only ${lists.length} lists found`);
    for (const list of lists) assert.deepEqual(sorted(list), sorted(operationIds));
    const schemas = manifest.contributes.jsonValidation.map(({ url }) => url);
    for (const id of operationIds) {
      assert.ok(schemas.includes(`verification-schema:///form/${id}.schema.json`), id);
    }
  });

  it('has menus and welcome links for existing commands and views only', () => {
    const links = viewsWelcome.flatMap(({ contents }) => {
      const text = words[contents.slice(1, -1)] ?? '';
      return [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? '');
    });
    const items = Object.values(menus).flat();
    const inMenus = items.flatMap(({ command }) => (command === undefined ? [] : [command]));
    const named = [...inMenus, ...keybindings.map(({ command }) => command), ...links];
    const known: string[] = Object.values(commandIds);
    assert.ok(links.length > 0);
    assert.deepEqual(
      named.filter((command) => !known.includes(command)),
      [],
    );
    const ids = submenus.map(({ id }) => id);
    assert.deepEqual(sorted(items.flatMap(({ submenu }) => submenu ?? [])), sorted(ids));
    assert.deepEqual(
      sorted(Object.keys(menus).filter((menu) => menu.startsWith('verificationExplorer.'))),
      sorted(ids),
    );
    const viewNames: string[] = Object.values(viewIds);
    assert.deepEqual(
      viewsWelcome.filter(({ view }) => !viewNames.includes(view)),
      [],
    );
  });

  it('says of views only that they are loading, until something is known', () => {
    const holdsOfNothing = (when: string): boolean =>
      when.split(' || ').some((all) => all.split(' && ').every((part) => part.startsWith('!')));
    for (const view of Object.values(viewIds)) {
      const shown = viewsWelcome.filter((one) => one.view === view && holdsOfNothing(one.when ?? ''));
      assert.deepEqual(
        shown.map(({ contents }) => words[contents.slice(1, -1)]),
        ['Loading…'],
      );
    }
  });

  it('gives every command a category and every setting the application scope', () => {
    assert.deepEqual(
      commands.filter(({ category }) => category === undefined),
      [],
    );
    assert.deepEqual(
      settings.filter(([, { scope }]) => scope !== 'application'),
      [],
    );
  });

  it('and package.nls.json have the same keys', () => {
    const named = new Set([...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ''));
    assert.deepEqual(sorted(named), sorted(Object.keys(words)));
  });

  it('has no "type", which would stop the toolkit from being tree-shaken', () => {
    assert.equal('type' in manifest, false);
  });
});
