/** Loaded by the hook only where a scope is more than folders and literal paths. */
export { matchGlobs } from '../core/glob.ts'
