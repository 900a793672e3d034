/** What came of it, and how long it took. */
interface Timed<T> {
  readonly value: T
  readonly seconds: number
}

export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - start) / 1000 }
}
