import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { must } from '../support/service.ts'
import { newDataDirectory, runCoffer } from '../support/running-coffer.ts'
import { type Sshd, startSshd, sshdMissing } from '../support/sshd.ts'
import { backUp, declareDevices } from './fleet-on-coffer.ts'
import { changeTree, makeTree } from './made-tree.ts'
import { agentOf, costOf } from './process-cost.ts'
import { median, printTable, ratio } from './table.ts'
import {
  type PeerStep,
  type TreeFigures,
  type TreePeer,
  type TreeStep,
  emptyTreeFigures,
  missingPeers,
  sizeOfFolder,
  startPeers,
  treePeers,
  treeSteps,
} from './tree-peers.ts'

interface Figures extends TreeFigures {
  /** Of the agent, of the service. */
  cpuSeconds: Record<TreeStep, [number[], number[]]>
  peakMb: number[]
}

interface TreeSize {
  files: number
  bytes: number
}

/** A file has 15 KB on average at each size, so that growth depends on the number of files and bytes alike. */
const treeSizes: TreeSize[] = [
  { files: 2_000, bytes: 30_000_000 },
  { files: 6_000, bytes: 90_000_000 },
  { files: 20_000, bytes: 300_000_000 },
]
const smallSizes: TreeSize[] = [{ files: 1_000, bytes: 15_000_000 }]

/**
 * Measures file trees of three sizes over SSH. For comparison, restic and borg read the same tree locally and rsync copies
 * it over SSH; three interleaved rounds, medians. With `small`, one size and one round.
 */
export async function benchTree(small: boolean): Promise<void> {
  const absent = missingPeers()
  const missing = sshdMissing() ?? (absent.length > 0 ? `needs ${absent.join(', ')}` : undefined)
  if (missing) return console.log(`file trees: skipped, ${missing}`)
  const measured: MeasuredTree[] = []
  for (const size of small ? smallSizes : treeSizes) measured.push(await measureSize(size, small ? 1 : 3))
  printSizes(measured)
  printPeers(measured)
}

interface MeasuredTree {
  size: TreeSize
  ours: Figures
  peers: Record<TreePeer, TreeFigures>
}

async function measureSize(size: TreeSize, rounds: number): Promise<MeasuredTree> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-bench-tree-'))
  fs.chmodSync(folder, 0o755)
  const ours = emptyFigures()
  const peers = { restic: emptyTreeFigures(), borg: emptyTreeFigures(), rsync: emptyTreeFigures() }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const tree = path.join(folder, `tree-${round}`)
      makeTree(tree, size.files, size.bytes, round)
      await cofferRound(tree, round, ours, (sshd) => startPeers(folder, tree, sshd, peers))
      fs.rmSync(tree, { recursive: true })
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { size, ours, peers }
}

/** Prints what Coffer needs for each step, beside restic. */
function printSizes(measured: MeasuredTree[]): void {
  printTable(
    'File trees, 15 KB per file: Coffer over SSH, restic locally (medians)',
    [
      'files',
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
    measured.flatMap(({ size, ours, peers: { restic } }) =>
      treeSteps.map((step) => {
        const [a, b] = [median(ours.seconds[step]), median(restic.seconds[step])]
        const [c, d] = [median(ours.bytes[step]) / 1e6, median(restic.bytes[step]) / 1e6]
        const growth = step === 'unchanged' ? '' : ratio(c, d)
        return [
          size.files,
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
    ),
  )
}

/** Prints the time of each step, and of reading the tree back, beside that of every peer. */
function printPeers(measured: MeasuredTree[]): void {
  const restored = ({ restoreSeconds }: TreeFigures) => median(restoreSeconds)
  const row = ({ size, ours, peers }: MeasuredTree, what: string, timeOf: (figures: TreeFigures) => number) => [
    size.files,
    what,
    timeOf(ours).toFixed(2),
    ...treePeers.flatMap((name) => [timeOf(peers[name]).toFixed(2), ratio(timeOf(ours), timeOf(peers[name]))]),
  ]
  printTable(
    'The same trees beside other programs; back: an archive from Coffer, a restore to memory from the others (medians)',
    ['files', 'step', 'Coffer s', ...treePeers.flatMap((name) => [`${name} s`, `of ${name}`])],
    measured.flatMap((tree) => [
      ...treeSteps.map((step) => row(tree, step, ({ seconds }) => median(seconds[step]))),
      row(tree, 'back', restored),
    ]),
  )
}

/** The peers' steps run after each of Coffer's, on the same state of the tree. */
async function cofferRound(tree: string, round: number, figures: Figures, peers: (sshd: Sshd) => Promise<PeerStep>) {
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
    const peerStep = await peers(sshd)
    const agentPid = agentOf(coffer.pid)
    const cpuSeconds = () => [agentPid, coffer.pid].map((pid) => costOf(pid).cpuSeconds)
    for (const step of treeSteps) {
      if (step === '1 % changed') changeTree(tree, 0.01, round)
      const before = sizeOfFolder(objects)
      const cpuBefore = cpuSeconds()
      const { wallMs, statuses } = await backUp(admin, tenantId, 1)
      const wanted = step === 'unchanged' ? 'unchanged' : 'succeeded'
      if (statuses[wanted] !== 1) throw new Error(`${step}: ${JSON.stringify(statuses)}`)
      figures.seconds[step].push(wallMs / 1000)
      figures.bytes[step].push(sizeOfFolder(objects) - before)
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

function emptyFigures(): Figures {
  return {
    ...emptyTreeFigures(),
    cpuSeconds: { first: [[], []], unchanged: [[], []], '1 % changed': [[], []] },
    peakMb: [],
  }
}
