import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { builtInPlatforms } from '../../shared/platforms/registry.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { eventually } from '../support/real-agent.ts'
import { endWithUs, newDataDirectory, processesOn } from '../support/running-coffer.ts'
import { type Client, clientOf, must } from '../support/service.ts'
import { nightBefore } from './history.ts'
import { ada } from './people.ts'

type Schemas = components['schemas']

const root = path.join(import.meta.dirname, '../..')

describe('npm run demo', () => {
  const folder = newDataDirectory()
  const begunAt = new Date()
  let demo: StartedDemo
  let admin: Client
  const devices: Record<string, Schemas['Device']> = {}

  before(async () => {
    demo = await startDemo(folder)
    admin = await demo.as(ada.email)
    for (const device of await read<Schemas['Device'][]>('/api/devices?limit=500')) devices[device.name] = device
  })
  after(async () => {
    await demo?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const read = async <T>(where: string): Promise<T> => must(await admin.get(where), 200)

  it('has devices of every platform, in every state except those that need time', async () => {
    const all = Object.values(devices)
    expect(new Set(all.map(({ platform }) => platform))).to.deep.equal(new Set(builtInPlatforms.map(({ id }) => id)))
    expect(new Set(all.map(({ state }) => state))).to.include.all.keys(
      ...['changed', 'unchanged', 'partial', 'failed', 'blocked', 'disabled', 'decommissioned'],
    )
  })

  it('has runs with every outcome', async () => {
    const runs = await read<Schemas['Run'][]>('/api/runs?limit=1000')
    const ends = new Set(
      runs.map(({ kind, status, error_code: code }) => [kind, status, code].filter(Boolean).join(' ')),
    )

    expect(ends).to.include.all.keys(
      'backup succeeded',
      'backup unchanged',
      'backup partial',
      'backup cancelled',
      'backup blocked fingerprint_unapproved',
      'backup failed connection_refused',
      'backup failed auth_failed',
      'backup failed prompt_timeout',
      'restore succeeded',
      'restore reverted restore_not_confirmed',
      'test succeeded',
      'test failed connection_refused',
    )
  })

  it('has reviewed and pending changes, a suspicious capture, drift and masked secrets', async () => {
    const changes = await read<Schemas['Change'][]>('/api/changes?limit=500')
    const reviewed = changes.filter(({ version }) => version.reviewed_at !== null)
    const report = await read<Schemas['DailyReport']>('/api/reports/daily')
    const [masked] = await read<Schemas['Artifact'][]>(`/api/devices/${devices['rot-fw-1']?.id}/artifacts`)
    const [version] = await read<Schemas['Version'][]>(`/api/artifacts/${masked?.id}/versions`)

    expect(reviewed).not.to.be.empty
    expect(reviewed.length).to.be.below(changes.length)
    expect(changes.filter(({ version: { suspicious } }) => suspicious.length > 0)).to.have.lengthOf(1)
    expect(report.summary.drifted).to.be.above(0)
    expect(version?.metadata.masked).to.have.property('secrets')
  })

  it('has snapshots that differ, of a server and of an archive', async () => {
    const [newer, older] = await read<Schemas['Snapshot'][]>(`/api/devices/${devices['web-01']?.id}/snapshots`)
    const archive = await read<Schemas['Snapshot'][]>(`/api/devices/${devices['ant-lb-1']?.id}/snapshots`)
    const diff = await read(`/api/snapshots/${older?.id}/diff?other=${newer?.id}&path=/etc/nginx/sites-enabled`)

    expect(archive).not.to.be.empty
    expect(JSON.stringify(diff)).to.include('tracking-v2.conf')
  })

  it('has pending decisions: a new device’s host key, a changed one, and the results of a scan', async () => {
    const waiting = await read<Schemas['Fingerprint'][]>('/api/trust/fingerprints?pending_only=true')
    const [fleet] = await read<Schemas['Fleet'][]>('/api/discovery/fleets')

    expect(waiting.map(({ device }) => device.name)).to.have.members(['ghent-sw-2', 'hosp-sw-1'])
    expect(fleet?.last_scan).not.to.equal(null)
  })

  it('has frozen reports, samples, webhook deliveries, tokens, blackouts and user actions', async () => {
    const day = new Date(nightBefore(begunAt).getTime() - 24 * 3_600_000).toISOString().slice(0, 10)
    const frozen = await read<Schemas['DailyReport']>(`/api/reports/daily?day=${day}`)
    const usage = await read<Schemas['StorageUsage']>('/api/storage/usage')
    const webhooks = await read<Schemas['Webhook'][]>('/api/webhooks')
    const deliveries = await Promise.all(
      webhooks.map(({ id }) => read<Schemas['WebhookDelivery'][]>(`/api/webhooks/${id}/deliveries`)),
    )
    const tokens = await read<Schemas['AnyApiToken'][]>('/api/tokens')
    const held = await read(`/api/blackouts/effective?device_id=${devices['ghent-sw-1']?.id}`)
    const audit = await read<Schemas['AuditRecord'][]>('/api/audit?limit=1000')

    expect(frozen.frozen).to.equal(true)
    expect(usage.growth_per_day).to.be.above(0)
    expect(new Set(deliveries.flat().map(({ status }) => status))).to.include('delivered')
    expect(tokens).not.to.be.empty
    expect(JSON.stringify(held)).to.include('loading hours')
    expect(new Set(audit.map(({ action }) => action)).size).to.be.above(20)
  })

  it('marks all agents and their backups as lab mode, except for the agent that can restore', async () => {
    const agents = await read<Schemas['Agent'][]>('/api/agents')
    const runs = await read<Schemas['Run'][]>(`/api/runs?device_id=${devices['web-01']?.id}`)

    expect(agents.map((agent) => `${agent.slug} ${agent.lab_mode}`)).to.have.members([
      'lab true',
      'lab true',
      'edge false',
    ])
    expect(runs.every((run) => run.lab_mode)).to.equal(true)
  })

  it('continues with collecting agents, and the next start finds its state', async () => {
    const operator = await demo.as('operator@harbour.example')
    await eventually('the agents are there', async () => {
      const agents: Schemas['Agent'][] = must(await operator.get('/api/agents'), 200)
      return agents.every(({ status }) => status === 'online')
    })
    const wanted = { device_ids: [devices['ant-leaf-1']?.id] }
    const [{ id }] = must(await operator.post('/api/backups/trigger', wanted), 202)
    const run = await eventually('a backup ends', async () => {
      const now: Schemas['Run'] = must(await operator.get(`/api/runs/${id}`), 200)
      return now.status === 'queued' || now.status === 'running' ? null : now
    })

    await demo.stop()
    const left = processesOn(folder)
    demo = await startDemo(folder)
    const again: Schemas['Run'] = must(await (await demo.as('reader@harbour.example')).get(`/api/runs/${id}`), 200)

    expect([run.status, run.lab_mode]).to.deep.equal(['unchanged', true])
    expect(left.map(({ command }) => command)).to.deep.equal([])
    expect(demo.said.join('\n')).not.to.include('making the history')
    expect(again.status).to.equal('unchanged')
  })

  it('rejects a folder with other content', async () => {
    const other = newDataDirectory()
    fs.writeFileSync(path.join(other, 'master-key'), 'somebody’s own')
    const child = spawnDemo(other, '--fresh')

    const code = await new Promise((resolve) => child.once('exit', resolve))

    expect(code).to.equal(1)
    expect(fs.readdirSync(other)).to.deep.equal(['master-key'])
    fs.rmSync(other, { recursive: true })
  })
})

interface StartedDemo {
  said: string[]
  as(email: string): Promise<Client>
  stop(): Promise<void>
}

/** @returns once it prints its address */
async function startDemo(folder: string): Promise<StartedDemo> {
  const child = spawnDemo(folder)
  const said: string[] = []
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => void hear(line))
    }
    function hear(line: string) {
      said.push(line)
      const found = /Coffer demo: (http:\/\/\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    }
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said.join('\n')}`)))
  })
  const password = fs.readFileSync(path.join(folder, 'demo-password'), 'utf8').trim()
  return {
    said,
    async as(email) {
      const { token } = must(await clientOf(url, null).post('/api/auth/login', { email, password }), 200)
      return clientOf(url, token)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function spawnDemo(folder: string, ...more: string[]): ChildProcess {
  const parameters = ['test/demo/main.ts', '--data', folder, '--nights', '3', '--port', '0', ...more]
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  return child
}
