import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { must } from '../support/service.ts'
import { newDataDirectory, runCoffer } from '../support/running-coffer.ts'
import { backUpBare } from './bare-ssh.ts'
import { backUp, declareDevices } from './fleet-on-coffer.ts'
import { agentOf, costOf } from './process-cost.ts'
import { hasRancid, startRancid } from './rancid.ts'
import { type Fleet, startFleet } from './simulated-fleet.ts'
import { printTable, ratio } from './table.ts'

const latencyMs = 20
const configBytes = 100_000
const atOnce = 100

/**
 * Measures devices per minute with simulated IOS XE devices. For comparison, RANCID and a bare ssh2 loop that stores plain
 * files read the same devices.
 */
export async function benchDevices(small: boolean): Promise<void> {
  if (!hasRancid()) console.log('devices: without RANCID, which is not installed')
  const rows: (string | number)[][] = []
  for (const count of small ? [20] : [100, 400]) {
    const fleet = await startFleet({ count, latencyMs, configBytes })
    try {
      const bare = await bareRound(fleet)
      const rancid = hasRancid() ? await rancidRounds(fleet) : []
      const rounds = [
        { who: 'bare ssh2 loop, plain files', backup: 'each', ...bare },
        ...rancid,
        ...(await cofferRounds(fleet)),
      ]
      for (const { who, backup, perMinute, cpu, peakMb } of rounds) {
        const peer = rancid.find((round) => round.backup === backup) ?? rancid.at(-1)
        const besideRancid = peer ? ratio(perMinute, peer.perMinute) : ''
        rows.push([count, who, backup, perMinute, ratio(perMinute, bare.perMinute), besideRancid, cpu, peakMb ?? ''])
      }
    } finally {
      fleet.stop()
    }
  }
  printTable(
    `Simulated IOS XE devices, ${latencyMs} ms a command, ${configBytes / 1000} KB, ${atOnce} at once (devices a minute)`,
    ['devices', 'who', 'backup', 'a minute', 'beside bare', 'beside RANCID', 'CPU s a device', 'agent peak MB'],
    rows,
  )
}

/** One backup of all devices by one program. */
interface Round {
  who: string
  backup: string
  perMinute: number
  /** CPU seconds per device. */
  cpu: string
  peakMb?: number
}

async function bareRound(fleet: Fleet): Promise<Pick<Round, 'perMinute' | 'cpu'>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-bench-bare-'))
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await backUpBare(fleet.devices, atOnce, folder)
  const minutes = (performance.now() - startedAt) / 60_000
  const { user, system } = process.cpuUsage(before)
  fs.rmSync(folder, { recursive: true })
  return {
    perMinute: Math.round(fleet.devices.length / minutes),
    cpu: ((user + system) / 1e6 / fleet.devices.length).toFixed(4),
  }
}

async function rancidRounds({ devices }: Fleet): Promise<Round[]> {
  const rancid = startRancid(devices, atOnce, configBytes)
  try {
    const rounds: Round[] = []
    for (const backup of ['first', 'unchanged']) {
      const { wallMs, cpuSeconds } = await rancid.backUp()
      const perMinute = Math.round(devices.length / (wallMs / 60_000))
      rounds.push({ who: 'RANCID', backup, perMinute, cpu: (cpuSeconds / devices.length).toFixed(4) })
    }
    return rounds
  } finally {
    rancid.close()
  }
}

async function cofferRounds(fleet: Fleet): Promise<Round[]> {
  const coffer = await runCoffer(newDataDirectory(), { BKP_AGENT_CONCURRENCY: String(atOnce) })
  try {
    const { tenantId } = await coffer.localAgent()
    const admin = await coffer.admin()
    const secrets = { name: 'bench', username: 'backup', password: 'login-Secret1' }
    const credential = must(await admin.post(`/api/credentials?tenant=${tenantId}`, secrets), 201)
    const devices = fleet.devices.map(({ port }, at) => ({
      name: `bench-${at}`,
      hostname: '127.0.0.1',
      platform: 'netco_iosxe',
      options: { ssh_port: port },
      credential_id: credential.id,
    }))
    await declareDevices(admin, tenantId, devices)
    const rounds: Round[] = []
    for (const kind of ['first', 'unchanged', 'unchanged again']) {
      const before = costOf(agentOf(coffer.pid))
      const { wallMs, statuses } = await backUp(admin, tenantId, devices.length)
      const after = costOf(agentOf(coffer.pid))
      const wanted = kind === 'first' ? 'succeeded' : 'unchanged'
      if (statuses[wanted] !== devices.length) throw new Error(`${kind}: ${JSON.stringify(statuses)}`)
      const perMinute = Math.round(devices.length / (wallMs / 60_000))
      const cpu = ((after.cpuSeconds - before.cpuSeconds) / devices.length).toFixed(4)
      rounds.push({ who: 'Coffer', backup: kind, perMinute, cpu, peakMb: Math.round(after.peakMb) })
    }
    return rounds
  } finally {
    await coffer.kill('SIGTERM')
    fs.rmSync(coffer.dataDirectory, { recursive: true, force: true })
  }
}
