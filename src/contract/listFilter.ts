/** Characters of what the rows of a list are searched for; no cell shows more. */
export const longestFilter = 1000;
