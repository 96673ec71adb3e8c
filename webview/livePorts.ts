import type { ClientPorts } from './client.ts';

/** Time and a name for this life of the page. Not `randomUUID`: VS Code in a browser may be served without TLS, where there is none. */
export function livePorts(): Pick<ClientPorts<never>, 'life' | 'later'> {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return {
    life: [...words].map((word) => word.toString(36)).join(''),
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
