/** Loaded by the hook only for commands: the shell's grammar is larger than all the rest. */
export { inspectCommand } from '../recorder/classify.ts'
