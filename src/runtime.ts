import type { Runtime, Services } from './ui/base/services.ts';
import type { FilterState } from './ui/base/start/filterState.ts';
import { Pages } from './ui/panels/pages.ts';

export { commandHandlers } from './ui/commands/handlers.ts';

/** The parts of the ui that load on first use: what commands do, pages, readers, schemas. Built as dist/runtime.js. */
export function createRuntime(services: Services, filter: FilterState): Runtime {
  return new Pages(services, filter);
}
