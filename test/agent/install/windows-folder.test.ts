import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { CommandError, exitCodes } from '../../../agent/exit-codes.ts'
import { demandOwner, protectStateFolder, restrictFolder } from '../../../agent/install/windows-folder.ts'
import { planFor } from '../../../agent/install/plan-install.ts'

const administrators = 'S-1-5-32-544'

describe('the agent’s folders on Windows', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-windows-'))
  after(() => fs.rmSync(folder, { recursive: true }))

  it('belong to the administrators, and all other rights are removed first', () => {
    const [owner, reset, grant] = restrictFolder('C:\\F', 'M')

    expect(owner?.slice(0, 4)).to.deep.equal(['icacls', 'C:\\F', '/setowner', `*${administrators}`])
    expect(reset?.slice(0, 3)).to.deep.equal(['icacls', 'C:\\F', '/reset'])
    expect(grant).to.deep.equal([
      'icacls',
      'C:\\F',
      '/inheritance:r',
      '/grant:r',
      `*${administrators}:(OI)(CI)F`,
      '/grant:r',
      '*S-1-5-18:(OI)(CI)F',
      '/grant:r',
      '*S-1-5-20:(OI)(CI)M',
    ])
  })

  it('contain the key only after they were restricted', () => {
    const ran: string[][] = []
    const place = path.join(folder, 'new')

    protectStateFolder(place, (command) => {
      expect(fs.readdirSync(place)).to.deep.equal([])
      ran.push([...command])
      return ''
    })

    expect(ran).to.deep.equal(restrictFolder(place, 'M'))
  })

  it('are rejected if another account created them', () => {
    const ran: string[][] = []
    const run = (command: readonly string[]) => {
      ran.push([...command])
      return 'S-1-5-21-1-2-3-1001\r\n'
    }

    expect(() => protectStateFolder(folder, run))
      .to.throw(CommandError, /S-1-5-21-1-2-3-1001.*icacls/)
      .with.property('exitCode', exitCodes.notAllowed)
    expect(ran.map(([program]) => program)).to.deep.equal(['powershell'])
  })

  for (const owner of [administrators, 'S-1-5-18', 'S-1-5-20']) {
    it(`are accepted from ${owner}`, () => {
      expect(() => demandOwner("C:\\it's", () => `${owner}\r\n`)).to.not.throw()
    })
  }

  it('name the remedy when Windows denies access', () => {
    const run = () => {
      throw new Error('Access is denied.\r\nmore')
    }

    expect(() => protectStateFolder(folder, run)).to.throw(CommandError, /Access is denied.*BKP_AGENT_STATE_DIR/)
  })

  it('keep programs that run as the agent’s account where it cannot write', () => {
    const plan = planFor('win32', { settings: {} })
    const script = plan?.files.find((file) => file.path.endsWith('run.cmd'))
    const grants = plan?.protect.find(
      ([, at, what]) => at === path.win32.dirname(script?.path ?? '') && what === '/inheritance:r',
    )

    expect(script?.path).to.match(/^C:\\Program Files\\/)
    expect(grants).to.include('*S-1-5-20:(OI)(CI)RX')
    expect(plan?.leftovers).to.deep.equal([`${plan?.stateDir}\\run.cmd`])
  })
})
