import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { enrollAgent } from '../../agent/commands/enroll.ts'
import { supervise } from '../../agent/supervisor/supervise.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { type HttpsDevice, startHttpsDevice } from '../support/https-device.ts'
import { fixture } from '../support/recordings.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'
import { tgzOf } from '../support/tgz-of.ts'
import { approveFingerprint, backUpDevice } from '../support/finished-runs.ts'

describe('an agent and the service', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let platform: Client
  let agentId: string
  let folder: string
  let stopping: AbortController
  let end: Promise<string>
  const lines: string[] = []

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    platform = await service.as('platform_admin')
    agentId = (await customer.hasAgent({ name: 'north' })).id
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-e2e-'))
    const token = await tokenFor(agentId)
    const state = await enrollAgent({ url: service.url, token, stateDir: folder, version: '1.2.3', replace: false })
    let sequence = state.sequence
    stopping = new AbortController()
    end = supervise({
      baseUrl: service.url,
      agentId: state.agentId,
      tenantId: customer.id,
      keySeed: Buffer.from(state.keySeed, 'base64'),
      serviceKey: Buffer.from(state.serviceKey, 'base64'),
      version: '1.2.3',
      concurrency: 10,
      readSequence: () => sequence,
      storeSequence: (next) => void (sequence = next),
      log: (level, line) => void lines.push(`${level} ${line}`),
      stopping: stopping.signal,
      backoff: { floorMs: 10, ceilingMs: 50 },
    })
    while ((await get(`/api/agents/${agentId}`)).status !== 'online') {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  after(async () => {
    stopping?.abort()
    await end
    await service?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const tokenFor = async (id: string): Promise<string> =>
    must(await platform.post(`/api/agents/${id}/enrollment-token?tenant=${customer.id}`, {}), 201).token
  const get = async (where: string) => must(await admin.get(where), 200)

  const backUp = (device: { id: string }) => backUpDevice(admin, device)

  describe('with a firewall over its XML API', () => {
    const superreader = fixture('pafw_panos/pan-os-php/examples__sample-configs__panos-example-2.xml')
      .toString('latin1')
      .replace(/<phash>[^<]*/g, '<phash>********')
      .replace(/>\s+</g, '><')
      .trim()
    const asItWas = superreader.replace(/<hostname>[^<]*/, '<hostname>before')
    let firewall: HttpsDevice
    let device: components['schemas']['Device']
    let running = asItWas
    let portal = 'portal'
    let exports: Buffer[] = []

    const xml = (inner: string) => ({
      status: 200,
      headers: { 'content-type': 'application/xml; charset=UTF-8' },
      body: Buffer.from(`<response status="success"><result>${inner}</result></response>`, 'latin1'),
    })
    /** Returns an export with a new time. */
    function exported() {
      const members = Object.entries({ './running-config.xml': running, './global-protect/portal.bin': portal })
      exports = [
        ...exports,
        tgzOf(
          members.map(([name, text]) => [name, Buffer.from(text, 'latin1')]),
          exports.length,
        ),
      ]
      return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: exports.at(-1) }
    }
    const versionsOf = async (key: string) => {
      const artifacts = await get(`/api/devices/${device.id}/artifacts`)
      const artifact = artifacts.find((one: { key: string }) => one.key === key)
      return { id: artifact.id, versions: await get(`/api/artifacts/${artifact.id}/versions`) }
    }

    before(async () => {
      firewall = await startHttpsDevice(({ body }) => {
        const { type, action } = Object.fromEntries(new URLSearchParams(body))
        if (type === 'export') return exported()
        if (type === 'op')
          return xml('<system><model>PA-440</model><serial>1</serial><sw-version>11.1.2</sw-version></system>')
        return xml(action === 'show' ? running : running.replace('<hostname>', '<hostname dirtyId="4" admin="jane">'))
      })
      const credential = await customer.hasCredential({ username: 'backup', api_token: 'api-Token2' })
      device = await customer.hasDevice({
        platform: 'pafw_panos',
        hostname: '127.0.0.1',
        credential_id: credential.id,
        options: { api_port: firewall.port },
      })
      await backUp(device)
      await approveFingerprint(admin, device, firewall.fingerprint)
    })

    after(() => firewall.close())

    it('store the configuration unchanged, and name the accounts that cannot be restored', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'api', error: null })
      const [version] = (await versionsOf('running-config')).versions
      const content = await admin.get(`/api/artifacts/versions/${version.id}/content?download=true`)
      expect(content.bytes.toString('latin1')).to.equal(running)
      expect(version.metadata).to.deep.equal({
        model: 'PA-440',
        serial: '1',
        software: '11.1.2',
        masked: { accounts: ['admin', 'apiuser'], secrets: 0 },
      })
      expect(JSON.stringify(await get(`/api/runs/${run.id}/log`))).to.contain('it cannot be restored')
    })

    it('store the exported state byte for byte, and browse it', async () => {
      const [snapshot] = await get(`/api/devices/${device.id}/snapshots`)
      const entries = await get(`/api/snapshots/${snapshot.id}/browse?path=/`)
      const content = await admin.get(`/api/artifacts/versions/${snapshot.version_id}/content?download=true`)

      expect(entries.map(({ name }: { name: string }) => name)).to.deep.equal(['global-protect', 'running-config.xml'])
      expect(content.bytes.equals(exports[0] as Buffer)).to.equal(true)
    })

    it('detect no change in another export of the same state', async () => {
      const run = await backUp(device)

      expect(run.status).to.equal('unchanged')
      expect(exports).to.have.length(2)
    })

    it('show a change of one element as one line in all three artifacts', async () => {
      running = running.replace('<hostname>before', '<hostname>after')
      portal = 'other'

      await backUp(device)

      const lineage = await versionsOf('running-config')
      const [to, from] = lineage.versions.map(({ id }: { id: string }) => id)
      const diff = await get(`/api/artifacts/${lineage.id}/diff?from=${from}&to=${to}&context=0`)
      expect(JSON.stringify(diff)).to.contain('<hostname>after').and.contain('<hostname>before')
      expect(lineage.versions[0]).to.include({ added: 1, removed: 1 })
      expect((await versionsOf('candidate-config')).versions).to.have.length(2)
      expect((await versionsOf('device-state')).versions).to.have.length(2)
    })
  })

  describe('with a firewall over HTTPS', () => {
    let firewall: HttpsDevice
    let device: components['schemas']['Device']
    let configuration: string

    before(async () => {
      configuration = fixture('fwco_fortios/lab-validation/fortios_first_basic__d2_fw/show.txt').toString('latin1')
      firewall = await startHttpsDevice(({ path: asked }) =>
        asked.endsWith('/status')
          ? { status: 200, body: JSON.stringify({ version: 'v6.4.4', serial: 'FGVMK6TM20000000' }) }
          : { status: 200, body: configuration },
      )
      const credential = await customer.hasCredential({ username: 'backup', api_token: 'api-Token2' })
      device = await customer.hasDevice({
        platform: 'fwco_fortios',
        hostname: '127.0.0.1',
        credential_id: credential.id,
        options: { api_port: firewall.port },
      })
    })

    after(() => firewall.close())

    it('send no token to an unapproved certificate', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'blocked', error_code: 'fingerprint_unapproved' })
      expect(firewall.requests).to.deep.equal([])
    })

    it('store its configuration byte for byte after approval', async () => {
      await approveFingerprint(admin, device, firewall.fingerprint)

      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'api', error: null })
      const [artifact] = await get(`/api/devices/${device.id}/artifacts`)
      const [version] = await get(`/api/artifacts/${artifact.id}/versions`)
      const content = await admin.get(`/api/artifacts/versions/${version.id}/content?download=true`)
      expect(content.bytes.toString('latin1')).to.equal(configuration)
      expect(version.metadata).to.deep.equal({
        model: 'FGVMK6-6.4.4-FW-build1803-201209',
        serial: 'FGVMK6TM20000000',
      })
      const log = await get(`/api/runs/${run.id}/log`)
      expect(JSON.stringify(log)).to.contain('it is approved').and.to.not.contain('api-Token2')
    })

    it('accept any certificate if verification is off, and warn about it', async () => {
      must(
        await admin.patch(`/api/devices/${device.id}`, {
          options: { api_port: firewall.port, verify_tls: false },
          approve_address: true,
        }),
        200,
      )
      firewall.changeCertificate()

      const run = await backUp(device)

      expect(run).to.include({ status: 'unchanged', transport: 'api' })
      expect(JSON.stringify(await get(`/api/runs/${run.id}/log`))).to.contain('verify_tls is off')
    })
  })
})
