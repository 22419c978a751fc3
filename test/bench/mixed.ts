import fs from 'node:fs'
import path from 'node:path'
import { apiCredential } from '../support/collect-over-api.ts'
import { merakiKey } from '../support/meraki-simulator.ts'
import { enableSecret, loginSecret } from '../support/open-simulator.ts'
import { newDataDirectory, runCoffer, type RunningCoffer } from '../support/running-coffer.ts'
import { type Client, must } from '../support/service.ts'
import { backUp, declareDevices } from './fleet-on-coffer.ts'
import { type MixedDevice, type MixedFleet, startMixedFleet } from './mixed-fleet.ts'
import { agentOf, costOf } from './process-cost.ts'
import { printTable } from './table.ts'

const atOnce = 100

/**
 * Measures one agent with devices of every captured platform and transport: time, memory, requests to the service; and
 * networks of a cloud, which the service collects meanwhile.
 */
export async function benchMixed(small: boolean): Promise<void> {
  const count = small ? 40 : 500
  const fleet = await startMixedFleet(count)
  const dataDirectory = newDataDirectory()
  const coffer = await runCoffer(dataDirectory, {
    BKP_AGENT_CONCURRENCY: String(atOnce),
    ...cloudSettings(fleet, dataDirectory),
  })
  try {
    const { tenantId } = await coffer.localAgent()
    const admin = await coffer.admin()
    await declareDevices(admin, tenantId, await devicesOf(fleet.devices, admin, tenantId))
    const rows = []
    for (const backup of ['first', 'second', 'third'])
      rows.push([backup, ...(await round(coffer, admin, tenantId, count))])
    const kinds = new Set(fleet.devices.map(({ platform, transport }) => `${platform} over ${transport}`))
    printTable(
      `${count} devices of ${kinds.size} kinds (platform and path), ${atOnce} at once, one agent`,
      ['backup', 'seconds', 'runs', 'requests a device', 'agent CPU s a device', 'agent peak MB'],
      rows,
    )
  } finally {
    fleet.stop()
    await coffer.kill('SIGTERM')
    fs.rmSync(coffer.dataDirectory, { recursive: true, force: true })
  }
}

function cloudSettings({ cloud }: Pick<MixedFleet, 'cloud'>, dataDirectory: string) {
  const authorities = path.join(dataDirectory, 'cloud.pem')
  fs.writeFileSync(authorities, cloud.authority)
  return { BKP_MERAKI_URL: cloud.baseUrl, BKP_MERAKI_HOSTS: cloud.shard, BKP_MERAKI_CA_FILE: authorities }
}

async function devicesOf(devices: MixedDevice[], admin: Client, tenantId: string) {
  const credential = async (secrets: object) =>
    must(await admin.post(`/api/credentials?tenant=${tenantId}`, secrets), 201).id as string
  const ids = {
    ssh: await credential({ name: 'ssh', username: 'backup', password: loginSecret, enable_secret: enableSecret }),
    api: await credential({ name: 'api', ...apiCredential }),
    cloud: await credential({ name: 'cloud', api_token: merakiKey }),
  }
  return devices.map(({ platform, transport, login, options }, at) => ({
    name: `bench-${at}`,
    hostname: '127.0.0.1',
    platform,
    transport_pref: transport,
    options,
    credential_id: ids[login],
  }))
}

async function round(coffer: RunningCoffer, admin: Client, tenantId: string, count: number) {
  const agent = agentOf(coffer.pid)
  const [cpuBefore, requestsBefore] = [costOf(agent).cpuSeconds, await agentRequests(admin)]
  const { wallMs, statuses } = await backUp(admin, tenantId, count)
  const { cpuSeconds, peakMb } = costOf(agent)
  return [
    (wallMs / 1000).toFixed(1),
    Object.entries(statuses)
      .map(([status, runs]) => `${runs} ${status}`)
      .join(', '),
    (((await agentRequests(admin)) - requestsBefore) / count).toFixed(1),
    ((cpuSeconds - cpuBefore) / count).toFixed(3),
    Math.round(peakMb),
  ]
}

/**
 * Counts agent requests since the service started: the operations of the contract whose names start with `agent`, and
 * packs.
 */
async function agentRequests(admin: Client): Promise<number> {
  const { body } = await admin.get('/metrics')
  const counts = String(body).matchAll(/^coffer_http_requests_total\{operation="(?:agent\w+|other)"[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, times]) => sum + Number(times), 0)
}
