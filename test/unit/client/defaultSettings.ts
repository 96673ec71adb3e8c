import type { ClientSettings } from '../../../src/client/settings.ts';

/** VS Code's own defaults. */
export const defaultClientSettings: ClientSettings = {
  proxy: { support: 'on', url: null, authorization: null, strictSsl: true, noProxy: [] },
  systemCertificates: true,
  extraCertificates: [],
};
