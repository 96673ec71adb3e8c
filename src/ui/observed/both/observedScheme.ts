/** Of documents that show what was learned; the address is read in the runtime alone. */
export const observedScheme = 'verification-observed';
