import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { setLoginStart } from '../../../desktop/main/login-start.ts'
import { app, asked, page, person } from '../../fakes/electron.ts'
import { type DesktopProgram, startDesktopProgram } from '../../support/desktop-program.ts'
import { temporaryFolder } from '../../support/temporary-folders.ts'

describe('the windows of the desktop', () => {
  let program: DesktopProgram
  let acme: string
  beforeEach(async () => {
    program = await startDesktopProgram()
    acme = (await program.bridge.saveConnection({ id: null, name: 'Acme', url: 'https://acme.example' })).id
  })
  afterEach(() => program.end())

  const openAcme = async () => {
    program.window.webContents.clicks()
    await program.bridge.openConnection(acme, '/', true)
  }
  const from = (connectionId: string) => (page.url = `coffer-console://${connectionId}/index.html#/x`)
  const shown = () => asked.windows.map(({ webContents }) => webContents.url)
  const menuItem = (menu: string, item: string) => {
    const [file] = (asked.menus.at(-1) ?? []).filter(({ label }) => label === menu)
    const items = file?.submenu as { label: string; click: () => void; submenu?: never }[]
    return items.find(({ label }) => label === item)
  }
  const consoleOf = (connectionId: string, route = '/') => `coffer-console://${connectionId}/index.html#${route}`

  it('keep several connections live, and come to the front instead of opening twice', async () => {
    const { bridge, events } = program

    await openAcme()
    asked.windows[1]?.focus()
    await bridge.openConnection('bundled', '/devices', false)

    const refused = await bridge.removeConnection(acme).catch(({ code }) => code)
    expect(refused).to.equal('desktop_connection_shown')
    expect(shown()).to.deep.equal([consoleOf('bundled', '/desktop/connections'), consoleOf(acme)])
    expect(asked.windows.map(({ focused }) => focused)).to.deep.equal([true, false])
    expect(events.at(-1)).to.deep.equal({ kind: 'go', route: '/devices' })
  })

  it('are opened from the menu for the same connection, beside the first', () => {
    menuItem('File', 'New window')?.click()

    expect(shown()).to.deep.equal([consoleOf('bundled', '/desktop/connections'), consoleOf('bundled')])
    expect(asked.windows[1]?.options['x']).to.equal(Number(asked.windows[0]?.options['x']) + 28)
  })

  it('go back and forward within their connection, and open the palette', async () => {
    const { bridge, window } = program
    window.webContents.history.push('a page of the connection before')
    await bridge.openConnection(acme, '/', false)

    expect(window.webContents.history).to.deep.equal([])
    for (const item of ['Back', 'Forward', 'Search or go to…']) menuItem('Go', item)?.click()
    window.emit('app-command', {}, 'browser-backward')

    expect(window.webContents.history).to.deep.equal(['back', 'forward', 'back'])
    expect(window.webContents.typed).to.deep.equal([{ type: 'keyDown', keyCode: 'K', modifiers: ['control'] }])
  })

  it('are opened again at the next start, with the connection used last in front', async () => {
    await openAcme()
    asked.windows[1]?.focus()
    app.emit('before-quit', { preventDefault: () => undefined })
    for (const window of asked.windows) window.close()
    const kept = JSON.parse(fs.readFileSync(path.join(program.folder, 'settings.json'), 'utf8'))

    expect(kept).to.deep.include({ openConnections: ['bundled', acme], lastConnection: acme })
    app.emit('activate')
    expect(shown().slice(2)).to.deep.equal([consoleOf('bundled'), consoleOf(acme)])
  })

  it('end the program when the last one closes, unless it continues in the background', async () => {
    const { bridge, window } = program
    expect(asked.trays).to.deep.equal([])
    await bridge.changePreferences({ runsInBackground: true })
    window.show()

    expect(window.close()).to.equal(false)

    expect(window.isShown).to.equal(false)
    const [tray] = asked.trays
    expect(tray?.menu.map(({ label }) => label).filter(Boolean)).to.deep.equal([
      'Open Coffer',
      'Coffer',
      'Acme',
      'Quit Coffer',
    ])
    tray?.emit('click')
    expect(window.isShown).to.equal(true)
    await bridge.changePreferences({ runsInBackground: false })
    expect([tray?.isDestroyed, window.close()]).to.deep.equal([true, true])
  })

  it('name the connection in notifications, count them, and open that connection on a click', async () => {
    const { bridge, window } = program
    await bridge.changePreferences({ runsInBackground: true })
    await openAcme()
    window.focus()
    from(acme)
    const report = { title: 'sw1', body: 'A backup failed', route: '/runs', urgent: true }

    await bridge.notify(report)
    await bridge.notify(report) // from another window of the connection
    from('bundled')
    await bridge.notify(report)

    expect(asked.notifications.map(({ content }) => content.title)).to.deep.equal(['Acme: sw1'])
    expect([asked.badge, asked.trays[0]?.toolTip]).to.deep.equal([1, 'Coffer (1)'])
    expect(asked.trays[0]?.menu.map(({ label }) => label)).to.include('Acme (1)')
    asked.notifications[0]?.emit('click')
    expect(asked.windows.map(({ focused }) => focused)).to.deep.equal([false, true])
    expect([asked.badge, asked.trays[0]?.toolTip]).to.deep.equal([0, 'Coffer'])
  })

  it('follow a link in the window of its connection', async () => {
    await openAcme()
    const sentTo = asked.windows.map(({ webContents }) => webContents.sent)
    for (const sent of sentTo) sent.length = 0

    app.emit('second-instance', {}, ['coffer', 'coffer://open/runs?service=https://acme.example'])

    expect(sentTo).to.deep.equal([[], [{ kind: 'go', route: '/runs' }]])
  })
})

