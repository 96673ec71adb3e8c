/** Name of the environment that points at the bench's own sandbox, which runs outside the extension host. */
export const benchEnvironment = 'bench';
