/**
 * What our sandbox takes beside the request fields of an operation: how large a fault is that has a size. Invented here; the
 * service has nothing like it, and what bills is sent it as it stands.
 */
export const sandboxAmount = 'sandbox_amount';
