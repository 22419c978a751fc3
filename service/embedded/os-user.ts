import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { StartupError } from '../store/startup-error.ts'

/** An account of the operating system that PostgreSQL can run under. */
export interface OsUser {
  name: string
  uid: number
  gid: number
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root. The order is: the owner of an existing `cluster`,
 * the system account `coffer-postgres`, `postgres`, `nobody`. A missing `coffer-postgres` is created: no other program
 * runs under it, so none can reach the socket.
 * @returns undefined if the service is not root; PostgreSQL then runs under the service's account
 */
export function chooseUser(cluster: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })?.uid
  if (owner === 0) throw new StartupError('cluster_owned_by_root', { folder: cluster })
  if (owner !== undefined) return userWhere((user) => user.uid === owner) ?? refuseUnknown(cluster, owner)
  return named(ownName) ?? made() ?? named('postgres') ?? named('nobody') ?? refuseNone()
}

/**
 * Returns whether the account may enter the folder. The system checks it, because file modes do not include access
 * lists.
 */
export function mayEnter(user: OsUser, folder: string): boolean {
  const { uid, gid } = user
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/', env: {} }).status === 0
}

const ownName = 'coffer-postgres'

function made(): OsUser | undefined {
  try {
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
    execFileSync('useradd', [...options, '--shell', '/usr/sbin/nologin', ownName], { stdio: 'ignore' })
  } catch {
    // no useradd, a read-only /etc, or a faster process: the look-up below decides
  }
  return named(ownName)
}

function named(name: string): OsUser | undefined {
  return userWhere((user) => user.name === name)
}

/** Finds a local account. initdb also reads /etc/passwd first. */
function userWhere(fits: (user: OsUser) => boolean): OsUser | undefined {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .find((user) => user.name !== '' && fits(user))
}

function refuseUnknown(cluster: string, uid: number): never {
  throw new StartupError('cluster_owner_unknown', { folder: cluster, uid: String(uid) })
}

function refuseNone(): never {
  throw new StartupError('no_account_for_postgres')
}
