/** Invented, with a check digit that fits. */
export const number = '234567890124';
export const another = '987654321096';
/** The same but for its last digit, which does not fit. */
export const wrongDigit = '234567890125';
