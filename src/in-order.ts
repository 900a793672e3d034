/**
 * Works on up to `width` items at a time and yields the results in the order of the items. While one waits for git, the
 * questions of its neighbours travel in the same pipe.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const result = work(item)
    // Awaited below, in its turn; until then a failure must not count as unhandled.
    result.catch(() => undefined)
    running.push(result)
    if (running.length >= width) yield await running.shift()!
  }
  for (const result of running) yield await result
}
