import type { Plugin } from 'esbuild';

export const visibleApi: Plugin;
export const visiblePages: Plugin;
