import { expect } from 'chai'
import type { WebContents } from 'electron'
import { denyPermissions, guardContents } from '../../../desktop/main/guard-contents.ts'
import { createClicks } from '../../../desktop/main/navigation.ts'
import { windowOptions } from '../../../desktop/main/window-options.ts'
import { FakeContents } from '../../fakes/electron.ts'

const acme = { id: 'acme', name: 'Acme', url: 'http://10.0.0.5:8080', lastUser: null, isBundled: false, pinned: null }

describe('a desktop window', () => {
  function guarded() {
    const contents = new FakeContents()
    contents.url = 'coffer-console://acme/index.html#/'
    const log: string[] = []
    const opened: string[] = []
    const windows: string[][] = []
    let nowMs = 0
    guardContents(contents as unknown as WebContents, {
      findConnection: (id) => (id === 'acme' ? acme : undefined),
      clicks: createClicks(() => nowMs),
      openInBrowser: (url) => opened.push(url),
      openWindow: (...where) => windows.push(where),
      log: (line) => log.push(line),
    })
    return { contents, log, opened, windows, pass: (ms: number) => (nowMs += ms) }
  }

  it('navigates only to the console of a saved connection', () => {
    const { contents, log } = guarded()

    expect(contents.tries('will-navigate', 'coffer-console://acme/index.html#/devices')).to.equal(true)
    for (const address of [
      'https://example.com/?token=abc',
      'coffer-console://other/index.html',
      'coffer-console://acme/api/openapi.json',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'about:blank',
      'not an address',
    ]) {
      for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
        expect(contents.tries(event, address), `${event} ${address}`).to.equal(false)
      }
    }
    expect(contents.tries('will-attach-webview', 'https://example.com')).to.equal(false)
    expect(log.join()).not.to.include('abc')
  })

  it('opens one https link per click in the browser', () => {
    const { contents, opened, pass } = guarded()
    const wants = (url: string) => contents.openHandler({ url }).action

    expect(wants('https://example.com/docs')).to.equal('deny')
    contents.clicks()
    expect(wants('https://example.com/docs')).to.equal('deny')
    expect(wants('https://example.com/second')).to.equal('deny')
    contents.clicks()
    pass(5_000)
    expect(wants('https://example.com/late')).to.equal('deny')

    expect(opened).to.deep.equal(['https://example.com/docs'])
  })

  it('opens a page of its own connection in a new window, one per click', () => {
    const { contents, opened, windows } = guarded()
    const page = 'coffer-console://acme/index.html#/devices/17?tab=runs'

    contents.openHandler({ url: page })
    contents.clicks()
    contents.openHandler({ url: page })
    contents.openHandler({ url: page })
    contents.clicks()
    contents.openHandler({ url: 'coffer-console://other/index.html#/' })

    expect(windows).to.deep.equal([['acme', '/devices/17?tab=runs']])
    expect(opened).to.deep.equal([])
  })

  it('opens no other http address except pages of its own service', () => {
    const { contents, opened } = guarded()
    const urls = ['http://example.com/', 'file:///etc/passwd', 'smb://host/share', 'https://user:pw@example.com/']
    const own = ['coffer-console://acme/api/devices', 'coffer-console://acme/api/docs', 'coffer-console://acme/docs/']

    for (const url of [...urls, ...own]) {
      contents.clicks()
      contents.openHandler({ url })
    }

    expect(opened).to.deep.equal(['http://10.0.0.5:8080/api/docs', 'http://10.0.0.5:8080/docs/'])
  })

  it('has no permission except to copy', () => {
    const { session } = new FakeContents()
    denyPermissions(session as unknown as Parameters<typeof denyPermissions>[0])
    const allowed = (permission: string) => {
      let answer = true
      session.permission(null, permission, (given) => (answer = given))
      return answer
    }

    expect(['media', 'geolocation', 'notifications', 'midi', 'openExternal', 'usb'].filter(allowed)).to.deep.equal([])
    expect(allowed('clipboard-sanitized-write')).to.equal(true)
  })

  it('isolates its page: sandboxed and without Node', () => {
    const { webPreferences } = windowOptions(
      { bounds: { x: 0, y: 0, width: 1, height: 1 }, isMaximized: false },
      '/p.cjs',
      true,
    )

    expect(webPreferences).to.include({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      preload: '/p.cjs',
    })
  })
})
