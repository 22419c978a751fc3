import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { printedCode } from '../support/startup-code.ts'
import { mayEnter } from '../../service/embedded/os-user.ts'
import { backUpRouter } from '../support/finished-runs.ts'
import { emptyDatabase } from '../support/database.ts'
import { programs } from '../support/bundled-programs.ts'
import { newDataDirectory, processesOn, runCoffer, runCommand, type RunningCoffer } from '../support/running-coffer.ts'
import { must } from '../support/service.ts'
import { agentOf, costOf } from '../bench/process-cost.ts'

const isLinux = process.platform === 'linux'

describe('Coffer in its own process', function () {
  let data: string
  let coffer: RunningCoffer
  /** The objects of the first start, which the second one must find. */
  let identities: Identities
  let versionId: string
  let configuration: string
  /** The agent of another customer that the service runs. */
  let lent: { id: string; tenant_id: string; local: boolean }

  const lentFolder = () => path.join(data, 'local-agents', lent.id)
  const stateIn = (folder: string) => JSON.parse(fs.readFileSync(path.join(folder, 'agent.json'), 'utf8'))
  /** The folders of the running agents. Linux only. */
  const agentFolders = () =>
    processesOn(data)
      .filter(({ command }) => command.includes(`${programs.agent}\nrun`))
      .map(({ environment }) => /^BKP_AGENT_STATE_DIR=(.*)$/m.exec(environment)?.[1])

  before(async () => {
    data = newDataDirectory()
    coffer = await runCoffer(data)
  })

  after(async () => {
    await coffer?.kill('SIGTERM')
    fs.rmSync(data, { recursive: true, force: true })
  })

  describe('on its first start', () => {
    it('creates a master key and an administrator, with a password file instead of a log line', async () => {
      await coffer.localAgent() // its last message

      const [key, password] = ['master-key', 'initial-admin-password'].map((name) => path.join(data, name))

      expect([key, password].map((file = '') => fs.statSync(file).mode & 0o777)).to.deep.equal([0o600, 0o600])
      const log = coffer.log.join('\n')
      expect(log).to.include(`back up ${key}`).and.include(`the password is in ${password}`)
      for (const file of [key, password]) expect(log).not.to.include(fs.readFileSync(file ?? '', 'utf8').trim())
    })

    it('creates the customer default, whose agent local comes online automatically', async () => {
      const { agentId, tenantId } = await coffer.localAgent()

      identities = await identitiesOf(coffer)
      expect(identities.tenants).to.deep.equal([{ id: tenantId, slug: 'default' }])
      expect(identities.agents).to.deep.equal([{ id: agentId, slug: 'local', tenant_id: tenantId }])
      expect(identities.users.map(({ email }) => email)).to.deep.equal(['admin@localhost'])
    })

    if (isLinux)
      it('runs the agent whose cost the benchmarks measure', async () => {
        await coffer.localAgent()

        expect(costOf(agentOf(coffer.pid)).peakMb).to.be.greaterThan(10)
      })

    it('backs up a router', async () => {
      const { tenantId } = await coffer.localAgent()
      const admin = await coffer.admin()

      versionId = await backUpRouter(admin, tenantId)

      configuration = (await admin.get(`/api/artifacts/versions/${versionId}/content`)).bytes.toString()
      expect(configuration).to.match(/hostname exitgw[\s\S]*\nend\n$/)
    })

    it('publishes the backup as an event', async () => {
      const admin = await coffer.admin()
      const types = async () => must(await admin.get('/api/events'), 200).map(({ type }: { type: string }) => type)
      let emitted = await types()
      while (!emitted.includes('run.changed')) emitted = await types() // the worker publishes it automatically

      expect(emitted).to.include('version.written')
    })

    it('runs an agent for another customer, in a process and a folder of its own', async () => {
      const admin = await coffer.admin()
      const { id } = must(await admin.post('/api/tenants', { slug: 'acme', name: 'Acme' }), 201)

      lent = must(await admin.put(`/api/tenants/${id}/local-agent`), 200)
      const again = must(await admin.put(`/api/tenants/${id}/local-agent`), 200)

      expect([again.id, lent.local, lent.tenant_id]).to.deep.equal([lent.id, true, id])
      const version = await backUpRouter(admin, id)
      expect((await admin.get(`/api/artifacts/versions/${version}/content`)).bytes.toString()).to.include(
        'hostname exitgw',
      )
      const folders = [path.join(data, 'agent'), lentFolder()]
      expect(folders.map((folder) => fs.statSync(folder).mode & 0o777)).to.deep.equal([0o700, 0o700])
      expect(new Set(folders.map((folder) => stateIn(folder).keySeed)).size).to.equal(2)
      expect(stateIn(lentFolder()).agentId).to.equal(lent.id)
      if (isLinux) expect(agentFolders()).to.have.members(folders)
      identities = await identitiesOf(coffer)
    })

    it('rejects a second service on its data directory, in one line', async () => {
      const { code, errors, output } = await runCommand('start', data)

      const params = { folder: `${data}/database`, process: String(coffer.pid) }
      expect(code).to.equal(1)
      expect(printedCode(errors)).to.equal('folder_in_use')
      expect(JSON.parse(output.trim().split('\n').at(-1)!)).to.deep.include({
        level: 60,
        code: 'folder_in_use',
        params,
      })
    })
  })

  describe('after its service was killed', () => {
    const secrets = { BKP_ADMIN_PASSWORD: 'secret-of-the-environment' }
    let orphans: number[]

    before(async function () {
      if (!isLinux) return this.skip()
      await coffer.kill('SIGKILL')
      orphans = processesOn(data).map(({ pid }) => pid)
      const BKP_MASTER_KEY = fs.readFileSync(path.join(data, 'master-key'), 'utf8').trim()
      coffer = await runCoffer(data, { ...secrets, BKP_MASTER_KEY, BKP_PROCESSES: '2' })
    })

    it('starts again, keeps everything and creates nothing new', async () => {
      await coffer.localAgent()

      expect(await identitiesOf(coffer)).to.deep.equal(identities)
      expect(coffer.log.join('\n')).to.include('stopped a PostgreSQL that an earlier run had left behind')
    })

    it('stops the database and the agent that the killed service left', async () => {
      expect(orphans).to.have.length.above(1)
      while (processesOn(data).some(({ pid }) => orphans.includes(pid))) await moment()

      while (agentFolders().length < 2) await moment()
      expect(agentFolders()).to.have.members([path.join(data, 'agent'), lentFolder()])
    })

    it('ends the agent of another customer that is removed, and deletes its folder', async () => {
      const admin = await coffer.admin()
      const own = `/api/tenants/${lent.tenant_id}/local-agent`

      must(await admin.delete(own), 204)

      while (fs.existsSync(lentFolder())) await moment()
      expect(agentFolders()).to.deep.equal([path.join(data, 'agent')])
      expect(must(await admin.get(own), 200)).to.deep.equal({
        agent: null,
        here: false,
        offered: true,
        count: 1,
        limit: 5,
      })
      must(await admin.delete(own), 204)
    })

    it('limits the memory arenas of the agent', () => {
      const agent = processesOn(data).find(({ command }) => command.includes(`${programs.agent}\nrun`))

      expect(agent?.environment.split('\n')).to.include('MALLOC_ARENA_MAX=2')
    })

    it('passes no secret of its environment to the database and the agent', () => {
      const children = processesOn(data).filter(({ pid }) => pid !== coffer.pid)

      const commands = children.map(({ command }) => command).join('\n')
      expect(commands).to.include('bin/postgres').and.include(programs.agent)
      for (const { environment } of children) expect(environment).not.to.match(/MASTER_KEY|PASSWORD|secret-of/)
    })

    it('stops cleanly on request, and leaves no process', async () => {
      const code = await coffer.kill('SIGTERM')

      expect(code).to.equal(0)
      expect(commandsOn(data)).to.deep.equal([])
    })
  })

  describe('if it cannot start or is interrupted', () => {
    it('reports another master key in one line', async () => {
      const { code, errors } = await runCommand('start', data, { BKP_MASTER_KEY: newKey() })

      expect(code).to.equal(1)
      expect(printedCode(errors)).to.equal('master_key_wrong')
    })

    it('reports an occupied port in one line', async () => {
      const taken = net.createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => taken.once('listening', resolve))
      const { port } = taken.address() as AddressInfo

      const { code, errors } = await runCommand('start', data, { BKP_PORT: String(port) })

      taken.close()
      expect(code).to.equal(1)
      expect(errors).to.include(`127.0.0.1:${port}`)
      expect(printedCode(errors)).to.equal('port_in_use')
      if (isLinux) expect(commandsOn(data)).to.deep.equal([])
    })

    it('reports a data directory that cannot be created in one line', async () => {
      const file = path.join(data, 'master-key')

      const { code, errors } = await runCommand('start', path.join(file, 'below'))

      expect(code).to.equal(1)
      expect(errors).to.match(/BKP_DATA_DIR .*master-key\/below.*ENOTDIR/)
      expect(printedCode(errors)).to.equal('data_directory_unusable')
    })

    it('reports immediately that no folder can be created', async function () {
      if (!isLinux) return this.skip()

      const { code, errors } = await runCommand('start', '/proc/coffer')

      expect([code, printedCode(errors)]).to.deep.equal([1, 'data_directory_unusable'])
      expect(errors).to.match(/BKP_DATA_DIR is \/proc\/coffer.* ENOENT/)
    })

    it('stops cleanly while it starts', async function () {
      if (!isLinux) return this.skip()
      const starting = runCoffer(data).catch((error: Error) => error)
      while (!processesOn(data).some(({ command }) => command.includes('bin/postgres'))) await moment()

      const service = processesOn(data).find(({ command }) => command.endsWith(programs.service))
      if (service) process.kill(service.pid, 'SIGTERM')

      const end = await starting
      if (!(end instanceof Error)) expect(await end.ended).to.equal(0)
      expect(commandsOn(data)).to.deep.equal([])
    })
  })

  describe('under another master key, after rewrap-keys', () => {
    let [before, next] = ['', '']

    it('uses the new key in place of the old one, which opens nothing any more', async () => {
      const file = path.join(data, 'master-key')
      before = fs.readFileSync(file, 'utf8').trim()
      next = newKey()
      fs.writeFileSync(path.join(data, 'next'), next)

      const { code, output, errors } = await runCommand('rewrap-keys', data, {
        BKP_NEW_MASTER_KEY_FILE: path.join(data, 'next'),
      })
      const refused = await runCommand('start', data, { BKP_MASTER_KEY: before })
      const removed = await runCommand('remove-former-keys', data)

      const bundles = fs.globSync('objects/tenants/*/keys/*', { cwd: data }).map((file) => path.basename(file))
      expect([removed.code, removed.errors, bundles]).to.deep.equal([0, '', ['2', '2']])
      expect([code, errors]).to.deep.equal([0, ''])
      expect(output).to.include('the keys of 2 customers and of the service').and.not.include(next)
      expect(fs.readFileSync(file, 'utf8').trim()).to.equal(next)
      expect([refused.code, printedCode(refused.errors)]).to.deep.equal([1, 'master_key_wrong'])
    })

    it('reads everything, even if the command was killed before it replaced the file', async () => {
      fs.writeFileSync(path.join(data, 'master-key'), `${before}\n`)
      fs.writeFileSync(path.join(data, 'master-key.new'), `${next}\n`, { mode: 0o600 })

      coffer = await runCoffer(data)

      await coffer.localAgent() // signed answers: the agent knows the service's key
      const admin = await coffer.admin()
      const content = await admin.get(`/api/artifacts/versions/${versionId}/content`)
      expect(content.bytes.toString()).to.equal(configuration)
      expect(fs.readFileSync(path.join(data, 'master-key'), 'utf8').trim()).to.equal(next)
      expect(fs.existsSync(path.join(data, 'master-key.new'))).to.equal(false)
    })
  })

  describe('after a restart', () => {
    const agentState = () => path.join(data, 'agent/agent.json')

    it('names the file of the first password until that is changed', async () => {
      const file = path.join(data, 'initial-admin-password')
      expect(coffer.log.join('\n')).to.include(`the password is in ${file}`)
      const current_password = fs.readFileSync(file, 'utf8').trim()
      const change = { current_password, new_password: 'a password of my own' }
      must(await (await coffer.admin()).post('/api/auth/password', change), 204)
      await coffer.kill('SIGTERM')
      fs.writeFileSync(file, `${change.new_password}\n`) // for these tests
      const { enrolled, ...unconfirmed } = JSON.parse(fs.readFileSync(agentState(), 'utf8'))
      expect(enrolled).to.be.an('object')
      fs.writeFileSync(agentState(), JSON.stringify(unconfirmed))

      coffer = await runCoffer(data)

      await coffer.localAgent()
      expect(coffer.log.join('\n')).not.to.include('the password is in')
    })

    it('enrols its agent again if that was interrupted', () => {
      expect(coffer.log.join('\n')).to.include('enrolled as agent local of Default')
      expect(JSON.parse(fs.readFileSync(agentState(), 'utf8')).enrolled).to.be.an('object')
    })

    it('exits with the npm that started it, which forwards no signal', async function () {
      if (!isLinux) return this.skip()
      await coffer.kill('SIGTERM')
      const env = { ...process.env, npm_lifecycle_event: 'start', BKP_DATA_DIR: data, BKP_PORT: '0' }
      const command = `'${process.execPath}' service/main.ts > '${data}/log'; true`
      const shell = spawn('sh', ['-c', command], { env, stdio: 'ignore' })
      const log = () => (fs.existsSync(`${data}/log`) ? fs.readFileSync(`${data}/log`, 'utf8') : '')
      while (!log().includes('connected with')) await moment()

      shell.kill('SIGTERM')

      while (processesOn(data).length > 0) await moment()
      expect(log().trimEnd().split('\n').slice(-5).join('\n')).to.match(/ stopped$/m)
    })

    it('enrols its agent again if the folder of that was lost', async () => {
      await coffer.kill('SIGTERM')
      fs.rmSync(path.dirname(agentState()), { recursive: true })

      coffer = await runCoffer(data)

      await coffer.localAgent()
      expect(stateIn(path.dirname(agentState())).enrolled).to.be.an('object')
    })
  })
})

