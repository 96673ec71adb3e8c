/**
 * A thread beside the tests that ends their process when it has used more of the processor than it may: a loop without end lets
 * nothing else in its own thread run. Time that other programs took does not count.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds of the processor. */
const end: Float64Array = new Float64Array(workerData);

function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

setInterval(() => {
  if (used() > (end[0] ?? 0)) process.kill(process.pid, 'SIGKILL');
}, 100);
parentPort?.unref();
