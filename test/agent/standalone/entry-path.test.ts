import path from 'node:path'
import { expect } from 'chai'
import { entryPath } from '../../../agent/standalone/entry-path.ts'

const onWindows = (name: string | Buffer) => entryPath(Buffer.from('C:\\out'), Buffer.from(name), 'win32')
const onLinux = (name: string | Buffer) => entryPath(Buffer.from('/out'), Buffer.from(name), 'linux')

describe('the local path of a server’s file', () => {
  it('is rejected on Windows if its name is not a plain name', () => {
    const separators = ['..\\..\\Startup\\x.bat', 'a\\b', '\\\\host\\share', 'C:', 'c:x', 'file:stream', '..', '.', '']
    const characters = ['a<b', 'a>b', 'a"b', 'a|b', 'a?b', 'a*b', 'a\u0001b', 'a\nb', 'a\u007fb']
    const devices = ['CON', 'con', 'Prn.txt', 'aux', 'NUL', 'nul.tar.gz', 'COM1', 'com9.log', 'COM¹', 'lpt²', 'LPT3 .x']
    const ends = ['a.', 'a ', 'a. .', '...']
    const bytes = [Buffer.from([0x61, 0xff]), Buffer.from([0xed, 0xa0, 0x80])]

    for (const name of [...separators, ...characters, ...devices, 'CONIN$', ...ends, ...bytes]) {
      expect(onWindows(name), JSON.stringify(String(name))).to.equal(undefined)
    }
  })

  it('is inside the folder on Windows, for any two bytes of a name', () => {
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const made = onWindows(Buffer.from([first, second, 0x78]))
        if (!made) continue
        const normal = path.win32.normalize(made.toString('utf8'))
        expect(path.win32.dirname(normal)).to.equal('C:\\out')
        expect(normal).to.equal(made.toString('utf8'))
      }
    }
  })

  it('keeps names of every script, and those that only resemble devices, on Windows', () => {
    const names = ['sshd_config', '.profile', 'été', '設定', 'CONSOLE', 'com10', 'nul_', 'a.b.c', 'a b', '%41', '$x~1']

    for (const name of names) expect(onWindows(name)?.toString()).to.equal(`C:\\out\\${name}`)
  })

  it('exists on Linux for every valid Linux name', () => {
    const names = ['a\\b', 'a:b', 'NUL', 'a.', '~', Buffer.from([0xff, 0xfe]), 'x\ny']

    for (const name of names) {
      expect(onLinux(name)).to.deep.equal(Buffer.concat([Buffer.from('/out/'), Buffer.from(name)]))
    }
    for (const name of ['', '.', '..', 'a/b', 'a\0b']) expect(onLinux(name)).to.equal(undefined)
  })
})
