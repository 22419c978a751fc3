import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { type AgentProcess, type RealAgent, aRealAgent, eventually } from '../support/real-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../support/service.ts'
import { type Sshd, sshdMissing, startSshd } from '../support/sshd.ts'
import { finishedRun } from '../support/finished-runs.ts'

type LogLine = components['schemas']['LogLine']

const mib = 2 ** 20
const [count, size] = [24, 8 * mib]

describe('the first tree backup of a killed agent', function () {
  let service: TestService
  let customer: Customer
  let admin: Client
  let agent: RealAgent
  let running: AgentProcess
  let server: Sshd

  before(async function () {
    if (sshdMissing()) return this.skip()
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200, claim_wait_ms: 1_000 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.spawn()
    server = await startSshd()
  })

  after(async () => {
    await running?.kill()
    agent?.remove()
    await server?.close()
    await service?.close()
  })

  const get = async (where: string) => must(await admin.get(where), 200)

  async function backUp(deviceId: string): Promise<string> {
    return must(await admin.post('/api/backups/trigger', { device_ids: [deviceId] }), 202)[0].id
  }

  it('reads only the rest in the next attempt, and stores the whole tree', async () => {
    const tree = path.join(server.home, 'tree')
    fs.mkdirSync(tree)
    for (let at = 0; at < count; at += 1) fs.writeFileSync(path.join(tree, `file-${at}`), randomBytes(size))
    const { user: username, privateKey } = server
    const credential = await customer.hasCredential({ username, password: undefined, ssh_private_key: privateKey })
    const device = await customer.hasDevice({
      platform: 'linux_server',
      hostname: '127.0.0.1',
      credential_id: credential.id,
      options: { ssh_port: server.port, paths: [tree] },
    })
    const blocked = await backUp(device.id)
    await eventually('its host key waits', async () => (await get(`/api/runs/${blocked}`)).status === 'blocked')
    const [pending] = await get(`/api/trust/fingerprints?device_id=${device.id}&status=pending`)
    must(await admin.post(`/api/trust/fingerprints/${pending.id}/approve`, {}), 200)

    const id = await backUp(device.id)
    const before = await eventually('a checkpoint is stored', async () => (await get(`/api/runs/${id}`)).progress)
    await running.kill('SIGKILL')
    running = agent.spawn()
    const run = await finishedRun(admin, id)

    const lines: LogLine[] = await get(`/api/runs/${id}/log`)
    const paramsOf = (code: string) => lines.findLast((line) => line.code === code)?.params ?? {}
    const { files: asked, unchanged } = paramsOf('log_tree_planned') // the killed attempt may have logged its own
    const [snapshot] = await get(`/api/devices/${device.id}/snapshots`)
    expect(run, JSON.stringify(run)).to.include({ status: 'succeeded', losses: 1 })
    expect(before).to.include({ total_files: count, total_bytes: count * size })
    expect(Number(unchanged)).to.be.within(before.files, count - 1)
    expect(Number(asked)).to.equal(count - Number(unchanged))
    expect(paramsOf('log_tree_received')).to.include({ size: Number(asked) * size })
    expect(snapshot).to.include({ files: count, size_bytes: count * size, problems: 0 })
  })
})
