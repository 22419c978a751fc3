import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { startupOf } from '../../support/startup-code.ts'
import type { Knex } from 'knex'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../service/embedded/postgres.ts'
import { readPostmasterFile } from '../../../service/embedded/postmaster-file.ts'
import { StartupError } from '../../../service/store/startup-error.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { asDatabaseUnavailable, DatabaseUnavailable } from '../../../service/store/database-unavailable.ts'
import { failureOf } from '../../support/failure-of.ts'
const settings = { fsync: 'off', shared_buffers: '16MB' }

/** The messages of a service in its own process. */
interface Service {
  child: ChildProcess
  lines: string[]
  ready?: Pick<EmbeddedPostgres, 'serviceUrl' | 'ownerUrl' | 'folder'>
  refused?: string
}

describe('embedded PostgreSQL', function () {
  let directory: string
  let made: string
  const lines: string[] = []
  const services: Service[] = []

  before(async () => {
    made = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-embedded-'))
    fs.chmodSync(made, 0o711)
    const postgres = await startEmbeddedPostgres({ dataDirectory: made, settings, log: () => {} })
    await postgres.stop()
  })

  after(() => removeAll(made))

  beforeEach(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-embedded-'))
    fs.chmodSync(directory, 0o711)
    lines.length = 0
  })

  afterEach(async () => {
    for (const { child } of services.splice(0)) await kill(child, 'SIGKILL')
    await removeAll(directory)
  })

  const start = (dataDirectory = directory) =>
    startEmbeddedPostgres({ dataDirectory, settings, log: (level, line) => lines.push(`${level}: ${line}`) })

  const service = async (dataDirectory = directory, user?: { uid: number; gid: number }) => {
    const started = await startService(dataDirectory, user)
    services.push(started)
    return started
  }

  /** Skips the first start in tests of other behaviour. */
  const afterFirstStart = () => execFileSync('cp', ['-a', `${made}/.`, directory])

  it('creates a database at the first start and finds it at the next', async () => {
    const first = await start()
    await remember(first.ownerUrl)
    await first.stop()
    const second = await start()
    const found = await recall(second.ownerUrl)
    await second.stop()

    expect(found).to.deep.equal(['remember me'])
    expect(lines).to.deep.equal([])
  })

  it('gives service and owner plain logins with passwords', async () => {
    afterFirstStart()
    const postgres = await start()
    const knex = createKnex(postgres.ownerUrl, { application: 'test' })
    const { rows } = await knex.raw(`
      select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit as powers
      from pg_roles where rolname in ('coffer_owner', 'coffer_service') order by 1`)
    const { rows: owners } = await knex.raw(`
      select pg_get_userbyid(datdba) as owner, current_setting('listen_addresses') as addresses
      from pg_database where datname = 'coffer'`)
    await knex.destroy()
    const wrong = createKnex(postgres.serviceUrl.replace(/:[^:@]*@/, ':wrong@'), { application: 'test' })
    const failure = await failureOf(wrong.raw('select 1'))
    await wrong.destroy()
    await postgres.stop()

    expect(rows).to.deep.equal([
      { name: 'coffer_owner', powers: false },
      { name: 'coffer_service', powers: false },
    ])
    expect(owners).to.deep.equal([{ owner: 'coffer_owner', addresses: '' }])
    expect(failure.message).to.match(/password authentication failed/)
  })

  it('makes its files and socket private, and passes PostgreSQL no environment', async () => {
    afterFirstStart()
    const postgres = await start()
    const mode = (name: string) => (fs.statSync(path.join(postgres.folder, name)).mode & 0o777).toString(8)
    const modes = ['superuser-password', 'cluster', 'socket', 'server.log', 'lock'].map(mode)
    const { pid } = readPostmasterFile(path.join(postgres.folder, 'cluster'))!
    const environment = fs.existsSync('/proc') ? fs.readFileSync(`/proc/${pid}/environ`, 'utf8') : ''
    await postgres.stop()

    expect(modes).to.deep.equal(['600', '700', '700', '600', '600'])
    expect(environment).not.to.match(/HOME=|npm_|BKP_/)
  })

  it('rejects a second service on the same data directory, naming the first in one line', async () => {
    afterFirstStart()
    const first = await service()
    const second = await service()

    expect(first.ready).to.be.an('object')
    expect(second.refused).to.equal('folder_in_use')
  })

  it('lets exactly one of four concurrent services start', async () => {
    const four = await Promise.all([service(), service(), service(), service()])

    expect(four.filter(({ ready }) => ready)).to.have.length(1)
    for (const { ready, refused } of four) expect(ready ? undefined : refused).to.be.oneOf([undefined, 'folder_in_use'])
  })

  it('stops processes that a killed service left, and starts with all rows', async () => {
    afterFirstStart()
    const killed = await service()
    await remember(killed.ready!.ownerUrl)
    const { pid } = readPostmasterFile(path.join(directory, 'database/cluster'))!
    await kill(killed.child, 'SIGKILL')
    expect(isRunning(pid), 'postgres outlives the service').to.equal(true)

    const next = await service()
    const found = await recall(next.ready!.ownerUrl)

    expect(found).to.deep.equal(['remember me'])
    expect(next.lines).to.deep.equal(['warn: stopped a PostgreSQL that an earlier run had left behind'])
    expect(isRunning(pid)).to.equal(false)
  })

  it('starts again after service and database were both killed', async () => {
    afterFirstStart()
    const killed = await service()
    await remember(killed.ready!.ownerUrl)
    const { pid } = readPostmasterFile(path.join(directory, 'database/cluster'))!
    await kill(killed.child, 'SIGKILL')
    process.kill(pid, 'SIGKILL')

    const next = await service()

    expect(next.refused).to.equal(undefined)
    expect(await recall(next.ready!.ownerUrl)).to.deep.equal(['remember me'])
  })

  it('is not stopped by a process that reuses an old process id', async () => {
    afterFirstStart()
    const innocent = spawn('sleep', ['600'], { stdio: 'ignore' })
    const file = path.join(directory, 'database/cluster/postmaster.pid')
    fs.writeFileSync(file, `${innocent.pid}\n${path.dirname(file)}\n1\n5432\n\n\n\nready\n`, { mode: 0o600 })

    const postgres = await start()
    await postgres.stop()

    expect(innocent.exitCode).to.equal(null)
    await kill(innocent, 'SIGKILL')
  })

  it('starts again after a first start was killed', async () => {
    fs.mkdirSync(path.join(directory, 'database/cluster.new/base'), { recursive: true })
    fs.writeFileSync(path.join(directory, 'database/superuser-password'), 'half')

    const postgres = await start()
    await remember(postgres.ownerUrl)
    await postgres.stop()

    expect(fs.existsSync(path.join(directory, 'database/cluster.new'))).to.equal(false)
  })

  it('stops cleanly on request', async () => {
    afterFirstStart()
    const running = await service()
    const { pid } = readPostmasterFile(path.join(directory, 'database/cluster'))!

    await kill(running.child, 'SIGTERM')

    expect(isRunning(pid)).to.equal(false)
    expect(fs.existsSync(path.join(directory, 'database/cluster/postmaster.pid'))).to.equal(false)
  })

  it('restarts PostgreSQL when it dies, and the same pool continues', async () => {
    afterFirstStart()
    const postgres = await start()
    const knex = createKnex(postgres.ownerUrl, { application: 'test' })
    await knex.raw('create table notes (words text)')
    const cluster = path.join(directory, 'database/cluster')
    const { pid } = readPostmasterFile(cluster)!

    process.kill(pid, 'SIGKILL')
    let answer: unknown
    for (;;) {
      answer = await knex('notes').catch((error: unknown) => asDatabaseUnavailable(error))
      const again = readPostmasterFile(cluster)
      if (Array.isArray(answer) && again && again.pid !== pid) break
      if (!Array.isArray(answer)) expect(answer).to.be.instanceOf(DatabaseUnavailable)
    }
    await knex.destroy()
    await postgres.stop()

    expect(lines[0]).to.equal('error: PostgreSQL exited unexpectedly; restarting it')
  })

  it('can be stopped during a restart', async () => {
    afterFirstStart()
    const postgres = await start()
    const { pid } = readPostmasterFile(path.join(directory, 'database/cluster'))!
    process.kill(pid, 'SIGKILL')
    while (lines.length === 0) await setImmediate()

    await postgres.stop()

    const left = readPostmasterFile(path.join(directory, 'database/cluster'))
    expect(left && isRunning(left.pid)).not.to.equal(true)
    const next = await start()
    await next.stop()
  })

  it('rejects the data of another PostgreSQL version in one line', async () => {
    afterFirstStart()
    fs.writeFileSync(path.join(directory, 'database/cluster/PG_VERSION'), '17\n')

    const failure = await failureOf(start())

    expect(startupOf(failure).code).to.equal('cluster_version_differs')
    expect(startupOf(failure).params).to.include({ found: '17', expected: '18' })
    expect(failure.message).not.to.include('\n')
  })

  it('reports an unusable data directory in one line', async () => {
    fs.writeFileSync(path.join(directory, 'file'), '')

    const failure = await failureOf(start(path.join(directory, 'file')))

    expect(startupOf(failure).code).to.equal('embedded_database_failed')
    expect(failure.message).to.match(/(ENOTDIR|EEXIST).*file/)
  })

  it('releases the data directory after a failed start', async () => {
    afterFirstStart()
    const version = path.join(directory, 'database/cluster/PG_VERSION')
    fs.writeFileSync(version, '17\n')
    await failureOf(start())
    fs.writeFileSync(version, '18\n')

    const second = await start()
    await second.stop()
  })

  it('reports in one line why PostgreSQL itself failed', async () => {
    afterFirstStart()
    const failure = await failureOf(
      startEmbeddedPostgres({ dataDirectory: directory, log: () => {}, settings: { shared_buffers: 'plenty' } }),
    )

    expect(startupOf(failure).params).to.include({
      reason: 'invalid value for parameter "shared_buffers": "plenty"',
    })
  })

  it('uses a port of 127.0.0.1 if the path is too long for a socket', async () => {
    const long = path.join(directory, 'x'.repeat(90))
    const postgres = await start(long)
    const { hostname, port } = new URL(postgres.serviceUrl)
    await remember(postgres.ownerUrl)
    const open = await canConnect(hostname, Number(port))
    await postgres.stop()

    expect([hostname, open]).to.deep.equal(['127.0.0.1', true])
  })

  it('reports a full disk in one line', async function () {
    if (!mountSmallDisk(directory)) this.skip()
    try {
      const failure = await failureOf(start())

      expect(failure).to.be.instanceOf(StartupError)
      expect(failure.message).to.match(/No space left on device/)
      expect(failure.message).not.to.include('\n')
    } finally {
      execFileSync('umount', [directory])
    }
  })
})