describe('a window of the desktop', () => {
  let program: DesktopProgram
  let acme: string
  beforeEach(async () => {
    program = await startDesktopProgram()
    acme = (await program.bridge.saveConnection({ id: null, name: 'Acme', url: 'https://acme.example' })).id
    program.window.webContents.clicks()
    await program.bridge.openConnection(acme, '/', true)
    for (const window of asked.windows) window.show()
  })
  afterEach(() => program.end())
  const windowOf = (connectionId: string) =>
    asked.windows.find(({ webContents, isDestroyed }) => !isDestroyed && webContents.url.includes(connectionId))!

  it('uses only clicks of its own connection, and each click once', async () => {
    const { bridge } = program
    const isRefused = (call: Promise<unknown>) =>
      call.then(() => false).catch(({ code }) => code === 'desktop_click_required')
    program.window.webContents.clicks() // of the bundled service
    page.url = `coffer-console://${acme}/index.html#/x`

    expect(await isRefused(bridge.openLink('https://example.com/'))).to.equal(true)
    expect(await isRefused(bridge.changePreferences({ updateFeed: 'https://evil.example' }))).to.equal(true)
    expect(await isRefused(bridge.openConnection('bundled', '/', true))).to.equal(true)
    windowOf(acme).webContents.clicks()
    expect(await isRefused(bridge.openLink('https://example.com/'))).to.equal(false)
    expect(await isRefused(bridge.openConnection('bundled', '/', true))).to.equal(true)
  })

  it('changes the key of updates only if the user agrees in a dialog of the system', async () => {
    const { bridge, window } = program
    const updateKey = Buffer.alloc(32, 7).toString('base64')
    window.webContents.clicks()
    const refused = await bridge.changePreferences({ updateKey }).catch(({ code }) => code)

    expect(refused).to.equal('desktop_update_key_declined')
    expect(asked.dialogs[0]?.['detail']).to.include(updateKey)
    person.presses = 1
    window.webContents.clicks()
    expect((await bridge.changePreferences({ updateKey })).updateKey).to.equal(updateKey)
  })

  it('is closed with its deleted connection if it is hidden, and its notifications lead nowhere', async () => {
    const { bridge } = program
    await bridge.changePreferences({ runsInBackground: true })
    page.url = `coffer-console://${acme}/index.html#/x`
    windowOf(acme).focused = false
    await bridge.notify({ title: 'sw1', body: 'failed', route: '/runs', urgent: true })
    const hidden = windowOf(acme)
    hidden.close()
    page.url = 'coffer-console://bundled/index.html#/x'

    await bridge.removeConnection(acme)

    expect([hidden.isDestroyed, asked.badge]).to.deep.equal([true, 0])
    const before = asked.windows.length
    asked.notifications[0]?.emit('click')
    expect(asked.windows).to.have.length(before)
  })

  it('does not remain hidden when the program no longer continues in the background', async () => {
    const { bridge } = program
    await bridge.changePreferences({ runsInBackground: true })
    const hidden = windowOf(acme)
    hidden.close()

    await bridge.changePreferences({ runsInBackground: false })

    expect([hidden.isDestroyed, program.window.isDestroyed]).to.deep.equal([true, false])
  })

  it('is loaded again after the address of its connection changed, without the former session', async () => {
    const { bridge } = program
    page.url = `coffer-console://${acme}/index.html#/x`
    await bridge.keepSession({ token: 'secret-token', user: 'a@b', expiresAt: '2999-01-01T00:00:00Z' })
    let loads = 0
    windowOf(acme).webContents.on('did-finish-load', () => (loads += 1))
    page.url = 'coffer-console://bundled/index.html#/x'

    await bridge.saveConnection({ id: acme, name: 'Acme', url: 'https://elsewhere.example' })

    expect(loads).to.equal(1)
  })

  it('keeps the newer session of another window when it gives up its own', async () => {
    const { bridge } = program
    const session = (token: string) => ({ token, user: 'a@b', expiresAt: '2999-01-01T00:00:00Z' })
    await bridge.keepSession(session('former'))
    await bridge.keepSession(session('newer'))

    await bridge.forgetSession('former')
    expect((await bridge.readSession())?.token).to.equal('newer')
    await bridge.forgetSession('newer')
    expect(await bridge.readSession()).to.equal(null)
  })

  it('asks before a page with unsaved changes closes, and the program then does not quit', async () => {
    const unload = () => {
      let isLeft = false
      program.window.webContents.emit('will-prevent-unload', { preventDefault: () => (isLeft = true) })
      return isLeft
    }

    expect(unload()).to.equal(false)
    expect(asked.dialogs[0]?.['buttons']).to.deep.equal(['Stay', 'Leave'])
    person.presses = 1
    expect(unload()).to.equal(true)
  })
})

