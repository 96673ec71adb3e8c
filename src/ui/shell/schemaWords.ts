import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/** What a schema says of a wrong value, in zod's own English: zod/mini brings no words. Imported for its effect. */
z.config(en());
