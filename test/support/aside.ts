/**
 * A process that runs one suite of node:test and yields to the suites beside it: those drive editors, which wait for one
 * another, and this one takes what they leave of the cores. Gets the suite from its parent, and tells it what it came to.
 */
import { setPriority } from 'node:os';
import { type NodeSuite, runNodeSuite } from './nodeSuite.ts';
import { failures } from './outcome.ts';

/** Of the priorities that Linux has from -20 to 19; a quarter of a core that everybody wants. */
const yielding = 6;

process.once('message', (suite: NodeSuite) => {
  setPriority(yielding);
  runNodeSuite(suite)
    .then((outcome) => process.send?.({ outcome, failures: failures() }, () => process.exit(0)))
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