describe('Coffer as an unprivileged user', function () {
  it('runs its database and agent under that account, and stops both', async function () {
    const nobody = { uid: 65534, gid: 65534 }
    if (process.getuid?.() !== 0) return this.skip() // the other tests ran without root
    // a project in a home that others cannot enter
    if (!mayEnter({ name: 'nobody', ...nobody }, import.meta.dirname)) return this.skip()
    const data = newDataDirectory()
    fs.chownSync(data, nobody.uid, nobody.gid)

    const coffer = await runCoffer(data, { HOME: '/nonexistent' }, nobody)
    await coffer.localAgent()

    const owners = processesOn(data).map(({ pid }) => fs.statSync(`/proc/${pid}`).uid)
    expect(owners).to.have.length.above(2)
    expect([...new Set(owners)]).to.deep.equal([nobody.uid])
    expect(await coffer.kill('SIGTERM')).to.equal(0)
    expect(commandsOn(data)).to.deep.equal([])
    fs.rmSync(data, { recursive: true })
  })
})

describe('Coffer with an external PostgreSQL', function () {
  it('starts no database and no agent, and shows no password of it', async () => {
    const database = await emptyDatabase()
    const data = newDataDirectory()
    const environment = { BKP_DATABASE_URL: database.url, BKP_DATABASE_OWNER_URL: database.ownerUrl }

    const coffer = await runCoffer(data, environment)
    const shown = await runCommand('config', data, { ...environment, BKP_MASTER_KEY: newKey() })

    const admin = await coffer.admin()
    expect(must(await admin.get('/api/tenants'), 200)).to.deep.equal([])
    expect(fs.existsSync(path.join(data, 'database'))).to.equal(false)
    if (isLinux) expect(processesOn(data).map(({ pid }) => pid)).to.deep.equal([coffer.pid])
    const password = new URL(database.url).password
    expect(shown.output)
      .to.include('BKP_DATABASE_URL postgres://coffer_service:•••@')
      .and.include('BKP_MASTER_KEY (given)')
    expect([shown.output, ...coffer.log].join('\n')).not.to.include(password)
    expect(await coffer.kill('SIGTERM')).to.equal(0)
    await database.drop()
    fs.rmSync(data, { recursive: true })
  })
})

interface Identities {
  tenants: { id: string; slug: string }[]
  agents: { id: string; slug: string; tenant_id: string }[]
  users: { id: string; email: string }[]
  key: string
}

async function identitiesOf(coffer: RunningCoffer): Promise<Identities> {
  const admin = await coffer.admin()
  const list = async (kind: string, fields: string[]) =>
    must(await admin.get(`/api/${kind}`), 200).map((row: Record<string, unknown>) =>
      Object.fromEntries(fields.map((field) => [field, row[field]])),
    )
  return {
    tenants: await list('tenants', ['id', 'slug']),
    agents: await list('agents', ['id', 'slug', 'tenant_id']),
    users: await list('users', ['id', 'email']),
    key: fs.readFileSync(path.join(coffer.dataDirectory, 'master-key'), 'utf8'),
  }
}

function commandsOn(data: string): string[] {
  return processesOn(data).map(({ command }) => command)
}

function newKey(): string {
  return randomBytes(32).toString('base64')
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}
