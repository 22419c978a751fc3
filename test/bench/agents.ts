import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Customer, must } from '../support/service.ts'
import { type BenchService, startBenchService } from './bench-service.ts'
import { percentile } from './load.ts'
import { costOf } from './process-cost.ts'
import { printTable } from './table.ts'
import { type GivenAgent, type VirtualAgents, startVirtualAgents } from './virtual-agents.ts'

/**
 * Measures the cost of connected agents: requests, CPU time, memory, and the latency until an agent is offered a job.
 * The agents run the agent's own code in another process and contact no device. Wake-up time is from the trigger to the
 * offer; any agent of the tenant may take the job.
 */
export async function benchAgents(small: boolean): Promise<void> {
  const rows: (string | number)[][] = []
  const sizes: [agents: number, customers: number][] = small
    ? [[40, 2]]
    : [
        [100, 10],
        [1_000, 100],
        [1_000, 10],
        [1_000, 1],
      ]
  for (const [agents, customers] of sizes) rows.push(await benchSize(agents, customers, small ? 10 : 60))
  printTable(
    'Connected agents that wait for work, and 100 jobs one after another',
    [
      'agents',
      'customers',
      'requests/s',
      'CPU of one core',
      'KB an agent',
      'trigger p50 ms',
      'wake-up p50 ms',
      'p95 ms',
      'CPU ms a job',
    ],
    rows,
  )
}

async function benchSize(agents: number, customers: number, seconds: number): Promise<(string | number)[]> {
  const fleets: Customer[] = []
  const bench = await startBenchService(async (inside) => {
    for (let at = 0; at < customers; at += 1) fleets.push(await inside.hasTenant())
  })
  const devices: DeviceOf[] = []
  for (const fleet of fleets) devices.push(await aDeviceOf(fleet))
  const given = await makeAgents(bench, fleets, agents)
  const virtual = await startVirtualAgents(given)
  try {
    const bare = residentKb(bench.pid)
    await virtual.connect(seconds * 200)
    await pause(5_000)
    const idle = await idleCost(bench, virtual, seconds)
    const grown = (residentKb(bench.pid) - bare) / agents
    const jobs = await wakeUps(bench, virtual, devices, seconds < 60 ? 10 : 100)
    if (virtual.troubles().length > 0) console.log(`${virtual.troubles().length} troubles: ${virtual.troubles()[0]}`)
    return [agents, customers, idle.perSecond.toFixed(1), idle.share.toFixed(3), grown.toFixed(0), ...jobs]
  } finally {
    virtual.stop()
    await bench.close()
  }
}

async function idleCost({ pid }: BenchService, virtual: VirtualAgents, seconds: number) {
  const before = { sent: await virtual.sent(), cpu: costOf(pid).cpuSeconds }
  const begin = performance.now()
  await pause(seconds * 1_000)
  const took = (performance.now() - begin) / 1_000
  return {
    perSecond: ((await virtual.sent()) - before.sent) / took,
    share: (costOf(pid).cpuSeconds - before.cpu) / took,
  }
}

/** Triggers four jobs a second, each for the next tenant, after the previous one was offered. */
async function wakeUps(bench: BenchService, virtual: VirtualAgents, devices: DeviceOf[], rounds: number) {
  const triggers: number[] = []
  const wakes: number[] = []
  const cpu = costOf(bench.pid).cpuSeconds
  for (let round = 0; round < rounds; round += 1) {
    const { id, tenantId } = devices[round % devices.length] as DeviceOf
    const begin = performance.timeOrigin + performance.now()
    const path = `/api/backups/trigger?tenant=${tenantId}`
    const [job] = must(await bench.admin.post(path, { device_ids: [id] }), 202)
    triggers.push(performance.timeOrigin + performance.now() - begin)
    wakes.push((await virtual.offered(job.id)) - begin)
    await untilOver(bench, job.id)
  }
  const each = ((costOf(bench.pid).cpuSeconds - cpu) / rounds) * 1_000
  return [
    ...[percentile(triggers, 0.5), percentile(wakes, 0.5), percentile(wakes, 0.95), each].map((ms) => ms.toFixed(1)),
  ]
}

async function untilOver({ admin }: BenchService, jobId: string): Promise<void> {
  do await pause(250)
  while (!must(await admin.get(`/api/runs/${jobId}`), 200).finished_at)
}

interface DeviceOf {
  id: string
  tenantId: string
}

async function aDeviceOf(customer: Customer): Promise<DeviceOf> {
  const credential = await customer.hasCredential()
  return { id: (await customer.hasDevice({ credential_id: credential.id })).id, tenantId: customer.id }
}

async function makeAgents({ admin, url }: BenchService, fleets: Customer[], count: number): Promise<GivenAgent[]> {
  const made: GivenAgent[] = []
  const left = Array.from({ length: count }, (_, at) => at)
  const make = async () => {
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const { id: tenantId } = fleets[at % fleets.length] as Customer
      const name = `agent-${at}`
      const agent = must(await admin.post(`/api/agents?tenant=${tenantId}`, { slug: name, name }), 201)
      const path = `/api/agents/${agent.id}/enrollment-token?tenant=${tenantId}`
      const { token } = must(await admin.post(path, { ttl_minutes: 60 }), 201)
      made.push({ url, agentId: agent.id, tenantId, token })
    }
  }
  await Promise.all([make(), make(), make(), make()])
  return made
}

function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
