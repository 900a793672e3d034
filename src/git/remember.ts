/** Loads each key once; whoever asks meanwhile waits for the same answer. */
export function remember<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (key) => {
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const loading = load(key)
    known.set(key, loading)
    return loading
  }
}
