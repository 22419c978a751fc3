import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareLines } from '../../shared/diff/compare-lines.ts'
import { magnitudeOf } from '../../shared/diff/magnitude.ts'
import { makeTextPairs, type TextPair } from './diff-texts.ts'
import { printRecords } from './table.ts'

/**
 * Compares Coffer's line diff with GNU diff, as a table: six pairs of texts of 5 MiB, medians of interleaved rounds.
 * Coffer's diff runs in a new process each round: `cold` is its first comparison, `warm` its third, as in a
 * long-running thread. GNU diff is timed as a whole process.
 * @param small texts of 256 KiB, one round, to check that it runs
 */
export function benchDiff(small: boolean): void {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-diff-'))
  try {
    printRecords(
      'Differences, compared with GNU diff',
      makeTextPairs(small ? 256 * 1024 : 5 * 1024 * 1024).map((pair) => benchPair(pair, folder, small ? 1 : 5)),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Measured {
  coldMs: number
  warmMs: number
  edits: number
  steps: number
  memoryMb: number
}

function benchPair({ name, before, after }: TextPair, folder: string, rounds: number) {
  const paths = [join(folder, 'before'), join(folder, 'after')]
  writeFileSync(paths[0]!, before)
  writeFileSync(paths[1]!, after)
  const ours: Measured[] = []
  const theirs: { ms: number; edits: number }[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(runOurs(paths))
    if (theirs.every(({ ms }) => ms < 10_000)) theirs.push(runGnu(paths)) // the slowest pairs run once
  }
  const { edits, steps } = ours[0]!
  const cold = median(ours.map(({ coldMs }) => coldMs))
  const warm = median(ours.map(({ warmMs }) => warmMs))
  const gnu = median(theirs.map(({ ms }) => ms))
  return {
    pair: name,
    'GNU ms': Math.round(gnu),
    'cold ms': Math.round(cold),
    'warm ms': Math.round(warm),
    'warm / GNU': round(warm / gnu),
    edits,
    'edits / GNU': round(edits / theirs[0]!.edits),
    'steps, millions': round(steps / 1e6),
    MB: Math.round(Math.max(...ours.map(({ memoryMb }) => memoryMb))),
  }
}

function runOurs(paths: string[]): Measured {
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, '--measure', ...paths])
  if (stdout.length === 0) throw new Error(String(stderr))
  return JSON.parse(String(stdout)) as Measured
}

function runGnu(paths: string[]): { ms: number; edits: number } {
  const start = performance.now()
  const { stdout, error } = spawnSync('diff', ['--text', ...paths], { maxBuffer: 2 ** 30 })
  if (error) throw error
  const ms = performance.now() - start
  let edits = 0
  for (let at = 0; at >= 0 && at < stdout.length; at = stdout.indexOf(10, at) + 1 || -1) {
    if (stdout[at] === 0x3c || stdout[at] === 0x3e) edits++ // < or >
  }
  return { ms, edits }
}

/** The measured process: prints one line of JSON. */
function measure(paths: string[]): void {
  const [before, after] = paths.map((path) => readFileSync(path))
  const runs = Array.from({ length: 3 }, () => {
    const start = performance.now()
    const comparison = compareLines(before!, after!)
    return { ms: performance.now() - start, comparison }
  })
  const { comparison } = runs[0]!
  const { added, removed } = magnitudeOf(comparison)
  const memoryMb = process.resourceUsage().maxRSS / 1024
  const measured = {
    coldMs: runs[0]!.ms,
    warmMs: runs[2]!.ms,
    edits: added + removed,
    steps: comparison.steps,
    memoryMb,
  }
  console.log(JSON.stringify(measured))
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

if (import.meta.main) {
  const measured = process.argv.indexOf('--measure')
  if (measured > 0) measure(process.argv.slice(measured + 1))
  else benchDiff(process.argv.includes('--small'))
}
