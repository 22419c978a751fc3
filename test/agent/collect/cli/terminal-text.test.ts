import { expect } from 'chai'
import { erasableLines, plainLines, rendered, withoutEcho } from '../../../../agent/collect/cli/terminal-text.ts'

const never = () => false

describe('terminal output as text', () => {
  it('has one kind of line end, whatever the device sends', () => {
    expect(plainLines('a\r\nb\r\r\nc\nd')).to.equal('a\nb\nc\nd')
    expect(plainLines('\rHOST# ')).to.equal('HOST# ')
    expect(plainLines('a\r\n\rHOST# ')).to.equal('a\nHOST# ')
  })

  it('has no escape sequences', () => {
    const esc = '\x1b'

    expect(plainLines(`${esc}[?2004h${esc}]0;title\x07a${esc}[K ${esc}[7mb${esc}[27m${esc}[1;31mc`)).to.equal('a bc')
  })

  it('keeps every other byte', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1')

    expect(plainLines(bytes.replace('\r', ''))).to.equal(bytes.replace('\r', ''))
  })

  it('is what the screen shows after backspaces and carriage returns', () => {
    expect(rendered('abc\b\bX')).to.equal('aXc')
    expect(rendered('xxxx\rHOST#')).to.equal('HOST#')
    expect(rendered(' --More-- \b\b\b\b\b\b\b\b\b         \b\b\b\b\b\b\b\b\bline').trim()).to.equal('line')
    expect(rendered('\b\bab')).to.equal('ab')
  })

  it('lacks what was erased', () => {
    const shown = (text: string) => rendered(erasableLines(text)).trimEnd()

    expect(shown(' --More-- \r\x1b[K\rHOST# ')).to.equal('HOST#')
    expect(shown(' --More-- \r\x1b[7m\x1b[0KHOST# ')).to.equal('HOST#')
    expect(shown('abcdef\b\b\x1b[Kx')).to.equal('abcdx')
    expect(shown('abcdef\b\b\b\x1b[1K')).to.equal('    ef')
    expect(shown('abcdef\x1b[2K\rxy')).to.equal('xy')
    expect(shown('a\x1b[31mb\x1b')).to.equal('ab\x1b')
  })
})

describe('echo removal', () => {
  const command = 'show running-config view full'

  for (const [how, echo] of [
    ['plain', `${command}\n`],
    ['behind the prompt', `R1#${command}\n`],
    ['broken at the width', `show running-con\nfig view full\n`],
    ['redrawn with backspaces', `show runn\b\b\b\b\b\b\b\b\b${command}\n`],
    ['scrolled behind a dollar', `${command}${'\b'.repeat(29)}$config view full${' '.repeat(12)}\n`],
    ['repeated', `${command}\n${command}\n`],
    ['after blank lines', `\n\n${command}\n`],
  ] as const) {
    it(`finds the echo ${how}`, () => {
      expect(withoutEcho(`${echo}first line\nsecond`, command, never)).to.deep.equal({
        rest: 'first line\nsecond',
        echoed: true,
      })
    })
  }

  it('leaves output without an echo unchanged, even if the command occurs later', () => {
    const text = `first line\n${command}\nsecond line\n`

    expect(withoutEcho(text, command, never)).to.deep.equal({ rest: text, echoed: false })
  })

  it('finds the echo after a log line', () => {
    const isLog = (line: string) => line.startsWith('*Mar')

    const { rest } = withoutEcho(`*Mar  1 00:00:01: %SYS-5-X: y\n${command}\nfirst line\n`, command, isLog)

    expect(rest).to.equal('first line\n')
  })
})
