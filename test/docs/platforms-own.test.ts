import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { openGuide, readBlocks } from '../support/guide.ts'
import { type RealAgent, type RunningAgent, aRealAgent } from '../support/real-agent.ts'
import { type TestService, must, startTestService } from '../support/service.ts'
import { noFaults } from '../support/shell-device.ts'
import { type SshSimulator, startShellSimulator } from '../support/ssh-simulator.ts'

const page = 'docs/platforms-own.md'
const email = 'ada@example.net'
const password = 'correct horse battery staple'

/** With the real client and agent, and a simulated device that no document of the product describes. */
describe(`the commands of ${page}`, function () {
  const guide = openGuide('docs/platforms-own.md')
  const document = guide.take('id: zephyr_os')
  let service: TestService
  let agent: RealAgent
  let running: RunningAgent
  let simulator: SshSimulator
  let folder: string
  let shell: Shell
  let outputs = 0

  before(async function () {
    if (programMissing('bash')) return this.skip()
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200 }
    const admin = await service.as('platform_admin')
    must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_admin', password }), 201)
    const acme = await service.hasTenant('acme')
    await acme.hasCredential({ name: 'zephyr', username: 'backup', password: 'login-Secret1' })
    agent = await aRealAgent(service, acme)
    await agent.enroll()
    running = agent.run()
    simulator = await startShellSimulator(zephyr, noFaults())
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-platform-guide-'))
    fs.symlinkSync(path.resolve('desktop/cli/coffer.mjs'), path.join(folder, 'coffer'))
    shell = startShell(folder, {
      HOME: folder,
      PATH: `${folder}:${process.env['PATH']}`,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      DBUS_SESSION_BUS_ADDRESS: '', // no keyring of the user who runs the tests
    })
    fs.writeFileSync(path.join(folder, 'password'), `${password}\n`, { mode: 0o600 })
    await shell.run(`coffer login ${service.url} --email ${email} < password`)
  })

  after(async () => {
    shell?.end()
    await running?.stop()
    await simulator?.close()
    await service?.close()
    agent?.remove()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  function zephyr() {
    return {
      prompt: () => 'zx-1::> ',
      obey(command: string) {
        if (command === 'bye') return { hangsUp: true } as const
        if (command === 'no paging') return ''
        if (command === 'show version') return 'Zephyr OS 3.2\n'
        return command === 'show config' ? config(++outputs) : 'unknown command\n'
      },
    }
  }

  const run = (text: string, values: Record<string, string> = {}) => shell.run(guide.take(text, values))
  const store = (source: string) => fs.writeFileSync(path.join(folder, 'zephyr_os.yaml'), source)

  it('check the document, and print the error of the page for a key that does not exist', async () => {
    expect(document.trimEnd().split('\n').length).to.be.at.most(25)
    store(document.replace('vendor:', 'vendr:'))
    const refused = await shell.run('coffer platform check zephyr_os.yaml || true')
    store(document)

    const checked = await run('coffer platform check')

    expect(checked).to.equal('zephyr_os.yaml: no errors; platform zephyr_os\n')
    const shown = readBlocks(page).filter(({ language }) => language === 'text')
    expect(shown.map(({ text }) => text)).to.deep.equal([`${refused.split('\n')[0]}\n`])
  })

  it('store and activate it, and back up a device twice: the second time unchanged', async () => {
    const stored = await run('coffer platform create')
    const blocked = await run('coffer devices add', {
      '192.0.2.7': `127.0.0.1 --options '{"ssh_port": ${simulator.port}}'`,
      'SHA256:…': simulator.hostKeyFingerprint,
    })
    const backedUp = await run('coffer show zx-1')

    expect(stored).to.equal('zephyr_os stored as a draft\nzephyr_os: version 1 is active\n')
    expect(blocked).to.include('zx-1 added\n').and.include('is approved\n')
    expect(backedUp)
      .to.include(config(1))
      .and.match(/succeeded[^]*unchanged/)
  })

  it('record the test, store another version, go back to the first, export and retire it', async () => {
    const tested = await run('coffer platform tested')
    store(`${document}# another line\n`)
    const changed = await run('coffer platform update')
    await run('coffer platform export')
    const retired = await run('coffer platform retire')
    const proposed = await run('coffer platform propose')

    expect(tested).to.include('zephyr_os: version 1 is tested\n').and.include('zephyr_os: Zephyr OS, active\n')
    expect(changed)
      .to.include('+# another line')
      .and.include('zephyr_os version 2 on zx-1: passed\n')
      .and.match(/version 2 is active\nzephyr_os: version 1 is active\n$/)
    expect(fs.readFileSync(path.join(folder, 'zephyr_os-copy.yaml'), 'utf8')).to.equal(`${document}# another line\n`)
    expect(retired).to.equal('zephyr_os is retired\n')
    expect(proposed).to.include('the device rejected the command').and.include('commands: [ show config ]')
    expect(proposed).to.include(fs.readFileSync(path.join(folder, 'proposed.yaml'), 'utf8'))
  })

  it('import a definition of another product as a draft', async () => {
    const definition = 'test/fixtures/definitions/scrapli/ruijie_rgos.yaml'
    fs.copyFileSync(path.resolve(definition), path.join(folder, 'vendor_os.yaml'))

    const model = 'test/fixtures/definitions/oxidized/comware.rb'
    fs.copyFileSync(path.resolve(model), path.join(folder, 'vendor_ng.rb'))

    const imported = await run('coffer platform import vendor_os.yaml')

    expect(imported)
      .to.include(', 1 assumed, 0 lost\n')
      .and.include('vendor_os_scrapli: version 1 stored; the document is draft\n')
      .and.match(/vendor_ng_oxidized: version 1 stored; the document is draft\nsee what is lost\n$/)
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})

/** What the device shows: its first line differs each time. */
function config(output: number): string {
  return `generated at 10:0${output}\nhostname zx-1\nuser ops password not-shown\nport 1 up\n--- end of config ---\n`
}
