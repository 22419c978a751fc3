import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Bridge, BridgeEvent } from '../../desktop/bridge.ts'
import { startDesktop } from '../../desktop/main/start-desktop.ts'
import * as electron from '../fakes/electron.ts'
import type { DesktopElectron } from '../../desktop/main/desktop-electron.ts'

export type DesktopProgram = Awaited<ReturnType<typeof startDesktopProgram>>

const root = path.join(import.meta.dirname, '../..')
const standIn = path.join(root, 'test/support/stand-in-service.mjs')

/**
 * Starts the desktop's program on a fake of Electron, with the preload script and its page. `bridge` is as the page sees
 * it.
 * @param words its command line arguments
 * @param folder of an earlier start; default: a new one
 */
export async function startDesktopProgram(
  words: string[] = [],
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-desktop-')),
) {
  electron.resetFake()
  fs.mkdirSync(path.join(folder, 'console'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'console/index.html'), '<!doctype html>')
  electron.computer.userData = folder
  await import(`../../desktop/preload/preload.ts?${randomUUID()}`)
  const bridge = electron.exposed['coffer'] as Bridge
  const events: BridgeEvent[] = []
  bridge.onEvent((event) => events.push(event))
  electron.page.url = 'coffer-console://bundled/index.html'
  electron.page.parent = null
  await startDesktop(electron as unknown as DesktopElectron, {
    console: path.join(folder, 'console'),
    preload: '/preload.cjs',
    service: { node: process.execPath, main: standIn, folder: root },
    words,
  })
  const [window] = electron.asked.windows
  if (!window) throw new Error('no window was opened')
  return {
    folder,
    bridge,
    events,
    window,
    async end() {
      electron.app.quit()
      while (electron.asked.quits === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      fs.rmSync(folder, { recursive: true })
    },
  }
}
