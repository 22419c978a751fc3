import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { ServiceState } from '../../../../desktop/bridge.ts'
import { isServiceProcess } from '../../../../desktop/main/service/running-service.ts'
import { createServiceSupervisor } from '../../../../desktop/main/service/service-supervisor.ts'

const root = path.join(import.meta.dirname, '../../../..')
const main = path.join(root, 'test/support/stand-in-service.mjs')

describe('the bundled service', function () {
  this.slow(2_000)
  let folder: string
  let port: number
  const opened: ReturnType<typeof createServiceSupervisor>[] = []

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-supervised-'))
    port = await freePort()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) {
      one.change({ goesOn: false })
      await one.leave()
    }
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function supervise(program = { node: process.execPath, main, folder: root }) {
    let kept = { port, startsWithApp: false, goesOn: false, dataFolder: null as string | null }
    const states: ServiceState[] = []
    const supervisor = createServiceSupervisor({
      program,
      folder,
      kept: { read: () => kept, write: (choices) => (kept = choices) },
      onState: (state) => states.push(state),
      now: () => new Date(0),
      environment: { ...process.env, BKP_MASTER_KEY: 'of another', BKP_S3_BUCKET: 'of another' },
    })
    opened.push(supervisor)
    const until = async (stage: ServiceState['stage']) => {
      while (supervisor.state().stage !== stage) await new Promise((resolve) => setTimeout(resolve, 10))
      return supervisor.state()
    }
    return { supervisor, states, until, stages: () => states.map(({ stage }) => stage) }
  }
  const inData = (name: string) => path.join(folder, 'service', name)
  const mode = (word: string) => {
    fs.mkdirSync(path.join(folder, 'service'), { recursive: true })
    fs.writeFileSync(inData('mode'), word)
  }

  it('starts, responds and stops cleanly', async () => {
    const { supervisor, stages } = supervise()

    const running = await supervisor.start()

    expect(running).to.include({ stage: 'running', url: `http://127.0.0.1:${port}`, trouble: null, wasFound: false })
    expect((await fetch(`${running.url}/health`)).status).to.equal(200)
    expect((await supervisor.stop()).stage).to.equal('stopped')
    expect(isServiceProcess(running.pid ?? 0, main)).to.equal(false)
    expect(stages()).to.deep.equal(['starting', 'running', 'stopping', 'stopped'])
    expect(supervisor.lastLines(1)).to.deep.equal(['{"level":30,"msg":"ended in good order"}'])
  })

  it('receives no BKP_ settings meant for another Coffer', async () => {
    const { supervisor } = supervise()

    await supervisor.start()

    const names = fs.readFileSync(inData('environment'), 'utf8').split(' ')
    expect(names.filter((name) => name.startsWith('BKP_')).sort()).to.deep.equal([
      'BKP_DATA_DIR',
      'BKP_HOST',
      'BKP_PORT',
      'BKP_PROCESSES',
    ])
  })

  it('reports the process that holds its port, and suggests another port', async () => {
    const other = net.createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const { supervisor } = supervise()

    const { stage, trouble } = await supervisor.start()

    expect(stage).to.equal('failed')
    expect(trouble?.code).to.equal('port-in-use')
    if (process.platform === 'linux') expect(trouble?.holder?.pid).to.equal(process.pid)
    supervisor.change({ port: trouble?.offeredPort ?? 0 })
    expect((await supervisor.start()).stage).to.equal('running')
    other.close()
  })

  it('reports a crash with the last log lines, and restarts', async () => {
    const { supervisor, until } = supervise()
    const { url } = await supervisor.start()

    await fetch(`${url}/crash`).catch(() => undefined)
    const { trouble, pid } = await until('failed')

    expect(trouble).to.include({ code: 'crashed', exitCode: 1 })
    expect(trouble?.output).to.equal('exiting: uncaught exception: a thing was undefined')
    expect(trouble?.lastLines).to.have.length(2)
    expect(pid).to.equal(null)
    expect((await supervisor.start()).stage).to.equal('running')
  })

  it('reports that it was killed from outside', async () => {
    const { supervisor, until } = supervise()
    const { pid } = await supervisor.start()

    process.kill(pid ?? 0, 'SIGKILL')

    expect((await until('failed')).trouble).to.include({ code: 'killed', signal: 'SIGKILL' })
  })

  it('reports a failed start by its code and parameters', async () => {
    mode('refuse')
    const { supervisor } = supervise()

    const { trouble } = await supervisor.start()

    expect(trouble?.code).to.equal('data-in-use')
    expect(trouble?.holder).to.deep.equal({ pid: 4711, name: 'Coffer' })
    expect(trouble?.reason?.code).to.equal('folder_in_use')
    expect(trouble?.reason?.params).to.include({ process: '4711' })
  })

  it('reports a missing program by its path', async () => {
    const { supervisor } = supervise({ node: process.execPath, main: '/nowhere/main.mjs', folder: root })

    expect((await supervisor.start()).trouble).to.include({ code: 'missing', output: '/nowhere/main.mjs' })
  })

  it('can be stopped while it starts', async () => {
    mode('slow')
    const { supervisor, until } = supervise()
    const starting = supervisor.start()
    await until('starting')
    while (supervisor.lastLines(1).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))

    await supervisor.stop()

    expect((await starting).stage).to.equal('stopped')
  })

  it('continues after the desktop quits if the user chose so, and is found again', async () => {
    const first = supervise()
    first.supervisor.change({ goesOn: true })
    const { pid } = await first.supervisor.start()
    await first.supervisor.leave()
    expect(isServiceProcess(pid ?? 0, main)).to.equal(true)

    const { supervisor } = supervise()
    const found = await supervisor.find()

    expect(found).to.include({ stage: 'running', pid, wasFound: true })
    await supervisor.stop()
    expect(isServiceProcess(pid ?? 0, main)).to.equal(false)
  })

  it('is found and can be stopped after the desktop was killed', async () => {
    const program = fork(path.join(root, 'test/desktop/main/service/supervising-program.ts'), [
      folder,
      String(port),
      main,
    ])
    const [{ pid }] = (await once(program, 'message')) as [ServiceState]
    program.kill('SIGKILL')
    await once(program, 'exit')
    expect(isServiceProcess(pid ?? 0, main)).to.equal(true)

    const { supervisor } = supervise()
    const started = await supervisor.start()

    expect(started).to.include({ stage: 'running', pid, wasFound: true })
    expect((await supervisor.stop()).stage).to.equal('stopped')
    expect(isServiceProcess(pid ?? 0, main)).to.equal(false)
  })

  it('is not confused with another process that reuses its id', async () => {
    fs.writeFileSync(
      path.join(folder, 'service-process.json'),
      JSON.stringify({ pid: process.pid, port, dataFolder: inData('') }),
    )
    const { supervisor } = supervise()

    expect((await supervisor.find()).stage).to.equal('stopped')
  })

  it('offers its first password until the user confirms it is saved', async () => {
    const { supervisor } = supervise()
    expect(supervisor.readFirstPassword()).to.equal(null)
    await supervisor.start()
    while (!fs.existsSync(inData('initial-admin-password'))) await new Promise((resolve) => setTimeout(resolve, 10))

    expect(supervisor.state().hasFirstPassword).to.equal(true)
    expect(supervisor.readFirstPassword()).to.deep.equal({ email: 'admin@localhost', password: 'first-password' })
    supervisor.dropFirstPassword()
    expect(supervisor.readFirstPassword()).to.equal(null)
    expect(supervisor.state().hasFirstPassword).to.equal(false)
  })

  it('accepts only an empty or a Coffer data folder, and only while stopped', async () => {
    const { supervisor } = supervise()
    const [empty, foreign] = ['empty', 'foreign'].map((name) => path.join(folder, name)) as [string, string]
    fs.mkdirSync(foreign)
    fs.writeFileSync(path.join(foreign, 'thesis.doc'), '')

    expect(() => supervisor.useDataFolder(foreign)).to.throw('desktop_folder_occupied')
    expect(supervisor.useDataFolder(empty).dataFolder).to.equal(empty)
    await supervisor.start()
    expect(fs.existsSync(path.join(empty, 'environment'))).to.equal(true)
    expect(() => supervisor.useDataFolder(path.join(folder, 'other'))).to.throw('desktop_service_running')
    await supervisor.stop()
    expect(supervisor.useDataFolder(empty).dataFolder).to.equal(empty)
  })
})

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
