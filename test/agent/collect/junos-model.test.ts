import { expect } from 'chai'
import { createJunosDevice, type JunosDevice, type JunosEditor } from '../../support/junos-device.ts'
import { junosAccount, junosShell } from '../../support/junos-cli.ts'
import { asSet, parseJunos, wholeView } from '../../support/junos-text.ts'
import { fixture } from '../../support/recordings.ts'
import { createVirtualTime, type VirtualTime } from '../../interleavings/virtual-time.ts'

const text = (hostname: string) => `system {\n    host-name ${hostname};\n}\n`
const minute = 60_000

describe('the Junos device model', () => {
  let time: VirtualTime
  let device: JunosDevice

  beforeEach(() => {
    time = createVirtualTime()
    const clock = { now: () => new Date(time.now), after: (ms: number, event: () => void) => time.after(ms, event) }
    device = createJunosDevice({ text: text('r1'), clock })
  })

  for (const [name, release] of [
    ['junos_cross_term_match__sender', ''],
    ['junos_evpn_type5__node1-1', 'set version 23.4R2-S2.1'],
    ['junos_evpn_type5__node1-2', 'set version 23.4R2-S2.1'],
  ] as const) {
    it(`produces the commands that a real device shows for ${name}`, () => {
      const { statements, error } = parseJunos(said(name, 'input_configuration.cfg'))
      const shown = new Set(said(name, 'show_configuration___display_set.txt').split('\n'))

      const made = asSet(statements, wholeView).split('\n')

      expect(error).to.equal(undefined)
      expect(made.filter((line) => line !== '' && line !== release && !shown.has(line))).to.deep.equal([])
    })
  }

  it('rolls back automatically when a confirmed commit is not confirmed', async () => {
    const editor = edit()
    editor.load(text('r2'), '/var/tmp/x')
    editor.commit({ confirmedMinutes: 10 })
    editor.leave()
    const during = [device.hostname, device.rollbackAt?.getTime()]

    await time.pass(10 * minute)

    expect(during).to.deep.equal(['r2', 10 * minute])
    expect([device.hostname, device.rollbackAt, device.candidate]).to.deep.equal(['r1', undefined, device.active])
    expect(device.commits.map(({ comment }) => comment)).to.deep.equal(['commit confirmed, rolled back', '', ''])
  })

  it('keeps the configuration when any session commits in time', async () => {
    const first = edit()
    first.load(text('r2'), '/var/tmp/x')
    first.commit({ confirmedMinutes: 10 })
    first.leave()
    await time.pass(9 * minute)

    const words = edit().commit().words
    await time.pass(60 * minute)

    expect([words, device.hostname, device.commits.length]).to.deep.equal(['commit complete\n', 'r2', 2])
  })

  it('returns to the previous configuration when that is committed', async () => {
    const editor = edit()
    editor.load(text('r2'), '/var/tmp/x')
    editor.commit({ confirmedMinutes: 10 })

    editor.rollback(1)
    editor.commit()
    await time.pass(60 * minute)

    expect([device.hostname, device.rollbackAt, device.commits.length]).to.deep.equal(['r1', undefined, 3])
  })

  it('discards a lost session’s exclusive candidate, and admits no other user before', () => {
    const editor = edit()
    editor.load(text('r2'), '/var/tmp/x')
    const meanwhile = device.edit('ann', false)

    editor.leave()

    expect('refused' in meanwhile && meanwhile.refused).to.contain(
      'configuration database locked by:\n  backup terminal',
    )
    expect([device.candidate, device.active, device.editors.length]).to.deep.equal([device.active, text('r1'), 0])
  })

  it('does not commit another user’s uncommitted changes', () => {
    device.leaveUncommitted(text('r3'))

    const entered = device.edit('backup', true)

    expect(entered).to.deep.equal({ refused: 'error: configuration database modified\n' })
    expect(device.hostname).to.equal('r1')
  })

  it('names the line that it cannot load, and commits nothing that fails its check', () => {
    device = createJunosDevice({
      text: text('r1'),
      objection: (wanted) => (wanted.includes('r9') ? 'no such name' : undefined),
    })
    const editor = edit()

    const broken = editor.load('system {\n    host-name r2;\n', '/var/tmp/x')
    editor.load(text('r9'), '/var/tmp/x')
    const refused = editor.commit({ confirmedMinutes: 5 })

    expect(broken.words).to.match(/^\/var\/tmp\/x:3:\(1\) syntax error: .*\n[\s\S]*load complete \(1 errors\)\n$/)
    expect(refused.words).to.contain('no such name').and.to.contain('error: configuration check-out failed')
    expect([device.hostname, device.rollbackAt, device.commits.length]).to.deep.equal(['r1', undefined, 1])
  })

  it('accepts the command sequence from upload to commit', () => {
    device.files.set('/var/tmp/x', Buffer.from(text('r2')))
    const shell = junosShell(device, junosAccount({ role: '{master:0}' }))
    const say = (command: string) => shell.obey(command)

    const words = ['configure exclusive', 'load override /var/tmp/x', 'show | compare | no-more', 'commit check'].map(
      say,
    )
    const confirmed = say('commit confirmed 5 comment "restored"')
    const prompt = shell.prompt()

    expect(words[0])
      .to.contain('uncommitted changes will be discarded on exit')
      .and.to.contain('Entering configuration mode')
    expect(words.slice(1)).to.deep.equal([
      'load complete\n',
      '[edit system]\n-  host-name r1;\n+  host-name r2;\n',
      'configuration check succeeds\n',
    ])
    expect(confirmed).to.contain('automatically rolled back in 5 minutes').and.to.contain('commit complete')
    expect(prompt).to.equal('\n# commit confirmed will be rolled back in 5 minutes\n{master:0}[edit]\nbackup@r2# ')
    expect(say('exit')).to.equal('Exiting configuration mode\n')
    expect(say('show system commit | no-more')).to.match(/^0 .* rollback pending\n {4}restored\n1 /)
    expect([say('file delete /var/tmp/x'), device.files.size]).to.deep.equal(['', 0])
  })

  function edit(): JunosEditor {
    const entered = device.edit('backup', true)
    if ('refused' in entered) throw new Error(entered.refused)
    return entered.editor
  }
})

function said(name: string, file: string): string {
  return fixture(`routeco_junos/lab-validation/${name}/${file}`).toString('latin1')
}
