/** Host names, as `URL.hostname` has them, that lead to this computer and nowhere else. */
const names = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export function isLoopbackName(hostname: string): boolean {
  return names.test(hostname);
}