/** Starts the service's embedded database in its own process, and waits until it runs or reports a failure. */
async function startService(directory: string, user?: { uid: number; gid: number }): Promise<Service> {
  const program = path.join(import.meta.dirname, './embedded-service.ts')
  const child = spawn(process.execPath, [program, directory], {
    ...user,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const serviceProcess: Service = { child, lines: [] }
  child.on('message', (message: { log?: string } & Pick<Service, 'ready' | 'refused'>) => {
    if (message.log) serviceProcess.lines.push(message.log)
    else Object.assign(serviceProcess, message)
    if (!message.log) child.emit('told')
  })
  await Promise.race([once(child, 'told'), once(child, 'exit')])
  return serviceProcess
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Also stops a database that a killed service left running. */
async function removeAll(directory: string) {
  const location = path.join(directory, 'database/location')
  const elsewhere = fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : undefined
  for (const folder of [path.join(directory, 'database'), elsewhere]) {
    const running = folder && readPostmasterFile(path.join(folder, 'cluster'))
    if (running && isRunning(running.pid)) process.kill(running.pid, 'SIGQUIT')
    if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
  fs.rmSync(directory, { recursive: true, force: true })
}

/** A zombie does not count as running: some containers do not reap them. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return false
  }
}

function remember(url: string): Promise<void> {
  return asking(url, async (knex) => {
    await knex.raw('create table notes (words text)')
    await knex('notes').insert({ words: 'remember me' })
  })
}

function recall(url: string): Promise<string[]> {
  return asking(url, (knex) => knex('notes').pluck('words'))
}

async function asking<T>(url: string, ask: (knex: Knex) => Promise<T>): Promise<T> {
  const knex = createKnex(url, { application: 'test', poolMax: 1 })
  try {
    return await ask(knex)
  } finally {
    await knex.destroy()
  }
}

function mountSmallDisk(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=711', 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = net.connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
