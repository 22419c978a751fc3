import { expect } from 'chai'
import { isSuspicious } from '../../../shared/platforms/is-suspicious.ts'
import { fixture } from '../../support/recordings.ts'

const lines = (count: number, text: string) => `${text}\n`.repeat(count)
const suspicious = (previous: string, now: string) => isSuspicious(Buffer.from(previous), Buffer.from(now))

describe('a complete text is suspicious', () => {
  it('when it shrank by more than 40 %', () => {
    expect(suspicious(lines(100, 'a 1'), lines(59, 'a 1'))).to.equal(true)
    expect(suspicious(lines(100, 'a 1'), lines(60, 'a 1'))).to.equal(false)
  })

  it('when its last section is missing', () => {
    const before = `hostname R1\n!\n${lines(9, 'ip route x')}line con 0\n login\nline vty 0 4\n transport input ssh\n!\nend\n`
    const cut = `hostname R1\n!\n${lines(9, 'ip route x')}!\nend\n`

    expect(suspicious(before, cut)).to.equal(true)
  })

  it('but not when only a part of that section changed', () => {
    const before = `hostname R1\n!\n${lines(9, 'ip route x')}line vty 0 4\n login\nntp server 192.0.2.1\n!\nend\n`

    expect(suspicious(before, before.replace('192.0.2.1', '192.0.2.2'))).to.equal(false)
    expect(
      suspicious(before, before.replace('ntp server 192.0.2.1', 'ntp server 192.0.2.1\nntp server 192.0.2.3')),
    ).to.equal(false)
  })

  it('even if a longer word begins like the lost section', () => {
    const before = `a 1\n${lines(9, 'b 1')}ip x\nend\n`

    expect(suspicious(before, before.replace('ip x', 'ipv6 x'))).to.equal(true)
  })

  it('when only a closing bracket of the last section remains', () => {
    expect(suspicious(`a {\n 1;\n}\nb {\n 2;\n}\n`, `a {\n 1;\n 1;\n 1;\n}\n`)).to.equal(true)
  })

  it('but not for a line of an XML value, which is complete by its tags', () => {
    const before = '<config>\n  <banner>one\ntwo words</banner>\n  <a/>\n</config>\n'

    expect(suspicious(before, before.replace('two words', 'another word'))).to.equal(false)
  })

  it('but not when nothing changed or there was nothing', () => {
    const capture = fixture('netco_iosxe/lab-validation/eos_iosxe_aws_demo__exitgw/show_running-config.txt')

    expect(isSuspicious(capture, capture)).to.equal(false)
    expect(suspicious('', 'a\n')).to.equal(false)
    expect(suspicious('', '')).to.equal(false)
  })

  it('when half of a real configuration or its end is missing', () => {
    const capture = fixture('netco_iosxe/lab-validation/eos_iosxe_aws_demo__exitgw/show_running-config.txt')
    const text = capture.toString('latin1')
    const half = `${text.slice(0, text.length / 2)}\nend\n`
    const withoutEnd = `${text.slice(0, text.indexOf('line con 0'))}!\nend\n`

    expect(isSuspicious(capture, Buffer.from(half))).to.equal(true)
    expect(isSuspicious(capture, Buffer.from(withoutEnd))).to.equal(true)
  })
})
