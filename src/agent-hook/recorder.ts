/** Loaded by the events that record something, or need git. */
export { reconcileSession } from './reconcile.ts'
export { settleCall } from './tracer.ts'
export { openWindow } from './window.ts'
