import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startupOf } from '../../support/startup-code.ts'
import type { Knex } from 'knex'
import { findBinaries } from '../../../service/embedded/binaries.ts'
import { chooseUser, mayEnter } from '../../../service/embedded/os-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../service/embedded/postgres.ts'
import { readPostmasterFile } from '../../../service/embedded/postmaster-file.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { failureOf } from '../../support/failure-of.ts'

const nobody = { uid: 65534, gid: 65534 }
const isRoot = process.getuid?.() === 0
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

  describe('as root', () => {
    before(function () {
      if (!isRoot) this.skip()
    })

    it('runs PostgreSQL under its own account', async () => {
      afterFirstStart()
      const postgres = await start()
      const { uid } = fs.statSync(path.join(postgres.folder, 'cluster'))
      await postgres.stop()

      expect(uid).to.equal(chooseUser('/no/such/cluster')?.uid).and.not.equal(0)
    })

    it('stores the database elsewhere if that account cannot read the folder, and finds it again', async () => {
      fs.chmodSync(directory, 0o700)
      const first = await start()
      await remember(first.ownerUrl)
      await first.stop()
      const second = await start()
      const found = await recall(second.ownerUrl)
      await second.stop()
      fs.rmSync(second.folder, { recursive: true })
      const failure = await failureOf(start())

      expect(first.folder).to.match(/^\/var\/lib\/coffer\/[0-9a-f-]{36}$/)
      expect(found).to.deep.equal(['remember me'])
      expect(lines[0]).to.match(/^info: the database is kept in .* cannot enter /)
      expect(startupOf(failure).code).to.equal('database_folder_missing')
    })

    it('rejects two data directories that lead to the same database', async () => {
      fs.chmodSync(directory, 0o700)
      const first = await start()
      const copy = path.join(directory, 'copy')
      fs.mkdirSync(path.join(copy, 'database'), { recursive: true })
      fs.copyFileSync(path.join(directory, 'database/location'), path.join(copy, 'database/location'))

      const failure = await failureOf(start(copy))
      await first.stop()

      expect(startupOf(failure).code).to.equal('folder_in_use')
      expect(startupOf(failure).params)
        .to.have.property('folder')
        .that.matches(/^\/var\/lib\/coffer/)
    })

    it('copies the programs if that account cannot reach them, and creates their links', () => {
      const closed = path.join(directory, 'closed')
      const home = path.join(directory, 'home')
      fs.mkdirSync(home, { mode: 0o755 })
      const { folder: packaged } = findBinaries(home, undefined)
      fs.cpSync(path.join(packaged, '../..'), closed, { recursive: true, verbatimSymlinks: true })
      for (const { target } of links(closed)) fs.rmSync(path.join(closed, target))
      fs.chmodSync(closed, 0o700)
      for (const program of ['postgres', 'initdb', 'pg_ctl'])
        fs.chmodSync(path.join(closed, 'native/bin', program), 0o700) // umask 077

      const found = findBinaries(home, chooseUser('/no/such/cluster'), path.join(closed, 'native'))

      expect(found.folder.startsWith(home)).to.equal(true)
      expect(fs.readdirSync(home)).to.have.length(1)
    })

    it('runs under an unprivileged account too', async function () {
      // a project in a home that others cannot enter
      if (!mayEnter({ name: 'nobody', ...nobody }, import.meta.dirname)) this.skip()
      fs.chownSync(directory, nobody.uid, nobody.gid)

      const running = await service(directory, nobody)
      await remember(running.ready!.ownerUrl)
      const { uid } = fs.statSync(path.join(directory, 'database/cluster'))
      await kill(running.child, 'SIGKILL')
      const next = await service(directory, nobody)
      const found = await recall(next.ready!.ownerUrl)
      await kill(next.child, 'SIGTERM')
      const asRoot = await start()
      const { uid: still } = fs.statSync(path.join(directory, 'database/cluster'))
      await asRoot.stop()

      expect([uid, still]).to.deep.equal([nobody.uid, nobody.uid])
      expect(found).to.deep.equal(['remember me'])
    })

    it('reports in one line that a directory belongs to another user', async function () {
      if (!mayEnter({ name: 'nobody', ...nobody }, import.meta.dirname)) this.skip()
      const refused = await service(directory, nobody)

      expect(refused.refused).to.equal('embedded_database_failed')
    })
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

function links(folder: string): { target: string }[] {
  return JSON.parse(fs.readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'))
}
