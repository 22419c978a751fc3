import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { must } from '../support/service.ts'
import { newDataDirectory, runCoffer } from '../support/running-coffer.ts'
import { backUpBare } from './bare-ssh.ts'
import { backUp, declareDevices } from './fleet-on-coffer.ts'
import { agentOf, costOf } from './process-cost.ts'
import { type Fleet, startFleet } from './simulated-fleet.ts'
import { printTable, ratio } from './table.ts'

const latencyMs = 20
const configBytes = 100_000
const atOnce = 100

/** Measures devices per minute with simulated IOS XE devices, and with a bare ssh2 loop that stores plain files. */
export async function benchDevices(small: boolean): Promise<void> {
  const rows: (string | number)[][] = []
  for (const count of small ? [20] : [100, 400]) {
    const fleet = await startFleet({ count, latencyMs, configBytes })
    try {
      const bare = await bareRound(fleet)
      rows.push([count, 'bare ssh2 loop, plain files', 'each', bare.perMinute, '1.00 x', bare.cpu, ''])
      for (const row of await cofferRounds(fleet, bare.perMinute)) rows.push([count, ...row])
    } finally {
      fleet.stop()
    }
  }
  printTable(
    `Simulated IOS XE devices, ${latencyMs} ms a command, ${configBytes / 1000} KB, ${atOnce} at once (devices a minute)`,
    ['devices', 'who', 'backup', 'a minute', 'beside bare', 'CPU s a device', 'agent peak MB'],
    rows,
  )
}

async function bareRound(fleet: Fleet) {
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

async function cofferRounds(fleet: Fleet, barePerMinute: number): Promise<(string | number)[][]> {
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
    const rows = []
    for (const kind of ['first', 'unchanged', 'unchanged again']) {
      const before = costOf(agentOf(coffer.pid))
      const { wallMs, statuses } = await backUp(admin, tenantId, devices.length)
      const after = costOf(agentOf(coffer.pid))
      const wanted = kind === 'first' ? 'succeeded' : 'unchanged'
      if (statuses[wanted] !== devices.length) throw new Error(`${kind}: ${JSON.stringify(statuses)}`)
      const perMinute = Math.round(devices.length / (wallMs / 60_000))
      const cpu = ((after.cpuSeconds - before.cpuSeconds) / devices.length).toFixed(4)
      rows.push(['Coffer', kind, perMinute, ratio(perMinute, barePerMinute), cpu, Math.round(after.peakMb)])
    }
    return rows
  } finally {
    await coffer.kill('SIGTERM')
    fs.rmSync(coffer.dataDirectory, { recursive: true, force: true })
  }
}
