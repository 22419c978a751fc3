import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Dialog, WebContents } from 'electron'
import { redactLogLine, createAppLog } from '../../../desktop/main/app-log.ts'
import { desktopMessages } from '../../../desktop/main/desktop-messages.ts'
import { menuTemplate } from '../../../desktop/main/menu-template.ts'
import { watchRenderer } from '../../../desktop/main/watch-renderer.ts'
import { asked, dialog, FakeContents, person, resetFake } from '../../fakes/electron.ts'

describe('the desktop log', () => {
  it('contains no token, ticket, password or URL parameter', () => {
    const line =
      'GET https://ana:pw1@host/api/x?token=s1 Authorization: Bearer s2 /api/downloads/s3-ticket password=s4 {"token":"s5"}'

    const redacted = redactLogLine(line)

    expect(redacted).to.include('https://•••@host/api/x?•••').and.include('/api/downloads/•••')
    for (const secret of ['pw1', 's1', 's2', 's3', 's4', 's5']) expect(redacted).not.to.include(secret)
  })

  it('is rotated, and flattens multi-line messages', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-log-'))
    const file = path.join(folder, 'logs/desktop.log')
    const log = createAppLog(file, () => new Date(0))
    log.info('one\ntwo')
    fs.appendFileSync(file, 'x'.repeat(3 << 20))

    log.error('after')

    expect(fs.readFileSync(file, 'utf8')).to.equal('1970-01-01T00:00:00.000Z error after\n')
    expect(fs.readFileSync(`${file}.1`, 'utf8')).to.match(/^1970-01-01T00:00:00.000Z info one\nx/)
    fs.rmSync(folder, { recursive: true })
  })
})

describe('a crashed window', () => {
  beforeEach(resetFake)

  function watched(locale = 'en') {
    const contents = new FakeContents()
    let quits = 0
    let reloads = 0
    watchRenderer(contents as unknown as WebContents, {
      messages: desktopMessages(locale),
      dialog: dialog as unknown as Dialog,
      leavePage: () => true,
      reload: () => (reloads += 1),
      quit: () => (quits += 1),
      log: () => undefined,
      nowMs: () => 0,
    })
    const crash = async (reason: string) => {
      contents.emit('render-process-gone', {}, { reason, exitCode: 5 })
      await new Promise(setImmediate)
    }
    return { crash, contents, quits: () => quits, reloads: () => reloads }
  }

  it('is explained and reloaded on request', async () => {
    const { crash, reloads } = watched('fr-CA')

    await crash('oom')

    expect(asked.dialogs[0]?.['message']).to.equal('La fenêtre s’est arrêtée de façon inattendue')
    expect(asked.dialogs[0]?.['detail']).to.include('mémoire')
    expect(reloads()).to.equal(1)
  })

  it('is reported as repeated, and offers to quit', async () => {
    const { crash, quits } = watched()
    await crash('crashed')
    await crash('crashed')
    person.presses = 1

    await crash('crashed')

    expect(asked.dialogs[2]?.['detail']).to.include('third time')
    expect(quits()).to.equal(1)
  })

  it('asks nothing when the user closed it', async () => {
    const { crash } = watched()

    await crash('clean-exit')

    expect(asked.dialogs).to.deep.equal([])
  })
})

describe('the desktop menu', () => {
  it('lists connections with shortcuts, and opens console routes', () => {
    const went: string[] = []
    const one = { id: 'bundled', name: 'A & B', url: 'http://x', lastUser: null, isBundled: true, pinned: null }
    const actions = {
      go: (route: string) => went.push(route),
      ...{ openConnection: () => undefined, newWindow: () => undefined, showLogs: () => undefined },
      ...{ goBack: () => undefined, goForward: () => undefined, openPalette: () => undefined },
    }

    for (const platform of ['linux', 'darwin'] as const) {
      const menu = JSON.stringify(menuTemplate(desktopMessages('en'), [one], actions, platform))
      expect(menu).to.include('"label":"A && B","accelerator":"CmdOrCtrl+1"').and.include('"role":"quit"')
    }
    const file = menuTemplate(desktopMessages('fr'), [], actions, 'linux')[0]
    const [, first] = file?.submenu as { click: () => void }[]
    first?.click()
    expect(went).to.deep.equal(['/desktop/connections?new=1'])
  })
})
