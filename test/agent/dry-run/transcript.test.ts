import { expect } from 'chai'
import { maskLines, showLines } from '../../../agent/dry-run/transcript.ts'
import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { createRedactor } from '../../../shared/redact/redact-secrets.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import { aDocument } from '../../support/platform-documents.ts'

const more = "secrets: ['^key (\\S+)']\n"
const platform = compileStored(aDocument('acme_switch', more).extended)
const shell = platform.ssh as ShellDescription
const mark = '--More--'

const shown = (raw: string, secrets: string[] = []) =>
  maskLines(showLines(raw, false, shell).lines, platform, createRedactor(secrets))

describe('a transcript', () => {
  it('shows lines as a terminal does, without escape sequences and erased marks of a pager', () => {
    const wipes = [`\r${' '.repeat(8)}\r`, '\b'.repeat(8) + ' '.repeat(8) + '\b'.repeat(8), '\r\u001b[K']
    for (const wipe of wipes) {
      const raw = `\u001b[1mshow run\u001b[0m\r\nline 1\r\n${mark}${wipe}key Secret1 5\r\nsw1#`
      const { lines, paged } = showLines(raw, false, shell)

      expect(lines, JSON.stringify(wipe)).to.deep.equal(['show run', 'line 1', 'key Secret1 5', 'sw1#'])
      expect(paged).to.deep.equal([2])
      expect(shown(raw)[2]).to.equal('key <secret> 5')
    }
  })

  it('masks a secret behind a mark that the device does not erase', () => {
    expect(shown(`line 1\n ${mark}key Secret1 5\n`)).to.include(` ${mark}key <secret> 5`)
  })

  it('masks a private key within one line, and a secret with the escapes of JSON', () => {
    const key = '-----BEGIN PRIVATE KEY-----\\nMIIEow\\n-----END PRIVATE KEY-----'
    const [whole, open, end] = shown(`{"key":"${key}","a":"pass\\"word"}\n-----BEGIN PRIVATE KEY-----\\nMII\nEND`, [
      'pass"word',
    ])

    expect(whole).to.equal('{"key":"-----BEGIN PRIVATE KEY-----<secret>-----END PRIVATE KEY-----","a":"•••"}')
    expect([open, end]).to.deep.equal(['-----BEGIN PRIVATE KEY-----<secret>', '<secret>'])
  })

  it('masks private keys, and the secrets of the credential in the encoding of the device', () => {
    const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEow', 'IBAAKC', '-----END RSA PRIVATE KEY-----']
    const raw = Buffer.from(`${key.join('\n')}\necho pässword-1\n`).toString('latin1')
    const lines = shown(raw, ['pässword-1'])

    expect(lines).to.deep.equal([key[0], '<secret>', '<secret>', key[3], 'echo •••', ''])
  })

  it('shows UTF-8 as text, and other control characters as their codes', () => {
    expect(shown(Buffer.from('name Zürich\u0007\tend\n').toString('latin1'))[0]).to.equal('name Zürich\\x07\tend')
  })

  it('leaves out a last line that may be cut within a secret', () => {
    expect(showLines('a\nkey Secr', true, shell).lines).to.deep.equal(['a'])
  })
})
