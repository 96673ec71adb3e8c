import type { Plugin } from 'esbuild';

export const noJsonSchema: Plugin;
