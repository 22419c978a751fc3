import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { must } from '../support/service.ts'
import { newDataDirectory, runCoffer } from '../support/running-coffer.ts'
import { startSshd, sshdMissing } from '../support/sshd.ts'
import { backUp, declareDevices } from './fleet-on-coffer.ts'
import { changeTree, makeTree } from './made-tree.ts'
import { agentOf, costOf } from './process-cost.ts'
import { median, printTable, ratio } from './table.ts'

const steps = ['first', 'unchanged', '1 % changed'] as const
type Step = (typeof steps)[number]

/** Polls rarely: the service's CPU is measured, and a busy machine makes a step last a minute. */
const pollMs = 1_000

interface Figures {
  seconds: Record<Step, number[]>
  bytes: Record<Step, number[]>
  /** Of the agent, of the service. */
  cpuSeconds: Record<Step, [number[], number[]]>
  peakMb: number[]
  /** To download the tree as an archive, or to restore it to memory. */
  restoreSeconds: number[]
}

/** Measures a file tree over SSH, and restic reading the same tree locally; interleaved rounds, medians. */
export async function benchTree(small: boolean): Promise<void> {
  const missing = sshdMissing() ?? (isThere('restic') ? undefined : 'needs restic')
  if (missing) return console.log(`file trees: skipped, ${missing}`)
  const size = small ? { files: 1_000, bytes: 15_000_000 } : { files: 20_000, bytes: 300_000_000 }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-bench-tree-'))
  fs.chmodSync(folder, 0o755)
  const ours = emptyFigures()
  const theirs = emptyFigures()
  try {
    for (let round = 0; round < (small ? 1 : 3); round += 1) {
      const tree = path.join(folder, `tree-${round}`)
      makeTree(tree, size.files, size.bytes, round)
      await cofferRound(tree, round, ours, () => resticRound(folder, tree, round, theirs))
      fs.rmSync(tree, { recursive: true })
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  printTable(
    `A tree of ${size.files} files, ${size.bytes / 1e6} MB: Coffer over SSH, restic locally (medians)`,
    [
      'step',
      'Coffer s',
      'restic s',
      'ratio',
      'Coffer store MB',
      'restic store MB',
      'ratio of size or growth',
      'agent CPU s',
      'service CPU s',
      'agent peak MB',
    ],
    steps.map((step) => {
      const [a, b] = [median(ours.seconds[step]), median(theirs.seconds[step])]
      const [c, d] = [median(ours.bytes[step]) / 1e6, median(theirs.bytes[step]) / 1e6]
      const growth = step === 'unchanged' ? '' : ratio(c, d)
      return [
        step,
        a.toFixed(2),
        b.toFixed(2),
        ratio(a, b),
        c.toFixed(2),
        d.toFixed(2),
        growth,
        median(ours.cpuSeconds[step][0]).toFixed(2),
        median(ours.cpuSeconds[step][1]).toFixed(2),
        Math.round(median(ours.peakMb)),
      ]
    }),
  )
  const [archive, restore] = [median(ours.restoreSeconds), median(theirs.restoreSeconds)]
  printTable(
    'The same tree back: an archive from Coffer, restic to memory (medians)',
    ['Coffer s', 'restic s', 'ratio'],
    [[archive.toFixed(2), restore.toFixed(2), ratio(archive, restore)]],
  )
}

/** `peer` runs after each of Coffer's steps, on the same state of the tree. */
async function cofferRound(tree: string, round: number, figures: Figures, peer: () => Promise<PeerStep>) {
  const sshd = await startSshd()
  const coffer = await runCoffer(newDataDirectory())
  try {
    const { tenantId } = await coffer.localAgent()
    const admin = await coffer.admin()
    const secrets = { name: 'bench', username: sshd.user, ssh_private_key: sshd.privateKey }
    const credential = must(await admin.post(`/api/credentials?tenant=${tenantId}`, secrets), 201)
    const device = {
      name: 'tree',
      hostname: '127.0.0.1',
      platform: 'linux_server',
      options: { ssh_port: sshd.port, paths: [tree] },
      credential_id: credential.id,
    }
    await declareDevices(admin, tenantId, [device])
    const objects = path.join(coffer.dataDirectory, 'objects')
    const peerStep = await peer()
    const agentPid = agentOf(coffer.pid)
    const cpuSeconds = () => [agentPid, coffer.pid].map((pid) => costOf(pid).cpuSeconds)
    for (const step of steps) {
      if (step === '1 % changed') changeTree(tree, 0.01, round)
      const before = sizeOf(objects)
      const cpuBefore = cpuSeconds()
      const { wallMs, statuses } = await backUp(admin, tenantId, 1, pollMs)
      const wanted = step === 'unchanged' ? 'unchanged' : 'succeeded'
      if (statuses[wanted] !== 1) throw new Error(`${step}: ${JSON.stringify(statuses)}`)
      figures.seconds[step].push(wallMs / 1000)
      figures.bytes[step].push(sizeOf(objects) - before)
      for (const [of, seconds] of cpuSeconds().entries()) {
        figures.cpuSeconds[step][of]?.push(seconds - (cpuBefore[of] ?? 0))
      }
      await peerStep(step)
    }
    figures.peakMb.push(costOf(agentPid).peakMb)
    const [{ id: deviceId }] = must(await admin.get(`/api/devices?tenant=${tenantId}`), 200)
    const [snapshot] = must(await admin.get(`/api/devices/${deviceId}/snapshots`), 200)
    figures.restoreSeconds.push(await download(`${coffer.url}/api/snapshots/${snapshot.id}/archive`, admin.token))
    await peerStep('restore')
  } finally {
    await coffer.kill('SIGTERM')
    await sshd.close()
    fs.rmSync(coffer.dataDirectory, { recursive: true, force: true })
  }
}

/** @returns the seconds until the last byte was read */
async function download(url: string, token: string | null): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200 || !answer.body) throw new Error(`archive: ${answer.status}`)
  for await (const piece of answer.body) void piece
  return (performance.now() - startedAt) / 1000
}

type PeerStep = (step: Step | 'restore') => Promise<void>

const execute = promisify(execFile)

async function resticRound(folder: string, tree: string, round: number, figures: Figures): Promise<PeerStep> {
  const repository = path.join(folder, `restic-${round}`)
  const restic = (...parameters: string[]) =>
    execute('restic', ['--no-cache', '-q', '-r', repository, '--password-command', 'echo bench', ...parameters], {
      env: { PATH: process.env['PATH'], HOME: folder },
    })
  await restic('init')
  return async (step) => {
    if (step === 'restore') {
      const target = fs.mkdtempSync('/dev/shm/coffer-bench-tree-')
      const since = performance.now()
      await restic('restore', 'latest', '--target', target)
      figures.restoreSeconds.push((performance.now() - since) / 1000)
      return fs.rmSync(target, { recursive: true })
    }
    const before = sizeOf(repository)
    const startedAt = performance.now()
    await restic('backup', tree)
    figures.seconds[step].push((performance.now() - startedAt) / 1000)
    figures.bytes[step].push(sizeOf(repository) - before)
  }
}

function emptyFigures(): Figures {
  return {
    seconds: { first: [], unchanged: [], '1 % changed': [] },
    bytes: { first: [], unchanged: [], '1 % changed': [] },
    cpuSeconds: { first: [[], []], unchanged: [[], []], '1 % changed': [[], []] },
    peakMb: [],
    restoreSeconds: [],
  }
}

function sizeOf(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0)
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
