/** The code of an error, or its class; one plain word. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const own = codeOf(error);
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  // OpenSSL names some of its codes with a slash: ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE.
  const code = (own === '' && first instanceof Error ? codeOf(first) : own).replace('SSL/TLS', 'SSL_TLS');
  return /^\w{1,80}$/.test(code) ? code : error.name.replace(/\W/g, '').slice(0, 80) || 'Error';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
