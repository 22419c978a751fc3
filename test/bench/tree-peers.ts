import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Sshd } from '../support/sshd.ts'

export const treeSteps = ['first', 'unchanged', '1 % changed'] as const
export type TreeStep = (typeof treeSteps)[number]

/** Programs that back up the same tree in the same run. */
export const treePeers = ['restic', 'borg', 'rsync'] as const
export type TreePeer = (typeof treePeers)[number]

/** Seconds and bytes of one program, of each round. */
export interface TreeFigures {
  seconds: Record<TreeStep, number[]>
  bytes: Record<TreeStep, number[]>
  restoreSeconds: number[]
}

/** Runs a step of every peer on the current state of the tree; `restore` reads it back to memory. */
export type PeerStep = (step: TreeStep | 'restore') => Promise<void>

export function emptyTreeFigures(): TreeFigures {
  return {
    seconds: { first: [], unchanged: [], '1 % changed': [] },
    bytes: { first: [], unchanged: [], '1 % changed': [] },
    restoreSeconds: [],
  }
}

/** @returns the names of missing programs, to install with the system's package manager */
export function missingPeers(): string[] {
  return treePeers.filter((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`])
      return false
    } catch {
      return true
    }
  })
}

/**
 * Creates an empty repository of each peer. restic and borg read the tree locally; rsync copies it over SSH, without
 * versions, encryption or compression.
 */
export async function startPeers(
  folder: string,
  tree: string,
  sshd: Sshd,
  figures: Record<TreePeer, TreeFigures>,
): Promise<PeerStep> {
  const peers = {
    restic: await startRestic(folder, tree),
    borg: await startBorg(folder, tree),
    rsync: startRsync(folder, tree, sshd),
  }
  return async (step) => {
    for (const name of treePeers) await measureStep(peers[name], step, figures[name])
  }
}

interface Peer {
  repository: string
  backUp(): Promise<unknown>
  restore(target: string): Promise<unknown>
}

const execute = promisify(execFile)

async function measureStep(peer: Peer, step: TreeStep | 'restore', figures: TreeFigures): Promise<void> {
  if (step === 'restore') {
    const target = fs.mkdtempSync('/dev/shm/coffer-bench-tree-')
    figures.restoreSeconds.push(await secondsOf(() => peer.restore(target)))
    return fs.rmSync(target, { recursive: true })
  }
  const before = sizeOfFolder(peer.repository)
  figures.seconds[step].push(await secondsOf(() => peer.backUp()))
  figures.bytes[step].push(sizeOfFolder(peer.repository) - before)
}

async function startRestic(folder: string, tree: string): Promise<Peer> {
  const repository = fs.mkdtempSync(path.join(folder, 'restic-'))
  const restic = (...parameters: string[]) =>
    execute('restic', ['--no-cache', '-q', '-r', repository, '--password-command', 'echo bench', ...parameters], {
      env: { PATH: process.env['PATH'], HOME: folder },
    })
  await restic('init')
  return {
    repository,
    backUp: () => restic('backup', tree),
    restore: (target) => restic('restore', 'latest', '--target', target),
  }
}

async function startBorg(folder: string, tree: string): Promise<Peer> {
  const repository = fs.mkdtempSync(path.join(folder, 'borg-'))
  const base = fs.mkdtempSync(path.join(folder, 'borg-base-'))
  const env = { PATH: process.env['PATH'], BORG_BASE_DIR: base, BORG_PASSCOMMAND: 'echo bench' }
  const borg = (parameters: string[], cwd = folder) => execute('borg', parameters, { env, cwd })
  let archives = 0
  await borg(['init', '--encryption', 'repokey', repository])
  return {
    repository,
    backUp: () => borg(['create', '--compression', 'zstd,3', `${repository}::${(archives += 1)}`, tree]),
    restore: (target) => borg(['extract', `${repository}::${archives}`], target),
  }
}

function startRsync(folder: string, tree: string, { port, user, privateKey }: Sshd): Peer {
  const repository = fs.mkdtempSync(path.join(folder, 'rsync-'))
  const key = path.join(fs.mkdtempSync(path.join(folder, 'rsync-key-')), 'key')
  fs.writeFileSync(key, privateKey, { mode: 0o600 })
  const quiet = '-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR'
  const copy = (target: string) =>
    execute('rsync', [
      '-a',
      '--delete',
      '-e',
      `ssh -p ${port} -i ${key} ${quiet}`,
      `${user}@127.0.0.1:${tree}/`,
      target,
    ])
  return { repository, backUp: () => copy(repository), restore: (target) => copy(target) }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

/** Returns the bytes of all files below a folder. */
export function sizeOfFolder(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
