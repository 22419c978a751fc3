import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { questionNames } from '../../../desktop/bridge-messages.ts'
import { message, type ReceivedMessage } from '../../../shared/messages/message.ts'
import { app, asked, computer, exposed, ipcRenderer, page, person, requestOf, resetFake } from '../../fakes/electron.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type DesktopProgram, startDesktopProgram } from '../../support/desktop-program.ts'

describe('the desktop', function () {
  this.slow(2_000)
  let program: DesktopProgram
  let server: http.Server
  let url: string

  before(async () => {
    server = http.createServer((req, res) => {
      if (req.url?.startsWith('/api/downloads/')) {
        return res.setHeader('content-disposition', 'attachment; filename="router.txt"').end('a configuration')
      }
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: req.url }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())
  beforeEach(async () => (program = await startDesktopProgram()))
  afterEach(() => program.end())

  const rejection = (answer: Promise<unknown>) => answer.then(() => null).catch((error: ReceivedMessage) => error.code)
  const from = (connectionId: string) => (page.url = `coffer-console://${connectionId}/index.html#/x`)

  it('opens the connections at first, and later the connection shown last', async () => {
    const { bridge, window } = program
    expect(window.webContents.url).to.equal('coffer-console://bundled/index.html#/desktop/connections')

    const { id } = await bridge.saveConnection({ id: null, name: 'Acme', url })
    await bridge.openConnection(id, '/devices', false)
    expect(window.webContents.url).to.equal(`coffer-console://${id}/index.html#/devices`)
    window.emit('closed')
    app.emit('activate')

    expect(asked.windows[1]?.webContents.url).to.equal(`coffer-console://${id}/index.html#/`)
  })

  it('serves a page the API of its own connection', async () => {
    const { id } = await program.bridge.saveConnection({ id: null, name: 'Acme', url })

    const answer = await requestOf(`coffer-console://${id}/api/devices?q=x`)

    expect(await answer.json()).to.deep.equal({ asked: '/api/devices?q=x' })
    expect(await (await requestOf(`coffer-console://${id}/index.html`)).text()).to.equal('<!doctype html>')
  })

  it('exposes exactly the methods of the bridge to the page', () => {
    expect(Object.keys(exposed)).to.deep.equal(['coffer'])
    expect(Object.keys(program.bridge).sort()).to.deep.equal([...questionNames(), 'onEvent'].sort())
  })

  it('rejects messages that violate the bridge’s schema, on either side', async () => {
    const { bridge } = program
    const any = bridge as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const wrong: [string, unknown[]][] = [
      ['saveConnection', [{ id: null, name: 'x' }]],
      ['saveConnection', [{ id: null, name: 'x', url: 'y', more: 1 }]],
      ['saveConnection', [{ id: '../x', name: 'x', url: 'y' }]],
      ['openConnection', ['bundled', 'https://evil.example', false]],
      ['openConnection', ['bundled', '//evil.example', true]],
      ['changeService', [{ port: 80 }]],
      ['changeService', [{ port: '8080' }]],
      ['changeService', [{ dataFolder: '/' }]],
      ['saveDownload', ['/api/devices']],
      ['saveDownload', ['/api/downloads/../../../../x/y/z/and/more']],
      ['openLink', ['http://example.com']],
      ['openLink', ['file:///etc/passwd']],
      ['readService', [1]],
      ['readServiceLog', [Number.NaN]],
      ['pinCertificate', ['AB:CD']],
      ['notify', [{ title: 'x', body: 'y', route: 'javascript:1', urgent: true }]],
    ]

    for (const [name, given] of wrong) {
      const failure = await failureOf(any[name]!(...given))
      const problem = message('desktop_request_rejected', { request: name, reason: 'arguments' })
      expect(failure, name).to.be.instanceOf(TypeError)
      expect(await ipcRenderer.invoke(`coffer:${name}`, ...given), name).to.deep.equal({ problem })
    }
    expect((await bridge.listConnections()).length).to.equal(1)
  })

  it('answers only the top frame of a console page', async () => {
    for (const url of ['https://evil.example', 'coffer-console://unknown/index.html', 'file:///x', '']) {
      page.url = url
      expect(await rejection(program.bridge.readSession()), url).to.equal('desktop_request_rejected')
    }
    from('bundled')
    page.parent = {}
    expect(await rejection(program.bridge.readSession())).to.equal('desktop_request_rejected')
  })

  it('gives a page only the session of its own connection', async () => {
    const { bridge } = program
    const { id } = await bridge.saveConnection({ id: null, name: 'Acme', url })
    from(id)
    await bridge.keepSession({ token: 'secret-token', user: 'ana@acme.example', expiresAt: '2999-01-01T00:00:00Z' })

    expect((await bridge.readSession())?.token).to.equal('secret-token')
    expect((await bridge.about()).connection?.lastUser).to.equal('ana@acme.example')
    from('bundled')
    expect(await bridge.readSession()).to.equal(null)
    await bridge.saveConnection({ id, name: 'Acme', url: 'https://elsewhere.example' })
    from(id)
    expect(await bridge.readSession()).to.equal(null)
  })

  it('gives service controls and the first password only to the bundled service’s page', async () => {
    const { bridge } = program
    const { id } = await bridge.saveConnection({ id: null, name: 'Acme', url })
    const questions = {
      stopService: () => bridge.stopService(),
      restartService: () => bridge.restartService(),
      changeService: () => bridge.changeService({ goesOn: true }),
      readServiceLog: () => bridge.readServiceLog(10),
      chooseDataFolder: () => bridge.chooseDataFolder(),
      readFirstPassword: () => bridge.readFirstPassword(),
      dropFirstPassword: () => bridge.dropFirstPassword(),
    }

    from(id)
    for (const [name, ask] of Object.entries(questions)) {
      expect(await rejection(ask()), name).to.equal('desktop_bundled_only')
    }
    expect((await bridge.readService()).goesOn).to.equal(false)
    from('bundled')
    expect((await bridge.changeService({ goesOn: true })).goesOn).to.equal(true)
  })

  it('pins only the certificate that was shown, and only on a click', async () => {
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')

    expect(await rejection(program.bridge.pinCertificate(fingerprint))).to.equal('desktop_certificate_differs')
    expect(await program.bridge.readCertificateTrouble()).to.equal(null)
  })

  it('opens a link only on a click', async () => {
    expect(await rejection(program.bridge.openLink('https://example.com/'))).to.equal('desktop_click_required')
    program.window.webContents.clicks()
    await program.bridge.openLink('https://example.com/')

    expect(asked.opened).to.deep.equal(['https://example.com/'])
  })

  it('saves a download in the user’s folder and reports its progress', async () => {
    const { bridge, events, folder } = program
    const { id } = await bridge.saveConnection({ id: null, name: 'Acme', url })
    from(id)

    const download = await bridge.saveDownload('/api/downloads/abcdefghijklmnopqrstuvwx')
    while ((await bridge.listDownloads())[0]?.stage === 'running') await new Promise(setImmediate)

    const file = path.join(folder, 'downloads', 'router.txt')
    expect(fs.readFileSync(file, 'utf8')).to.equal('a configuration')
    expect(events.at(-1)).to.deep.include({ kind: 'download' })
    await bridge.showDownload(download)
    expect(asked.shown).to.deep.equal([file])
  })

  it('follows links of a second start, but only to saved services', async () => {
    const { bridge, events, window } = program
    const { id } = await bridge.saveConnection({ id: null, name: 'Acme', url })

    app.emit('second-instance', {}, ['coffer', 'coffer://open/runs?status=failed'])
    app.emit('second-instance', {}, ['coffer', 'coffer://open/runs?service=https://evil.example'])
    app.emit('second-instance', {}, ['coffer', `coffer://open/devices?service=${encodeURIComponent(url)}`])

    expect(events).to.deep.equal([
      { kind: 'go', route: '/runs?status=failed' },
      { kind: 'go', route: '/desktop/connections?new=https%3A%2F%2Fevil.example' },
    ])
    expect(window.webContents.url).to.equal(`coffer-console://${id}/index.html#/devices`)
  })

  it('opens at the route of the link that started it', async () => {
    await program.end()
    program = await startDesktopProgram(['coffer', 'coffer://open/runs?status=failed'])

    expect(program.window.webContents.url).to.equal('coffer-console://bundled/index.html#/runs?status=failed')
  })

  it('sends notifications as configured while the window has no focus', async () => {
    const { bridge, events, window } = program
    const tell = (urgent: boolean) => bridge.notify({ title: 'sw1', body: 'failed', route: '/runs', urgent })
    await tell(true)
    window.focused = false
    await tell(false)
    await tell(true)
    await bridge.changePreferences({ notifications: 'off' })
    await tell(true)

    expect(asked.notifications).to.have.length(1)
    asked.notifications[0]?.emit('click')
    expect(events.at(-1)).to.deep.equal({ kind: 'go', route: '/runs' })
    expect(await rejection(bridge.changePreferences({ updateFeed: '' }))).to.equal('desktop_click_required')
    window.webContents.clicks()
    expect(await rejection(bridge.changePreferences({ updateFeed: 'http://x.example' }))).to.equal(
      'desktop_update_address_invalid',
    )
    expect((await bridge.checkForUpdates()).stage).to.equal('no-feed')
  })

  it('runs the bundled service and stops it on quit', async () => {
    const { bridge, events } = program
    await bridge.changeService({ port: await freePort() })

    expect((await bridge.startService()).stage).to.equal('running')

    const stages = events.flatMap((event) => (event.kind === 'service' ? [event.state.stage] : []))
    expect(stages).to.deep.equal(['stopped', 'starting', 'running'])
    expect(await bridge.readServiceLog(5)).to.deep.equal(['{"level":30,"msg":"begins"}'])
    expect(await rejection(bridge.removeConnection('bundled'))).to.equal('desktop_connection_shown')
    person.chooses = [program.folder]
    expect(await rejection(bridge.chooseDataFolder())).to.equal('desktop_service_running')
  })

  it('restores the window’s position', () => {
    const { window, folder } = program
    Object.assign(window.options, { x: 200, y: 100 })
    window.emit('close', {})

    const kept = JSON.parse(fs.readFileSync(path.join(folder, 'settings.json'), 'utf8'))
    expect(kept.window.bounds).to.include({ x: 200, y: 100 })
  })

  it('writes no secret into its files', async () => {
    const { bridge, folder } = program
    await bridge.keepSession({ token: 'secret-token', user: 'a@b', expiresAt: '2999-01-01T00:00:00Z' })
    await requestOf('coffer-console://bundled/api/devices?token=secret-token')

    const texts = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { name, parentPath } of texts) {
      expect(fs.readFileSync(path.join(parentPath, name), 'utf8'), name).not.to.include('secret-token')
    }
    expect(fs.statSync(path.join(folder, 'sessions.json')).mode & 0o077).to.equal(0)
  })
})

describe('a second start of the desktop', () => {
  it('exits and leaves the folder to the first', async () => {
    resetFake()
    computer.isFirst = false
    await import('../../../desktop/main/main.ts')
    computer.isFirst = true

    expect(asked.windows).to.deep.equal([])
    expect(asked.quits).to.equal(1)
  })
})

async function freePort(): Promise<number> {
  const probe = http.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
