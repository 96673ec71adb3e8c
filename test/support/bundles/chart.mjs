import { readFileSync } from 'node:fs';

/**
 * chart.js sets defaults of its scales from a property of another object. That might be a getter, so esbuild keeps the class
 * whether it is used or not: the scales of time, of logarithms and of radar charts, an eighth of the library. Here the reading is
 * marked as free of effects, which it is.
 */
export const unusedScales = {
  name: 'chart-unused-scales',
  setup(build) {
    build.onLoad({ filter: /[\\/]chart\.js[\\/]dist[\\/]chart\.js$/ }, ({ path }) => ({
      loader: 'js',
      contents: readFileSync(path, 'utf8').replace(
        /(callback: |static defaults = )(Ticks\.formatters\.\w+|TimeScale\.defaults)(?=[,;\s])/g,
        '$1/* @__PURE__ */ (() => $2)()',
      ),
    }));
  },
};
