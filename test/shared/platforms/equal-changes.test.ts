import { expect } from 'chai'
import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { summariseChange } from '../../../shared/platforms/summarise-change.ts'

type Edit = [before: string, after: string]

function areEqual(platform: string, one: Edit, other: Edit): boolean {
  const [first, second] = [one, other].map((edit) => summariseChange(platformById(platform)!, compareLines(...edit)))
  expect(first!.identity).to.be.a('string')
  return first!.identity === second!.identity
}

describe('changes of different texts', () => {
  const added = (line: string): Edit => ['hostname a\nend\n', `hostname a\n${line}\nend\n`]
  const edited = (textOf: (value: number) => string): Edit => [textOf(1), textOf(2)]

  describe('are equal', () => {
    const list = (rest: string) =>
      `hostname ${rest}\nip access-list extended V\n permit tcp any any eq 22\n deny ip any any\n!\ninterface ${rest}\n mtu 1\n`
    const inserted = (rest: string): Edit => [list(rest), list(rest).replace(' deny', ' permit icmp any any\n deny')]
    const equal: [title: string, platform: string, one: Edit, other: Edit][] = [
      ['at the same place of a block', 'netco_iosxe', inserted('a'), inserted('b')],
      ['between other settings without an order', 'netco_iosxe', added('ip http server'), ['ip route 10.0.0.0/8 a\nip route 11.0.0.0/8 b\n', 'ip route 10.0.0.0/8 a\nip http server\nip route 11.0.0.0/8 b\n']],
      ['before another block', 'netco_iosxe', ['interface A\n mtu 1\n!\nend\n', 'interface A\n mtu 1\n!\ninterface B\n mtu 2\n!\nend\n'], ['interface C\n mtu 1\n!\nend\n', 'interface C\n mtu 1\n!\ninterface B\n mtu 2\n!\nend\n']],
      ['with other salts', 'netco_iosxe', added('enable secret 9 $9$abc$def'), added('enable secret 9 $9$ghi$jkl')],
      ['with other salts of type 7', 'netco_iosxe', added('enable password 7 0822455D0A16'), added('enable password 7 094F471A1A0A')],
      ['with other encrypted values', 'fwco_fortios', added('set passwd ENC c2VjcmV0MQ=='), added('set passwd ENC c2VjcmV0Mg==')],
    ] // prettier-ignore
    for (const [title, platform, one, other] of equal) {
      it(title, () => {
        expect(areEqual(platform, one, other)).to.equal(true)
      })
    }
  })

  describe('are not equal', () => {
    const list = ' permit tcp any any eq 22\n deny ip any any\n'
    const acl = (lines: string) => `ip access-list extended V\n${lines}`
    const terms = (...names: string[]) => `filter f {\n${names.map((name) => `    term ${name} {\n        then accept;\n    }\n`).join('')}}\n` // prettier-ignore
    const junosList = (name: string) => (value: number) => `policy-options {\n    community ${name} {\n        members 65000:${value};\n        x;\n    }\n}\n` // prettier-ignore
    const block = (title: string) => (value: number) => `${title}\n x ${value}\n y\n`
    const long = 'x'.repeat(300)
    const different: [title: string, platform: string, one: Edit, other: Edit][] = [
      ['at the beginning and the end of a list', 'netco_iosxe', [acl(list), acl(` permit ip any any\n${list}`)], [acl(list), acl(`${list} permit ip any any\n`)]],
      ['at other places of a numbered list', 'netco_iosxe', ['access-list 1 permit a\naccess-list 1 deny b\n', 'access-list 1 permit c\naccess-list 1 permit a\naccess-list 1 deny b\n'], ['access-list 1 permit a\naccess-list 1 deny b\n', 'access-list 1 permit a\naccess-list 1 permit c\naccess-list 1 deny b\n']],
      ['after other blocks of a block', 'routeco_junos', [terms('a', 'b', 'c'), terms('a', 'new', 'b', 'c')], [terms('a', 'b', 'c'), terms('a', 'b', 'new', 'c')]],
      ['at other places of a text without blocks', 'linux_server', ['a\nb\nc\n', 'x\na\nb\nc\n'], ['a\nb\nc\n', 'a\nb\nx\nc\n']],
      ['in blocks of which a summary hides the names', 'routeco_junos', edited(junosList('CUST-A')), edited(junosList('CUST-B'))],
      ['in blocks with names like a secret', 'netco_iosxe', edited(block('crypto isakmp profile key A')), edited(block('crypto isakmp profile key B'))],
      ['in blocks that differ after 300 characters', 'netco_iosxe', edited(block(`interface ${long}A`)), edited(block(`interface ${long}B`))],
      ['with other secrets in clear text', 'netco_iosxe', added('snmp-server community legit RW'), added('snmp-server community attacker RW')],
      ['with a secret in clear text and a salted one', 'netco_iosxe', added('enable secret 9 $9$abc$def'), added('enable secret attacker')],
      ['with other values', 'netco_iosxe', added('ntp server 10.0.0.1'), added('ntp server 10.0.0.2')],
    ] // prettier-ignore
    for (const [title, platform, one, other] of different) {
      it(title, () => {
        expect(areEqual(platform, one, other)).to.equal(false)
      })
    }
  })
})
