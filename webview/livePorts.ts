import type { ClientPorts } from './client.ts';
import { t } from './strings.ts';

/** Above the page, whatever it shows: nothing of it works any more, and what stands in it can still be copied. */
function tellUnheard(isUnheard: boolean): void {
  document.getElementById('unheard')?.remove();
  if (!isUnheard) return;
  const line = document.createElement('p');
  line.id = 'unheard';
  line.role = 'alert';
  document.body.prepend(line);
  line.textContent = t(
    'This page lost its connection to the extension: what is typed now is not kept. Copy it, then run “Developer: Reload Window”, or close this tab and open it again.',
  );
}

/** Time, words above the page, and a name for this life of the page. Not `randomUUID`: VS Code in a browser may be served without TLS, where there is none. */
export function livePorts(): Pick<ClientPorts<never>, 'life' | 'later' | 'unheard'> {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return {
    life: [...words].map((word) => word.toString(36)).join(''),
    unheard: tellUnheard,
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
