import { expect } from 'chai'
import { CommandOutput } from '../../../../agent/collect/cli/command-output.ts'
import { promptOf } from '../../../../agent/collect/cli/prompt.ts'
import { netcoIosxe } from '../../../../shared/platforms/netco_iosxe.ts'
import type { ShellDescription } from '../../../../shared/platforms/platform.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { createSizeCounter, describeSize } from '../../../../shared/redact/describe-size.ts'

const shell = netcoIosxe.ssh
const command = 'show running-config'
const prompt = promptOf('edge-1#', shell)!
const said =
  `${command}\r\nBuilding configuration...\r\n\r\nhostname edge-1\r\nbanner motd ^C\r\nedge-1#\r\n\r\n^C\r\n` +
  'line vty 0 4\r\nend\r\n\r\nedge-1#'
const answer = ['Building configuration...', '', 'hostname edge-1', 'banner motd ^C', 'edge-1#', '', '^C']
const whole = [...answer, 'line vty 0 4', 'end', '']

/** Returns the lines of a text that arrives in packets of this length. */
function linesOf(text: string, pieceLength: number): string[] {
  const lines = new CommandOutput(command, prompt, shell)
  const taken: string[] = []
  for (let at = 0; at < text.length; at += pieceLength) taken.push(...lines.push(text.slice(at, at + pieceLength)))
  return [...taken, ...lines.settle(false), ...lines.settle(true)]
}

describe('the lines of command output', () => {
  for (const pieceLength of [1, 2, 7, 50, 10_000]) {
    it(`are those between echo and prompt, in pieces of ${pieceLength}`, () => {
      expect(linesOf(said, pieceLength)).to.deep.equal(whole)
    })
  }

  it('continue after a line that resembles the prompt, which counts as output', () => {
    const lines = new CommandOutput(command, prompt, shell)
    const [before = '', after = ''] = said.split(/(?<=edge-1#)(?=\r\n\r\n\^C)/)

    const taken = [...lines.push(before), ...lines.settle(false)]
    expect(taken).to.deep.equal(answer.slice(0, 4))
    taken.push(...lines.push(after), ...lines.settle(true))

    expect(taken).to.deep.equal(whole)
  })

  it('are empty until more than the echo has arrived', () => {
    const lines = new CommandOutput(command, prompt, shell)
    lines.push(`edge-1#${command}\r\n`)
    expect(lines.isSilent()).to.equal(true)
    lines.push('hostname')
    expect(lines.isSilent()).to.equal(false)
  })

  it('exclude pager marks that the device erased, and include others', () => {
    const lines = new CommandOutput(command, prompt, shell)
    const taken = [...lines.push(`${command}\r\na\r\n --More-- `)]
    lines.page()
    taken.push(...lines.push('\b\b\b\b\b\b\b\b\b         \b\b\b\b\b\b\b\b\bb\r\n --More-- '))
    lines.page()
    taken.push(...lines.push('c\r\nedge-1#'), ...lines.settle(true))

    expect(taken).to.deep.equal(['a', 'b', ' --More-- c'])
  })

  it('join a line that a pager mark interrupted', () => {
    const pager = { ...shell.pager, mark: / --More-- $/ }
    const lines = new CommandOutput(command, prompt, { ...shell, pager })
    const taken = [...lines.push(`${command}\r\nonu 4 hide --More-- `)]
    lines.page()
    taken.push(...lines.push('\b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\b disable\r\nedge-1#'))
    taken.push(...lines.settle(true))

    expect(taken).to.deep.equal(['onu 4 hide disable'])
  })

  for (const [erasing, mark, shown, next, joined] of [
    ['backspaces', ' --More--', '', ' hostname x', ' hostname x'],
    ['backspaces', '--More--', '', 'hostname x', 'hostname x'],
    ['backspaces', ' --More--', 'abc', 'def', 'abcdef'],
    ['carriage returns', '--More--', 'abc', 'abcdef', 'abcdef'],
  ] as const)
    it(`contain ${JSON.stringify(joined)} once when ${JSON.stringify(shown + mark)} is erased by ${erasing}`, () => {
      const { wiped } = (platformById('dlink')!.ssh as ShellDescription).pager
      const lines = new CommandOutput(command, prompt, {
        ...shell,
        pager: { ...shell.pager, mark: /--More--$/, wiped },
      })
      const back = '\b'.repeat(mark.length)
      const blanks = ' '.repeat(shown.length + mark.length)
      const taken = [...lines.push(`${command}\r\n${shown}${mark}`)]
      lines.page()
      const erased = erasing === 'backspaces' ? `${back}${' '.repeat(mark.length)}${back}` : `\r${blanks}\r`
      taken.push(...lines.push(`${erased}${next}\r\nedge-1#`), ...lines.settle(true))

      expect(taken).to.deep.equal([joined])
    })

  it('are disturbed by anything but the prompt after the end mark', () => {
    const disturbanceBehind = (shown: string) => {
      const lines = new CommandOutput(command, prompt, shell)
      lines.push(`${command}\r\nhostname edge-1\r\nedge-1#`)
      lines.settle(false)
      lines.expectMark('!0123456789ab')
      lines.push(`!0123456789ab\r\nedge-1#${shown}`)
      return lines.conclude().disturbance
    }

    expect(['', '\0', '\r\nedge-1#', '\r\n'].map(disturbanceBehind)).to.deep.equal(Array(4).fill(undefined))
    for (const shown of ['\r\n--More--', '\r\n hostname', '\r\nline vty 0 4\r\nedge-1#'])
      expect(disturbanceBehind(shown), shown).to.equal('lines of the answer behind an end mark')
  })
})

describe('the size of command output', () => {
  it('is reported equally for one packet and for several', () => {
    for (const text of [said, '', '\n \n', 'one', `${'x'.repeat(5_000)}`, `a\n${'y'.repeat(3_000)}\n\n`, 'a\nend\n']) {
      for (const pieceLength of [1, 3, 999, 100_000]) {
        const shape = createSizeCounter()
        for (let at = 0; at < text.length; at += pieceLength) shape.push(text.slice(at, at + pieceLength))
        expect(shape.end()).to.equal(describeSize(text))
      }
    }
  })
})
