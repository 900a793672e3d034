/** One line of `doctor`. */
export interface Check {
  readonly id: string
  readonly status: 'ok' | 'warning' | 'failure'
  readonly title: string
  readonly detail: string
  /** What to do; always there where the status is not ok. */
  readonly remedy?: string
}

export function ok(id: string, title: string, detail: string): Check {
  return { id, status: 'ok', title, detail }
}

interface Trouble {
  readonly detail: string
  readonly remedy: string
}

export function warning(id: string, title: string, trouble: Trouble): Check {
  return { id, status: 'warning', title, ...trouble }
}

export function failure(id: string, title: string, trouble: Trouble): Check {
  return { id, status: 'failure', title, ...trouble }
}
