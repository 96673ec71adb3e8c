import { readFileSync } from 'node:fs';

/**
 * zod hangs the writing of JSON Schemas on each of its schemas, so that no bundler can leave it out: a fifth of what we have of
 * it. None of ours is ever written so; asked all the same, it throws.
 */
export const noJsonSchema = {
  name: 'zod-no-json-schema',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const declared = [...text.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
        const renamed = [...text.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
        // These two are called for each schema, and give what is called.
        const value = (name) => (/^create\w+Method$/.test(name) ? '() => absent' : 'absent');
        return {
          loader: 'js',
          contents: [
            `const absent = () => { throw new Error('JSON Schemas are not part of this build of zod.') };`,
            ...[...declared, ...renamed].map((name) => `export const ${name} = ${value(name)};`),
          ].join('\n'),
        };
      },
    );
  },
};
