import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type ElectronApplication, _electron as electron } from 'playwright-core'

const root = path.join(import.meta.dirname, '../..')
const program = electronProgram()

/** The real program in the real Electron. The binary is a download that not every machine can make. */
;(program ? describe : describe.skip)(
  `the desktop in Electron${program ? '' : ' (its binary is not installed)'}`,
  () => {
    let app: ElectronApplication
    let folder: string

    before(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-electron-'))
      execFileSync(process.execPath, ['build/console.ts', '--if-stale'], { cwd: root })
      execFileSync(process.execPath, ['build/desktop.ts'], { cwd: root })
      app = await electron.launch({
        executablePath: program,
        args: ['dist/desktop/main.cjs', `--user-data-dir=${folder}`, '--no-sandbox'],
        cwd: root,
      })
    })
    after(async () => {
      await app?.close()
      if (folder) fs.rmSync(folder, { recursive: true, force: true })
    })

    it('opens the connections, with the bridge and without Node', async () => {
      const page = await app.firstWindow()
      await page.getByRole('heading', { name: 'Connections' }).waitFor()

      expect(page.url()).to.equal('coffer-console://bundled/index.html#/desktop/connections')
      expect(await page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).to.equal('undefined')
      expect(await page.evaluate(() => typeof (globalThis as { coffer?: unknown }).coffer)).to.equal('object')
    })

    it('blocks navigation to other sites', async () => {
      const page = await app.firstWindow()
      await page.evaluate(() => void (location.href = 'https://example.com/'))
      await page.evaluate(() => void window.open('https://example.com/'))

      expect(page.url()).to.match(/^coffer-console:/)
      expect(app.windows()).to.have.length(1)
    })
  },
)

function electronProgram(): string | undefined {
  const named = path.join(root, 'node_modules/electron/path.txt')
  if (!fs.existsSync(named)) return undefined
  const file = path.join(root, 'node_modules/electron/dist', fs.readFileSync(named, 'utf8').trim())
  return fs.existsSync(file) ? file : undefined
}
