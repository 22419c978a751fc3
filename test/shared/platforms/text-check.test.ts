import { expect } from 'chai'
import { TextCheck } from '../../../shared/platforms/text-check.ts'
import type { TextChecks } from '../../../shared/platforms/requests.ts'
import { splitter } from '../../support/random.ts'

const checks: TextChecks = {
  firstLine: /^#config-version=/,
  lastLine: /^end$/,
  requiredLines: [/^config system global$/],
  wholeAccount: { minLines: 4, requiredLines: [/^ {2}set hostname /] },
  metadata: { model: /^#config-version=(?<value>[^:]+)/ },
}
const whole = '#config-version=FGT60F-7.4.8:user=a\r\n\nconfig system global\r\n  set hostname "a"\r\nend\r\n\r\n'

describe('the streaming check of a text', () => {
  it('accepts a complete text with its facts, however it is split', () => {
    for (let seed = 0; seed < 50; seed++) {
      expect(decision(whole, seed)).to.deep.equal({ lacks: undefined, metadata: { model: 'FGT60F-7.4.8' } })
    }
  })

  for (const [name, text, code] of [
    ['nothing', '', 'output_truncated'],
    ['blank lines only', '\n\n\r\n', 'output_truncated'],
    ['another first line', `x${whole}`, 'protocol_error'],
    ['a truncated last line', whole.trimEnd().slice(0, -1), 'output_truncated'],
    ['a missing line', whole.replace('global', 'globe'), 'output_truncated'],
    ['a part that requires full permissions', whole.replace('hostname', 'alias'), 'privilege_insufficient'],
  ] as const) {
    it(`reports ${name}`, () => {
      const { lacks } = decision(text, 7)

      expect(lacks?.code).to.equal(code)
    })
  }

  for (const [head, system] of [
    ['frr version 8.4.4\nfrr defaults traditional\nhostname r1', 'FRRouting'],
    ['! Command: show running-config\n! device: leaf1 (vEOS-lab, EOS-4.30.1F)\n!', 'Arista EOS'],
  ] as const) {
    it(`names ${system} where the lines of the platform are missing`, () => {
      const check = new TextCheck({ wholeAccount: { minLines: 4, requiredLines: [/^version /] } })
      check.push(Buffer.from(`Building configuration...\n\n${head}\n${'!\n'.repeat(70)}end\n`))

      const { lacks } = check.end()

      expect(lacks).to.include({ code: 'protocol_error', seen: `one of ${system}` })
      expect(lacks?.advice?.code).to.equal('advice_check_platform')
    })
  }

  it('checks both ends of a configuration that is one line', () => {
    const long = `<config version="10">${'<entry/>'.repeat(100_000)}</config>`
    const check = new TextCheck({ firstLine: /^<config /, lastLine: /<\/config>$/ })
    for (const piece of splitter(3, 100_000)(Buffer.from(long))) check.push(piece)

    expect(check.end().lacks).to.equal(undefined)
  })
})

function decision(text: string, seed: number) {
  const check = new TextCheck(checks)
  for (const piece of splitter(seed, 20)(Buffer.from(text))) check.push(piece)
  return check.end()
}
