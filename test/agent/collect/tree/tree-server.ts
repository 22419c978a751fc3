import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  collectFileTree,
  type FileTreeDependencies,
  type FileTreeLimits,
  fileTreeLimits,
} from '../../../../agent/collect/tree/file-tree.ts'
import type { Baseline } from '../../../../agent/collect/tree/tree-plan.ts'
import type { DeviceFailure } from '../../../../agent/device-failure.ts'
import type { Session } from '../../../../agent/sessions/session.ts'
import { openSsh, sshTimeouts } from '../../../../agent/sessions/ssh.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { createMemoryRepository, readTree, type MemoryRepository } from '../../../support/memory-repository.ts'
import { rsyncVersions, type RsyncVersion } from './rsync-versions.ts'
import { sshdMissing, startSshd, type Sshd } from '../../../support/sshd.ts'
import { logTo } from '../../../support/log-to.ts'

/** A real server for tests: an sshd, one version of rsync, and a new empty folder for each test. */
export interface TreeServer {
  readonly rsync: RsyncVersion
  readonly sshd: Sshd
  readonly asRoot: Session
  readonly asUser: Session
  readonly top: string
  /** Collects the paths into a repository in memory, and reads the tree from it. */
  collect(
    session: Session,
    paths: string[],
    how?: Collecting,
  ): Promise<{
    tree: Awaited<ReturnType<typeof collectFileTree>>
    entries: Awaited<ReturnType<typeof readTree>>
    repository: MemoryRepository
    log: string[]
  }>
}

export interface Collecting {
  options?: Record<string, unknown>
  baseline?: Baseline
  repository?: MemoryRepository
  /** called before each put, in order, or one before all of them */
  onPuts?: (() => void)[] | (() => void)
  signal?: AbortSignal
  report?: FileTreeDependencies['report']
  limits?: Partial<FileTreeLimits>
  /** whether reading the tree back is skipped */
  unread?: boolean
}

/** Runs the tests with each available rsync; the others are reported as skipped. */
export function describeTrees(title: string, tests: (server: TreeServer) => void): void {
  const missing = sshdMissing()
  const versions = missing ? { available: [], missing: [missing] } : rsyncVersions()
  for (const version of versions.missing) describe(`${title}: ${version}`, () => it('cannot be had here'))
  for (const rsync of versions.available) {
    describe(`${title} from rsync ${rsync.name}`, () => {
      const server = { rsync, collect } as { -readonly [Key in keyof TreeServer]: TreeServer[Key] }

      before(async () => {
        server.sshd = await startSshd()
        server.asRoot = await login(server.sshd, 'root')
        server.asUser = await login(server.sshd, server.sshd.user)
      })

      after(async () => {
        await server.asRoot.close()
        await server.asUser.close()
        await server.sshd.close()
      })

      beforeEach(() => {
        server.top = mkdtempSync(join(tmpdir(), 'coffer-test-tree-'))
        chmodSync(server.top, 0o755)
      })

      afterEach(() => rmSync(server.top, { recursive: true, force: true }))

      tests(server)

      async function collect(session: Session, paths: string[], how: Collecting = {}) {
        const repository = how.repository ?? createMemoryRepository()
        const log: string[] = []
        const upcoming = Array.isArray(how.onPuts) ? [...how.onPuts] : undefined
        const always = typeof how.onPuts === 'function' ? how.onPuts : undefined
        const put: MemoryRepository['put'] = (content) => {
          ;(always ?? upcoming?.shift())?.()
          return repository.put(content)
        }
        const tree = await collectFileTree(
          session,
          { paths, rsync_path: rsync.path, ...how.options },
          {
            baseline: how.baseline ?? new Map(),
            writer: { put, flush: () => repository.flush() },
            report: how.report,
            limits: { ...fileTreeLimits, ...how.limits },
            log: logTo(log),
            now: () => new Date(0),
            signal: how.signal ?? new AbortController().signal,
          },
        )
        const entries = how.unread ? new Map<string, never>() : await readTree(repository, tree.root)
        return { tree, entries, repository, log }
      }
    })
  }
}

/** Returns the failure of a collection that must fail. */
export async function refusal(work: PromiseLike<unknown>): Promise<DeviceFailure> {
  return (await failureOf(work)) as DeviceFailure
}

export function login(sshd: Sshd, username: string): Promise<Session> {
  const target = {
    host: '127.0.0.1',
    port: sshd.port,
    username,
    privateKey: sshd.privateKey,
    legacyAlgorithms: false,
    trust: () => Promise.resolve('approved' as const),
    timeouts: sshTimeouts,
  }
  return openSsh(target, new AbortController().signal)
}

/** Returns the baseline for the next run. */
export function baselineOf(entries: Awaited<ReturnType<typeof readTree>>): Baseline {
  return new Map(
    [...entries].flatMap(([path, { type, content, problem, size, mtime }]) =>
      type === 'file' && content && !problem
        ? [[path, { size, mtimeSeconds: mtime.seconds, mtimeNanoseconds: mtime.nanoseconds, content }]]
        : [],
    ),
  )
}

/** Creates files that start with their own path, of up to `largest` bytes. */
export function makeManyFiles(top: string, count: number, largest = 30_000): void {
  for (let i = 0; i < count; i += 1) {
    const folder = join(top, `d${i % 100}`)
    if (i < 100) mkdirSync(folder)
    const path = join(folder, `f${i}`)
    writeFileSync(path, `${path} ${'x'.repeat((i * 7919) % largest)}`)
  }
}
