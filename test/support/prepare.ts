/** What suites in a browser need, fetched beside the suites that need nothing of it. Tells its parent the browser it found. */
import { findBrowser } from './browser.ts';
import { installVSCodeServer } from './vscodeServer.ts';

const browser = findBrowser();
await installVSCodeServer();
process.send?.(browser);
