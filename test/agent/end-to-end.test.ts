import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { enrollAgent } from '../../agent/commands/enroll.ts'
import { CommandError } from '../../agent/exit-codes.ts'
import { supervise } from '../../agent/supervisor/supervise.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { bigipDevice, type BigipDevice, ucsOf } from '../support/bigip-device.ts'
import { unitMembers, unitScf } from '../support/bigip-unit.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { createJunosDevice, type JunosDevice } from '../support/junos-device.ts'
import { startJunosSimulator } from '../support/junos-simulator.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'
import { type SshSimulator, startSshSimulator } from '../support/ssh-simulator.ts'
import { type Sshd, sshdMissing, startSshd } from '../support/sshd.ts'
import { approveFingerprint, backUpDevice, finishedRun } from '../support/finished-runs.ts'

describe('an agent and the service', function () {
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

  describe('with a router', () => {
    let router: IosSimulator
    let device: components['schemas']['Device']

    before(async () => {
      router = await startIosSimulator()
      const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      device = await customer.hasDevice({
        hostname: '127.0.0.1',
        credential_id: credential.id,
        options: { ssh_port: router.port },
      })
    })

    after(() => router.close())

    it('test the connection, and stop at the unknown host key', async () => {
      const tested = await finishedRun(admin, must(await admin.post(`/api/devices/${device.id}/test`), 202).id)

      expect(tested).to.include({ kind: 'test', status: 'blocked', error_code: 'fingerprint_unapproved' })
      expect(tested.steps.map(({ name, ok }) => [name, ok]).slice(0, 2)).to.deep.equal([
        ['connect', true],
        ['handshake', true],
      ])
      expect(router.loginsSeen).to.deep.equal([])
    })

    it('store its texts byte for byte after the key is approved', async () => {
      await approveFingerprint(admin, device, router.hostKeyFingerprint)

      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'ssh', error: null })
      const artifacts = await get(`/api/devices/${device.id}/artifacts`)
      const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
      const [version] = await get(`/api/artifacts/${running.id}/versions`)
      const content = await admin.get(`/api/artifacts/versions/${version.id}/content`)
      expect(content.bytes.toString()).to.match(/hostname exitgw[\s\S]*\nend\n$/)
      const log = await get(`/api/runs/${run.id}/log`)
      expect(JSON.stringify(log)).to.contain('log_ssh_established').and.to.not.contain('login-Secret1')
    })

    it('write no version without a change, and one after a change', async () => {
      const same = await backUp(device)
      router.setRunningConfig(
        (await runningConfig()).replace('hostname exitgw', 'hostname exitgw\nusername added privilege 1'),
      )
      const changed = await backUp(device)

      expect([same.status, changed.status]).to.deep.equal(['unchanged', 'succeeded'])
      const artifacts = await get(`/api/devices/${device.id}/artifacts`)
      const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
      const versions = await get(`/api/artifacts/${running.id}/versions`)
      expect(versions).to.have.length(2)
      expect(versions[0]).to.include({ added: 1, removed: 0 })
    })

    async function runningConfig(): Promise<string> {
      const artifacts = await get(`/api/devices/${device.id}/artifacts`)
      const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
      const [version] = await get(`/api/artifacts/${running.id}/versions`)
      return (await admin.get(`/api/artifacts/versions/${version.id}/content`)).bytes.toString('latin1')
    }

    it('try a wrong password only once', async () => {
      const wrong = await customer.hasCredential({ username: 'backup', password: 'not-the-Secret' })
      must(await admin.patch(`/api/devices/${device.id}`, { credential_id: wrong.id, approve_address: true }), 200)
      const before = router.loginsSeen.length

      const run = await backUp(device)

      expect(run).to.include({ status: 'failed', error_code: 'auth_failed' })
      expect(router.loginsSeen.length - before).to.equal(1)
      expect(run.error).to.not.contain('not-the-Secret')
    })
  })

  describe('with a load balancer', () => {
    const members = unitMembers()
    let unit: BigipDevice
    let balancer: SshSimulator
    let device: components['schemas']['Device']

    before(async () => {
      unit = bigipDevice({ scf: unitScf(members), members })
      balancer = await startSshSimulator({ exec: (command, stream) => unit.exec(command, stream) })
      const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      device = await customer.hasDevice({
        platform: 'lbco_bigip',
        hostname: '127.0.0.1',
        transport_pref: 'ssh',
        credential_id: credential.id,
        options: { ssh_port: balancer.port, lbco_master_key: true },
      })
      await backUp(device)
      await approveFingerprint(admin, device, balancer.hostKeyFingerprint)
    })

    after(() => balancer.close())

    it('store its configuration, archive and master key, and leave no file on it', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', transport: 'ssh', error: null })
      const [snapshot] = await get(`/api/devices/${device.id}/snapshots`)
      const content = await admin.get(`/api/artifacts/versions/${snapshot.version_id}/content?download=true`)
      const file = await admin.get(`/api/snapshots/${snapshot.id}/file?path=/config/partitions/foo/bigip.conf`)
      expect(content.bytes.equals(ucsOf(members, 1))).to.equal(true)
      expect(file.bytes.toString('latin1')).to.equal(members['config/partitions/foo/bigip.conf'])
      expect([...unit.files.keys()]).to.deep.equal([])
      const keys = (await get(`/api/devices/${device.id}/artifacts`)).map(({ key }: { key: string }) => key)
      expect(keys).to.have.members(['scf', 'ucs', 'master-key'])
      expect(JSON.stringify(await get(`/api/runs/${run.id}/log`))).to.not.contain('oruIVCHf')
    })

    it('detect no change in another archive of the same content, and upload nothing', async () => {
      const run = await backUp(device)

      expect(run.status).to.equal('unchanged')
      expect(balancer.commandsSeen.filter((command) => command.includes('scp -f /var/local/ucs'))).to.have.length(3)
    })
  })

  describe('with a router over NETCONF', () => {
    const root = 'root-authentication {\n        encrypted-password "$6$saltsalt$hash";\n    }'
    const text = (location: string) =>
      `system {\n    host-name r1;\n    ${root}\n}\nsnmp {\n    location "${location}";\n}\n`
    let router: JunosDevice
    let port: SshSimulator
    let device: components['schemas']['Device']

    before(async () => {
      router = createJunosDevice({ text: text('lab'), user: 'ann' })
      port = await startJunosSimulator(router)
      const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      device = await customer.hasDevice({
        platform: 'routeco_junos',
        hostname: '127.0.0.1',
        credential_id: credential.id,
        options: { api_port: port.port },
      })
    })

    after(() => port.close())

    function commit(location: string) {
      const entered = router.edit('bob', true)
      if ('refused' in entered) throw new Error(entered.refused)
      entered.editor.load(text(location), 'terminal')
      entered.editor.commit()
      entered.editor.leave()
    }

    it('send no password to an unapproved host key at the NETCONF port', async () => {
      const run = await backUp(device)

      expect(run).to.include({ status: 'blocked', error_code: 'fingerprint_unapproved' })
      expect(port.loginsSeen).to.deep.equal([])
    })

    it('store the committed configuration in three forms, and later only changed ones', async () => {
      await approveFingerprint(admin, device, port.hostKeyFingerprint)
      const first = await backUp(device)
      commit('lab')
      const unchanged = await backUp(device)
      commit('rack 7')
      const changed = await backUp(device)

      expect([first, unchanged, changed].map(({ status, transport }) => [status, transport])).to.deep.equal([
        ['succeeded', 'api'],
        ['unchanged', 'api'],
        ['succeeded', 'api'],
      ])
      const artifacts = await get(`/api/devices/${device.id}/artifacts`)
      expect(artifacts.map(({ key }: { key: string }) => key).sort()).to.deep.equal([
        'configuration-conf',
        'configuration-set',
        'configuration-xml',
      ])
      for (const { id, key } of artifacts) {
        const versions = await get(`/api/artifacts/${id}/versions`)
        expect(versions, key).to.have.length(2)
        expect(versions[0], key).to.include({ added: 1, removed: 1 })
        if (key !== 'configuration-set') expect(versions[0].metadata, key).to.deep.equal({ author: 'bob' })
      }
    })
  })

  describe('with a Linux server', () => {
    let server: Sshd
    let tree: string
    let device: components['schemas']['Device']

    before(async function () {
      if (sshdMissing()) return this.skip()
      server = await startSshd()
      tree = path.join(server.home, 'etc')
      fs.mkdirSync(path.join(tree, 'ssh'), { recursive: true })
      fs.writeFileSync(path.join(tree, 'ssh/sshd_config'), 'Port 22\n')
      fs.writeFileSync(path.join(tree, 'motd'), 'hello\n')
      fs.symlinkSync('motd', path.join(tree, 'issue'))
      for (let at = 0; at < 300; at++) fs.writeFileSync(path.join(tree, `file-${at}`), `${at}\n`.repeat(at))
      const { user, privateKey } = server
      const credential = await customer.hasCredential({
        username: user,
        password: undefined,
        ssh_private_key: privateKey,
      })
      device = await customer.hasDevice({
        platform: 'linux_server',
        hostname: '127.0.0.1',
        credential_id: credential.id,
        options: { ssh_port: server.port, paths: [tree] },
      })
    })

    after(() => server?.close())

    it('store its files as a snapshot that can be browsed and read', async () => {
      expect((await backUp(device)).status).to.equal('blocked')
      await approveFingerprint(admin, device, server.hostKeyFingerprint)

      const run = await backUp(device)

      expect(run).to.include({ status: 'succeeded', error: null })
      const [snapshot] = await get(`/api/devices/${device.id}/snapshots`)
      const where = `${tree.slice(1)}/ssh`
      const entries = await get(`/api/snapshots/${snapshot.id}/browse?path=${encodeURIComponent(where)}`)
      expect(entries.map(({ name, size }: { name: string; size: number }) => [name, size])).to.deep.equal([
        ['sshd_config', 8],
      ])
      const file = await admin.get(
        `/api/snapshots/${snapshot.id}/file?path=${encodeURIComponent(`${where}/sshd_config`)}`,
      )
      expect(file.bytes.toString()).to.equal('Port 22\n')
    })

    it('read no unchanged file again, and write no snapshot without changes', async () => {
      const run = await backUp(device)

      expect(run.status).to.equal('unchanged')
      const log = JSON.stringify(await get(`/api/runs/${run.id}/log`))
      expect(log).to.contain('0 files are requested')
      expect(await get(`/api/devices/${device.id}/snapshots`)).to.have.length(1)
    })

    it('write another snapshot when one file changed', async () => {
      fs.writeFileSync(path.join(tree, 'motd'), 'changed\n')

      const run = await backUp(device)

      const [latest] = await get(`/api/artifacts/${(await get(`/api/devices/${device.id}/artifacts`))[0].id}/versions`)
      expect(run.status).to.equal('succeeded')
      expect(await get(`/api/devices/${device.id}/snapshots`)).to.have.length(2)
      expect(latest).to.include({ added: 1, removed: 1 })
    })
  })

  describe('at the end', () => {
    it('have left on the agent’s disk only its identity, without credentials or configurations', () => {
      const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const kept = files.map((file) => fs.readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n')

      expect(kept).to.contain('"url"')
      for (const word of ['login-Secret1', 'not-the-Secret', 'PRIVATE KEY-----\nb3Bl', 'hostname ']) {
        expect(kept).not.to.contain(word)
      }
    })

    it('reject a token that another key has used', async () => {
      const other = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-e2e-'))
      const token = await tokenFor((await customer.hasAgent()).id)
      const settings = { url: service.url, token, version: '1.2.3', replace: false }
      await enrollAgent({ ...settings, stateDir: folder, replace: true })

      const failure = await enrollAgent({ ...settings, stateDir: other }).catch((error: unknown) => error)

      expect(failure).to.be.instanceOf(CommandError).with.property('exitCode', 4)
      fs.rmSync(other, { recursive: true })
    })

    it('stop working together when the agent is revoked', async () => {
      must(await platform.post(`/api/agents/${agentId}/revoke?tenant=${customer.id}`), 200)

      expect(await end).to.equal('revoked')
    })
  })
})
