import type { TestContext } from 'node:test';
import type { Identity } from '../unit/client/certificates.ts';
import { authority, identity } from './book.ts';
import { type Started, started } from './started.ts';

type Own = Pick<Identity, 'cert' | 'key'>;

/**
 * nginx in front, over TLS; it offers HTTP/2 as well, which we never take.
 * @param server lines of the server that we call @param more further blocks of http @param own who it says it is
 */
export function nginx(t: TestContext, server: string, more = '', own: Own = identity): Promise<Started> {
  return started(t, 'nginx', (folder, port) => ({
    files: {
      'cert.pem': own.cert,
      'key.pem': own.key,
      'authority.pem': authority.cert,
      'nginx.conf': `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path ${folder}/a;
  proxy_temp_path ${folder}/b;
  fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d;
  scgi_temp_path ${folder}/e;
  ssl_certificate ${folder}/cert.pem;
  ssl_certificate_key ${folder}/key.pem;
  default_type application/json;
  ${more}
  server {
    listen 127.0.0.1:${port} ssl http2;
    ${server}
  }
}
`,
    },
    args: ['-e', 'stderr', '-p', folder, '-c', `${folder}/nginx.conf`],
  }));
}
