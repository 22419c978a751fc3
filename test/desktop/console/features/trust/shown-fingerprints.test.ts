import { execFileSync } from 'node:child_process'
import { X509Certificate, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { fingerprintsIn, isShownIn } from '../../../../../desktop/console/features/trust/shown-fingerprints.ts'
import { makeCertificate } from '../../../../support/certificate.ts'

describe('text pasted from a device', () => {
  let folder: string

  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-shown-'))))
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  /** A host key created by OpenSSH, with its fingerprint. */
  const hostKey = (type: string, comment = 'root@core') => {
    const file = path.join(folder, `${type}-${randomBytes(4).toString('hex')}`)
    const bits = type === 'rsa' ? ['-b', '2048'] : []
    execFileSync('ssh-keygen', ['-q', '-t', type, ...bits, '-N', '', '-C', comment, '-f', file])
    const said = execFileSync('ssh-keygen', ['-lf', `${file}.pub`], { encoding: 'utf8' })
    const line = fs.readFileSync(`${file}.pub`, 'utf8').trim()
    return { line, said, fingerprint: /SHA256:\S+/.exec(said)?.[0] ?? '' }
  }

  it('yields fingerprints in OpenSSH, PAN-OS and NX-OS formats', () => {
    const { said, fingerprint } = hostKey('ed25519')
    const digits = fingerprint.slice('SHA256:'.length)

    expect(fingerprintsIn(said)).to.deep.equal([fingerprint])
    expect(fingerprintsIn(`SSH Fingerprints\n------\n256 ${digits} (ED25519)\n`)).to.deep.equal([fingerprint])
    expect(fingerprintsIn(`bitcount:1024\nfingerprint:\n${fingerprint}\n*****`)).to.deep.equal([fingerprint])
  })

  for (const type of ['ed25519', 'ecdsa', 'rsa']) {
    it(`yields a key of type ${type}, wrapped or not, with any comment`, () => {
      const { line, fingerprint } = hostKey(type, 'admin4711 of this device')
      const broken = line.replace(/(AAAA\S+)/, (digits) => (digits.match(/.{1,70}/g) ?? []).join('\r\n'))

      expect(isShownIn(line, fingerprint)).to.equal(true)
      expect(
        isShownIn(`SSH Enabled - version 2.0\nIOS Keys in SECSH format:\n${broken}\nedge1#`, fingerprint),
      ).to.equal(true)
    })
  }

  it('yields many keys, as in known_hosts, and reports when none matches', () => {
    const keys = [hostKey('ed25519'), hostKey('ecdsa'), hostKey('rsa')]
    const known = keys.map(({ line }, at) => `192.0.2.${at} ${line}`).join('\n')

    expect(fingerprintsIn(known)).to.include.members(keys.map(({ fingerprint }) => fingerprint))
    expect(isShownIn(known, hostKey('ed25519').fingerprint)).to.equal(false)
  })

  it('yields a certificate, or its fingerprint in pairs or groups', () => {
    const { cert } = makeCertificate()
    const { fingerprint256 } = new X509Certificate(cert)
    const hex = fingerprint256.replaceAll(':', '')

    expect(fingerprintsIn(`Trustpoint: TP-self-signed-1\n${cert}\n`)).to.include(fingerprint256)
    expect(fingerprintsIn(`sha256 Fingerprint=${fingerprint256}`)).to.deep.equal([fingerprint256])
    expect(fingerprintsIn((hex.match(/.{8}/g) ?? []).join(' '))).to.deep.equal([fingerprint256])
    expect(fingerprintsIn(hex.toLowerCase())).to.deep.equal([fingerprint256])
  })

  it('yields no decision for a truncated key or anything else', () => {
    const { line } = hostKey('rsa')

    expect(isShownIn(line.slice(0, 200), 'SHA256:x')).to.equal(undefined)
    expect(isShownIn('edge1# show ip ssh\nSSH Enabled\n51:6d:de:1c:c3:29:50:88:df:cc:95:f0:15:5d:9a:df', 'x')).to.equal(
      undefined,
    )
  })
})
