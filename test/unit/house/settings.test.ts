import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEnvironments } from '../../../src/calls/environments/environments.ts';
import { isRecord } from '../../../src/contract/record.ts';
import { commandIds, settingIds, viewIds } from '../../../src/contributions.ts';
import { read } from './sources.ts';

interface Section {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const { contributes }: { readonly contributes: { readonly configuration: readonly Section[] } } = JSON.parse(
  read('package.json'),
);
const sections = contributes.configuration;
const languages = ['package.nls.json', 'package.nls.hi.json'];

function wordsOf(file: string): Readonly<Record<string, string>> {
  return JSON.parse(read(file));
}

describe('the settings of package.json', () => {
  it('stand in titled sections, each in an order of its own', () => {
    assert.ok(sections.length > 1);
    const twice = (orders: readonly unknown[]) => orders.filter((one, at) => orders.indexOf(one) !== at);
    assert.deepEqual(twice(sections.map(({ order }) => order)), []);
    for (const file of languages) {
      const titles = sections.map(({ title }) => wordsOf(file)[title.slice(1, -1)]);
      assert.ok(
        titles.every((title) => title !== undefined && title !== ''),
        file,
      );
      assert.deepEqual(twice(titles), [], file);
    }
    for (const { title, properties } of sections) {
      const orders = Object.values(properties).map(({ order }) => order);
      assert.ok(
        orders.every((order) => typeof order === 'number'),
        title,
      );
      assert.deepEqual(twice(orders), [], title);
    }
  });

  it('lead to settings and commands that exist, the same in each language, and are texts that can hold a link', () => {
    const known: readonly string[] = [
      ...Object.values(settingIds),
      ...Object.values(commandIds),
      ...Object.values(viewIds).map((id) => `${id}.focus`),
    ];
    const linksOf = (text: string): readonly string[] =>
      [...text.matchAll(/`#([\w.]+)#`|\]\(command:([\w.]+)\)/g)].map(
        ([, id, command]) => id ?? command ?? '',
      );
    const [english, hindi] = languages.map(wordsOf);
    assert.ok(english !== undefined && hindi !== undefined);
    let links = 0;
    for (const [key, text] of Object.entries(english)) {
      if (!key.startsWith('setting.')) continue;
      assert.deepEqual([...linksOf(hindi[key] ?? '')].sort(), [...linksOf(text)].sort(), key);
      assert.deepEqual(
        linksOf(text).filter((id) => !known.includes(id)),
        [],
        key,
      );
      links += linksOf(text).length;
      const plain = `"description": "%${key}%"`;
      if (linksOf(text).length > 0) assert.ok(!read('package.json').includes(plain), key);
    }
    assert.ok(links >= 10, `only ${links} links`);
  });

  it('say of environments and budgets what is synced and what stays', () => {
    const words = wordsOf('package.nls.json');
    assert.match(
      words['setting.environments'] ?? '',
      /Sync copies environments.*keys, orders and what was spent stay/,
    );
    assert.match(words['setting.environments.budget'] ?? '', /synced.*counted on each computer separately/);
  });
});

interface Snippet {
  readonly label: string;
  readonly body: unknown;
}

/** A snippet as it stands once its places were passed over: the first of what each offers. */
function inserted(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(/"\^\$\{\d+:([^}]*)\}"/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1');
  return JSON.parse(text);
}

describe('the snippets of environments', () => {
  const setting = sections.flatMap(({ properties }) => Object.entries(properties));
  const { items } = Object.fromEntries(setting)[settingIds.environments] ?? {};
  const snippetOf = (schema: unknown): Snippet => {
    assert.ok(isRecord(schema) && Array.isArray(schema.defaultSnippets));
    return schema.defaultSnippets[0];
  };
  const acme = { name: 'acme', baseUrl: 'https://api.example.in', kind: 'live' };

  it('are what can be used as it is inserted', () => {
    assert.ok(isRecord(items) && isRecord(items.properties));
    const { prices, limits, budget } = items.properties;
    const whole = inserted(snippetOf(items).body);
    assert.deepEqual(readEnvironments([whole]).problems, []);
    assert.equal(readEnvironments([whole]).environments.length, 2);
    const [, environment] = readEnvironments([
      {
        ...acme,
        prices: inserted(snippetOf(prices).body),
        limits: inserted(snippetOf(limits).body),
        budget: inserted(snippetOf(budget).body),
      },
    ]).environments;
    assert.deepEqual(environment?.prices, { 'rc-advanced': '4.50' });
    assert.deepEqual(environment?.limits, { 'rc-advanced': { perMinute: 30, perDay: null } });
    assert.deepEqual(environment?.budget, {
      kind: 'set',
      limits: { day: { calls: 100, money: null } },
      warnAt: 0.8,
    });
  });
});
