/** What loads on first use: what commands do, pages, readers, schemas. Built as dist/runtime.js. */
export { commandHandlers } from './ui/commands/handlers.ts';
export { createRuntime } from './ui/runtime/createRuntime.ts';
