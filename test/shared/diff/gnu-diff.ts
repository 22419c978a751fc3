import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What GNU diff prints for two texts, as bytes of Latin-1; undefined where there is no GNU diff on the PATH. */
export function gnuDiff(
  before: string | Uint8Array,
  after: string | Uint8Array,
  options: string[],
): string | undefined {
  if (!hasGnuDiff) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'coffer-diff-'))
  try {
    writeFileSync(join(folder, 'before'), before)
    writeFileSync(join(folder, 'after'), after)
    const asked = ['--text', ...options, join(folder, 'before'), join(folder, 'after')]
    return spawnSync('diff', asked, { maxBuffer: 2 ** 30 }).stdout.toString('latin1')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const hasGnuDiff = String(spawnSync('diff', ['--version']).stdout).includes('GNU diffutils')
