import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, postgresEnvironment, programOf } from './binaries.ts'
import { StartupError } from '../store/startup-error.ts'
import type { Home } from './home.ts'
import type { OsUser } from './os-user.ts'

/** The only login of a new cluster. */
export const superuser = 'postgres'

/**
 * Creates the cluster if needed and checks its version. A folder of an interrupted first start is replaced.
 * @returns the superuser's password
 */
export async function prepareCluster(home: Home, binaries: Binaries, sync: boolean): Promise<string> {
  const passwordFile = path.join(home.folder, 'superuser-password')
  if (fs.existsSync(home.cluster)) {
    refuseOtherVersion(home.cluster, binaries.major)
    if (!fs.existsSync(passwordFile)) throw new StartupError('superuser_password_missing', { file: passwordFile })
    return fs.readFileSync(passwordFile, 'utf8').trim()
  }
  const password = randomBytes(24).toString('base64url')
  fs.rmSync(passwordFile, { force: true })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  changeOwner(passwordFile, home.user)
  await initdb(home, binaries, passwordFile, sync)
  return password
}

/** Changes the owner of a file or folder to PostgreSQL's account. */
export function changeOwner(file: string, user: OsUser | undefined): void {
  if (user) fs.chownSync(file, user.uid, user.gid)
}

async function initdb(home: Home, binaries: Binaries, passwordFile: string, sync: boolean) {
  const unfinished = `${home.cluster}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  changeOwner(unfinished, home.user)
  const collation = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] // independent of the system
  const login = ['-U', superuser, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const flags = [...login, ...collation, '--no-instructions', ...(sync ? [] : ['--no-sync'])]
  try {
    await promisify(execFile)(programOf(binaries, 'initdb'), ['-D', unfinished, ...flags], {
      uid: home.user?.uid,
      gid: home.user?.gid,
      cwd: home.folder,
      env: postgresEnvironment(),
    })
  } catch (error) {
    const params = { folder: home.folder, reason: reasonOf(error) }
    throw new StartupError('database_creation_failed', params, { cause: error })
  }
  fs.renameSync(unfinished, home.cluster)
}

/** Returns the first error of initdb's output. Later lines describe the clean-up. */
function reasonOf(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = stderr.split('\n').filter((line) => /(error|FATAL|PANIC):/.test(line))
  return (
    lines[0]?.replace(/^.*?(error|FATAL|PANIC):\s*/, '') ?? (error instanceof Error ? error.message : String(error))
  )
}

function refuseOtherVersion(cluster: string, major: string) {
  const found = readVersion(cluster)
  if (found === major) return
  throw new StartupError('cluster_version_differs', { folder: cluster, found, expected: major })
}

function readVersion(cluster: string): string {
  try {
    return fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError('cluster_unreadable', { folder: cluster, reason }, { cause: error })
  }
}
