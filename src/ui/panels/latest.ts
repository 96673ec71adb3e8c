/**
 * Does something for the newest state only: at once, and once more at its end if it was asked for meanwhile.
 * @param failed told what went wrong; the next time is tried all the same
 */
export function latest(run: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const go = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await run().catch(failed);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void go();
  };
}
