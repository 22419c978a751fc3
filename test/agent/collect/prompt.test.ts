import { expect } from 'chai'
import { parse } from 'yaml'
import { privileged, promptOf } from '../../../agent/collect/prompt.ts'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { fixture } from '../../support/recordings.ts'

const shell = netcoIosxe.ssh
const known = parse(fixture('netco_iosxe/oxidized/ios#generic#prompt.yaml').toString('utf8')) as Record<
  string,
  string[]
>

describe('a prompt', () => {
  for (const line of [...(known['pass'] ?? []), 'cisco1>', 'a.b-c_d/e:f@g#', 'R1# ', 'R1(config-if)#', 'R1-stby#']) {
    it(`may be ${JSON.stringify(line)}`, () => {
      expect(promptOf(line, shell)?.text).to.equal(line.trim())
    })
  }

  for (const line of [
    ...(known['fail'] ?? []),
    '### EXAMPLE ###',
    '### ###',
    '#',
    'Password: ',
    'R1(tcl)#',
    'two words#',
    '<tip>',
    `${'x'.repeat(64)}#`,
    '',
  ]) {
    it(`is not ${JSON.stringify(line)}`, () => {
      expect(promptOf(line, shell)).to.equal(undefined)
    })
  }

  it('is the same with another mode, not with another host, end or text before it', () => {
    const prompt = promptOf('R1.lab#', shell)

    const same = ['R1.lab#', 'R1.lab# ', 'R1.lab(config)#', 'R1.lab(config-sync)#'].map((line) => prompt?.is(line))
    const other = ['R2.lab#', 'R1xlab#', 'R1.lab>', 'R1.lab(tcl)#', 'xR1.lab#', 'R1.lab#x', 'set R1.lab#'].map((line) =>
      prompt?.is(line),
    )
    expect(same).to.not.include(false)
    expect(other).to.not.include(true)
  })

  it('ends in # once the rights are raised', () => {
    const prompt = promptOf('R1>', shell)

    expect(prompt && privileged(prompt, shell).text).to.equal('R1#')
  })
})