describe('a desktop that starts at login', () => {
  it('opens the windows of the last time without showing them', async () => {
    const program = await startDesktopProgram()
    await program.bridge.changePreferences({ runsInBackground: true, startsAtLogin: true })
    const entry = path.join(program.folder, 'appData/autostart/coffer.desktop')
    expect(fs.readFileSync(entry, 'utf8')).to.match(/^Exec=".+" --background$/m)
    await program.bridge.changePreferences({ startsAtLogin: false })
    expect(fs.existsSync(entry)).to.equal(false)

    const again = await startDesktopProgram(['--background'], program.folder)

    expect(asked.windows.map(({ isShown }) => isShown)).to.deep.equal([false])
    app.emit('second-instance', {}, [])
    expect(asked.windows.map(({ isShown }) => isShown)).to.deep.equal([true])
    await again.end()
  })

  it('is registered with a program name that needs quoting', () => {
    const folder = temporaryFolder('coffer-autostart-')
    const register = (program: string) => {
      setLoginStart({ app: app as never, platform: 'linux', program, configFolder: folder }, true)
      return /^Exec=(.*)$/m.exec(fs.readFileSync(path.join(folder, 'autostart/coffer.desktop'), 'utf8'))?.[1]
    }

    expect(register('/opt/My Coffer/100%/coffer')).to.equal('"/opt/My Coffer/100%%/coffer" --background')
    expect(register('/home/a"b/$x/coffer')).to.equal(String.raw`"/home/a\\"b/\\$x/coffer" --background`)
    fs.rmSync(folder, { recursive: true })
  })

  it('is a login item on Windows and macOS', () => {
    asked.loginItems.length = 0
    for (const platform of ['win32', 'darwin'] as const) {
      setLoginStart({ app: app as never, platform, program: '/x', configFolder: '/nonexistent' }, true)
    }

    const item = { openAtLogin: true, args: ['--background'] }
    expect(asked.loginItems).to.deep.equal([item, item])
  })
})
