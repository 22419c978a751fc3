import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../support/random.ts'
import { must } from '../support/service.ts'
import { createScene } from '../support/scene/scene.ts'
import { startBenchService } from './bench-service.ts'
import { oneByOne } from './load.ts'
import { costOf } from './process-cost.ts'
import { makeConfig } from './simulated-fleet.ts'
import { median, printRecords, ratio } from './table.ts'

const configBytes = 100_000

/**
 * Measures the history of all lines of a text with 1,000 versions, beside `git blame` of the same texts. Each version has
 * its own pack on disk. Memory is the growth of the service's peak.
 */
export async function benchLineHistory(small: boolean): Promise<void> {
  const records = []
  for (const count of small ? [50, 100, 200] : [100, 300, 1_000]) records.push(await benchCount(count, small ? 2 : 5))
  printRecords('Line history of texts of 100 KB', records)
}

async function benchCount(count: number, rounds: number): Promise<Record<string, string | number>> {
  const texts = makeTexts(count)
  let versionId = ''
  const bench = await startBenchService(async (inside) => {
    const tenant = await createScene(inside.dependencies)
    const device = await tenant.hasDevice()
    for (const [at, text] of texts.entries()) {
      const capturedAt = new Date(inside.dependencies.now().getTime() - (count - at) * 86_400_000)
      versionId = (await tenant.hasText(device, text, { capturedAt, lastSeenAt: capturedAt })).id
    }
    await inside.db.owner.raw('vacuum analyze')
  })
  const read = async () => must(await bench.admin.get(`/api/artifacts/versions/${versionId}/lines?max_lines=1`), 200)
  await read() // starts threads and loads code
  const before = costOf(bench.pid)
  const times = await oneByOne(rounds, async () =>
    must(await bench.admin.get(`/api/artifacts/versions/${versionId}/lines`), 200),
  )
  const after = costOf(bench.pid)
  const history = must(await bench.admin.get(`/api/artifacts/versions/${versionId}/lines`), 200)
  if (!history.complete || history.examined.compared !== count - 1) throw new Error('not all versions were compared')
  await bench.close()
  const git = blame(texts, rounds)
  return {
    versions: count.toLocaleString('en'),
    lines: history.lines.toLocaleString('en'),
    origins: history.origins.length,
    'median ms': median(times).toFixed(0),
    'CPU ms': (((after.cpuSeconds - before.cpuSeconds) * 1_000) / (rounds + 1)).toFixed(0),
    'git blame ms': git.ms.toFixed(0),
    'ratio of time': ratio(median(times), git.ms),
    'origins of git': git.origins,
    'service peak MB': after.peakMb.toFixed(0),
    'peak added MB': (after.peakMb - before.peakMb).toFixed(0),
  }
}

/** Returns texts, oldest first: each changes three lines of the one before it and adds one or removes one. */
function makeTexts(count: number): string[] {
  const random = seeded(18)
  const pick = (limit: number) => Math.floor(random() * limit)
  let lines = makeConfig('core-1', configBytes).split('\n')
  return Array.from({ length: count }, (_, at) => {
    lines = [...lines]
    for (let n = 0; n < 3; n++) lines[pick(lines.length)] = ` description changed ${at} ${n}`
    if (at % 2) lines.splice(pick(lines.length), 0, ` ip route 192.0.2.${at % 256} 255.255.255.255 Null0 name r${at}`)
    else lines.splice(pick(lines.length), 1)
    return `${lines.join('\n')}\n`
  })
}

/** Commits the texts to a packed Git repository and measures `git blame` of the last one. */
function blame(texts: string[], rounds: number): { ms: number; origins: number } {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-blame-'))
  const git = (words: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, input, maxBuffer: 2 ** 30 })
    if (status !== 0) throw new Error(String(stderr))
    return String(stdout)
  }
  try {
    git(['init', '--quiet', '--bare', '.'])
    const commits = texts.map((text, at) => {
      const when = `A <a@example.org> ${1_700_000_000 + at * 60} +0000`
      const change = `M 100644 inline config\ndata ${Buffer.byteLength(text)}\n${text}\n`
      return `commit refs/heads/main\ncommitter ${when}\ndata 1\n.\n${change}`
    })
    git(['fast-import', '--quiet'], commits.join(''))
    git(['gc', '--quiet'])
    const times: number[] = []
    let origins = 0
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      const lines = git(['blame', '-s', '-l', 'main', '--', 'config']).trimEnd().split('\n')
      times.push(performance.now() - begin)
      origins = new Set(lines.map((line) => line.replace(/^\^/, '').slice(0, 39))).size
    }
    return { ms: median(times), origins }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
