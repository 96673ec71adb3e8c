import type { Plugin } from 'esbuild';

export const ownBuiltins: Plugin;
export const privateSettings: Plugin;
