import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { maskSalted } from '../../../shared/platforms/mask-salted.ts'
import { maskSecrets, maskedSecret } from '../../../shared/platforms/mask-secrets.ts'
import { createTextMask } from '../../../shared/platforms/mask-text.ts'
import { outlineText } from '../../../shared/platforms/outline-text.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { platformById, platforms } from '../../../shared/platforms/registry.ts'

const key = Buffer.alloc(32, 7)
const fixtures = path.join(import.meta.dirname, '../../fixtures')

describe('the mask of secrets in texts', () => {
  for (const [platform, line, secrets] of [
    ['netco_iosxe', 'username cisco privilege 15 password 0 hun ter', ['hun', 'ter']],
    ['netco_iosxe', '  pre-shared-key address 192.0.2.1 key FnPi1E827c', ['FnPi1E827c']],
    ['netco_iosxe', '  pre-shared-key local hunter2', ['hunter2']],
    ['netco_iosxe', ' security wpa psk set-key ascii 0 hunter2', ['hunter2']],
    ['netco_iosxe', ' key hunter2', ['hunter2']],
    ['netco_iosxe', '   "password": "hunter2",', ['hunter2']],
    ['netco_iosxe', 'copy http://backup:hunter2@192.0.2.1/x flash:', ['hunter2']],
    ['netco_nxos', 'snmp-server user ops auth md5 0xabc priv 0xdef localizedkey', ['0xabc', '0xdef']],
    ['fwco_fortios', '        set password ENC SH2wNqMHHIm4P5IwpXDm', ['SH2wNqMHHIm4P5IwpXDm']],
    ['pafw_panos', '<phash>hunter2</phash><key>hunter3</key>', ['hunter2', 'hunter3']],
    ['routeco_junos', '<password group="global">hunter2</password>', ['hunter2']],
    ['netco_meraki', '  "key": "-----BEGIN RSA PRIVATE KEY-----\\nAAAA\\n-----END RSA PRIVATE KEY-----"', ['AAAA']],
  ] as const)
    it(`of ${platform} hides ${secrets.join(' and ')} in: ${line.trim()}`, () => {
      const masked = mask(platform, line)

      for (const secret of secrets) expect(masked).to.not.contain(secret)
      expect(masked).to.match(/<(?:secret|salted):[0-9a-f]{10}>/)
    })

  it('gives a secret the same pseudonym wherever it stands, and another one under another key', () => {
    const [first, second] = [
      mask('netco_iosxe', 'enable password hunter2'),
      mask('fwco_fortios', '    set password "hunter2"'),
    ].map((line) => /<secret:.*>/.exec(line)![0])

    expect(first).to.equal(second)
    expect(mask('netco_iosxe', 'enable password hunter3')).to.not.contain(first)
    expect(mask('netco_iosxe', 'enable password hunter2', Buffer.alloc(32, 8))).to.not.contain(first)
  })

  it('hides the lines of a private key and leaves their number', () => {
    const text =
      '-----BEGIN RSA PRIVATE KEY-----\r\nMIIEsecret\r\n  AAAAsecret\r\n-----END RSA PRIVATE KEY-----\r\nhostname a\r\n'

    const masked = mask('netco_iosxe', text).split('\r\n')

    expect(masked.join()).to.not.contain('secret\r').and.not.contain('MIIE')
    expect(masked).to.have.length(6)
    expect(masked[2]).to.match(/^ {2}<secret:\w+>$/)
    expect(masked[4]).to.equal('hostname a')
  })

  it('leaves what the device hides, and the begin of a block', () => {
    for (const [platform, line] of [
      ['pafw_panos', '<private-key>********</private-key>'],
      ['routeco_junos', 'encrypted-password /* SECRET-DATA */; ## SECRET-DATA'],
      ['lbco_bigip', 'auth password-policy {'],
    ] as const)
      expect(mask(platform, line)).to.equal(line)
  })

  it('marks salted hashes, which are compared as if they were equal', () => {
    const masked = ['$9$Zm9v$c2FsdGVk', '$9$YmFy$b3RoZXJz'].map((hash) =>
      mask('netco_iosxe', `enable secret 9 ${hash}`),
    )

    expect(masked[0])
      .to.match(/^enable secret 9 <salted:\w+>$/)
      .and.not.equal(masked[1])
    expect(maskSalted(masked[0]!)).to.equal(maskSalted(masked[1]!))
  })

  it('changes nothing but secrets in the fixtures of every platform, and the same when it is repeated', () => {
    for (const { name, platform, text } of readFixtures()) {
      const masked = maskWith(platform, text)
      const [lines, hidden] = [text.split('\n'), masked.split('\n')]
      const known = maskSecrets(platform, text).split('\n')
      expect(hidden.length, name).to.equal(lines.length)
      expect(maskWith(platform, masked) === masked, `${name} changes when it is masked again`).to.equal(true)
      for (const [at, line] of known.entries()) {
        const isWithSecret = line !== lines[at] && lines[at]!.trim() !== '' && !isHidden(lines[at]!)
        if (isWithSecret) expect(hidden[at], `${name}:${at + 1}`).to.not.equal(lines[at])
        if (line === maskedSecret && lines[at]!.trim() !== '') expect(hidden[at], name).to.match(/^\s*<secret:\w+>\s*$/)
      }
      if (platform.outline) expect(blocksOf(platform, masked), name).to.deep.equal(blocksOf(platform, text))
    }
  })
})

function mask(platform: string, text: string, by: Uint8Array = key): string {
  return createTextMask(platformById(platform)!, by)(Buffer.from(text, 'latin1')).toString('latin1')
}

const masks = new Map<Platform, ReturnType<typeof createTextMask>>()

function maskWith(platform: Platform, text: string): string {
  const known = masks.get(platform) ?? createTextMask(platform, key)
  masks.set(platform, known)
  return known(Buffer.from(text, 'latin1')).toString('latin1')
}

/** Whether a line has no secret, although a pattern finds an empty or a hidden value. */
function isHidden(line: string): boolean {
  return /""|[\s>"'=]\*+(?:[\s;"'<]|$)|SECRET-DATA|[{}]\s*$|-----BEGIN [A-Z ]*PRIVATE KEY-----$|strength-check$|<(?:removed|hidden|secret)>|<\w+>/.test(
    line,
  )
}

function blocksOf({ outline }: Platform, text: string) {
  return outlineText(outline!, text).map(({ line, lines, depth }) => `${line} ${lines} ${depth}`)
}

function* readFixtures(): Generator<{ name: string; platform: Platform; text: string }> {
  for (const platform of platforms) {
    for (const folder of [path.join(fixtures, platform.id), path.join(fixtures, 'documents', platform.id)]) {
      for (const entry of readFolder(folder)) {
        const file = path.join(entry.parentPath, entry.name)
        if (entry.isFile()) yield { name: file, platform, text: readFileSync(file, 'latin1') }
      }
    }
  }
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return [] // a platform without fixtures
  }
}
