import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A version of rsync of Debian 12, for the server's side of a test. */
export interface RsyncVersion {
  /** as reported by `rsync --version`, for example `3.2.7` */
  name: string
  path: string
}

/** The available versions, and descriptions of those that are not, by which tests are skipped. */
export interface RsyncVersions {
  available: RsyncVersion[]
  missing: string[]
}

/**
 * Returns both versions of Debian 12: the installed one, and that of the initial release, which is downloaded once to
 * the system's folder for temporary files and only unpacked.
 */
export function rsyncVersions(): RsyncVersions {
  const found = [tryVersion('/usr/bin/rsync', 'the installed rsync'), tryVersion(unpackReleased(), `rsync ${released}`)]
  const names = found.map((entry) => (typeof entry === 'string' ? entry : entry.name))
  const isNew = (entry: string | RsyncVersion, at: number) =>
    typeof entry === 'string' || names.indexOf(entry.name) === at
  const distinct = found.filter(isNew)
  return {
    available: distinct.filter((entry) => typeof entry !== 'string'),
    missing: distinct.filter((entry) => typeof entry === 'string'),
  }
}

const released = '3.2.7-1+deb12u6'

function tryVersion(path: string | undefined, name: string): RsyncVersion | string {
  if (!path || !existsSync(path)) return name
  const version = /version (\S+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1]
  return version ? { name: version, path } : name
}

/** Unpacks to a separate folder and renames it, so that concurrent runs see either nothing or everything. */
function unpackReleased(): string | undefined {
  const cache = join(tmpdir(), 'coffer-test-rsync')
  const path = join(cache, released, 'usr/bin/rsync')
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  chmodSync(cache, 0o755)
  const work = mkdtempSync(join(cache, 'unpacking-'))
  try {
    chmodSync(work, 0o777) // apt downloads under its own user
    execFileSync('apt-get', ['download', '-qq', `rsync=${released}`], { cwd: work, stdio: 'ignore', timeout: 60_000 })
    execFileSync('sh', ['-c', 'dpkg -x rsync_*.deb unpacked'], { cwd: work, stdio: 'ignore' })
    chmodSync(join(work, 'unpacked'), 0o755)
    renameSync(join(work, 'unpacked'), join(cache, released))
    return path
  } catch {
    return existsSync(path) ? path : undefined
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
