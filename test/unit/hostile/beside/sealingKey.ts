/** What seals orders in the process beside a neighbour, and opens them in the test. */
export const sealingKey = { id: 'a-key', key: new Uint8Array(32).fill(7) };
