import { en } from 'zod/locales'

/**
 * For every parse whose issues somebody reads: zod/mini brings no words, and without these each issue would be "Invalid input".
 * Never as zod's global setting: that is the embedder's, who may have chosen another language.
 */
export const ENGLISH = { error: en().localeError }
