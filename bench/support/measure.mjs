// Medians of alternating runs: what is compared runs in turn, so that a busy minute falls on all of them.
import { spawnSync } from 'node:child_process'

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Runs each variant `runs` times in turn; `{ prepare, run }`, only `run` is timed. Returns medians in ms by name. */
export function alternate(variants, runs) {
  const rounds = inRounds(variants, runs)
  return Object.fromEntries(Object.entries(rounds).map(([name, values]) => [name, median(values)]))
}

/** As `alternate`, with the time of every round: what belongs to one round can be subtracted from each other. */
export function inRounds(variants, runs) {
  const times = Object.fromEntries(Object.keys(variants).map((name) => [name, []]))
  for (let i = -1; i < runs; i++) {
    for (const [name, { prepare, run }] of Object.entries(variants)) {
      prepare?.(i)
      const start = process.hrtime.bigint()
      run(i)
      const ms = Number(process.hrtime.bigint() - start) / 1e6
      if (i >= 0) times[name].push(ms) // the first round warms caches
      if (process.stderr.isTTY) process.stderr.write(`\r  ${i + 1}/${runs} ${name.padEnd(40)}`)
    }
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(60)}\r`)
  return times
}

/** Runs a command that must succeed; stdout as text. */
export function must(command, args, options = {}) {
  const result = spawnSync(command, args, { maxBuffer: 1 << 30, ...options })
  if (result.error) throw result.error
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} → ${result.status}\n${result.stdout}${result.stderr}`)
  return result.stdout.toString()
}

export const ms = (value) => `${value.toFixed(1)} ms`
export const times = (value) => `${value.toFixed(2)} ×`

export function table(title, header, rows) {
  const all = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, i) => Math.max(...all.map((row) => row[i].length)))
  const line = (row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  console.log(`\n${title}`)
  console.log(line(all[0]))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of all.slice(1)) console.log(line(row))
}

/** A claim with its bound: printed either way, and counted, so that `npm run bench` exits 1 if one is missed. */
const missed = []
export function claim(text, value, bound) {
  const holds = value <= bound
  if (!holds) missed.push(text)
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${text}: ${times(value)} (bound ${times(bound)})`)
}

export function conclude() {
  process.exitCode = missed.length === 0 ? 0 : 1
}
