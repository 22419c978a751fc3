import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createSessionKeeper } from '../../../desktop/main/session-keeper.ts'
import { computer, safeStorage } from '../../fakes/electron.ts'

const session = { token: 'a-very-secret-token', user: 'ana@acme.example', expiresAt: '2026-11-22T10:00:00Z' }

describe('stored desktop sessions', () => {
  let folder: string
  let now = new Date('2026-11-22T08:00:00Z')
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-sessions-'))
    now = new Date('2026-11-22T08:00:00Z')
  })
  afterEach(() => {
    fs.rmSync(folder, { recursive: true })
    computer.keychain = 'gnome_libsecret'
  })
  const open = () => createSessionKeeper(folder, safeStorage, () => now)
  const written = () =>
    fs
      .readdirSync(folder)
      .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
      .join()

  it('are encrypted by the keychain and persist across restarts', () => {
    expect(open().keep('c1', session)).to.deep.equal({ where: 'keychain' })

    expect(open().read('c1')).to.deep.equal(session)
    expect(open().read('c2')).to.equal(null)
    expect(written()).not.to.include(session.token)
  })

  for (const [keychain, reason] of [
    ['basic_text', 'basic-text'],
    ['unknown', 'no-keychain'],
  ] as const) {
    it(`are kept in memory, with the reason, when the keychain is ${keychain}`, () => {
      computer.keychain = keychain
      const keeper = open()

      expect(keeper.keep('c1', session)).to.deep.equal({ where: 'memory', reason })

      expect(keeper.read('c1')).to.deep.equal(session)
      expect(open().read('c1')).to.equal(null)
      expect(fs.readdirSync(folder)).to.deep.equal([])
    })
  }

  it('are deleted when they expire or are forgotten', () => {
    const keeper = open()
    keeper.keep('c1', session)
    keeper.keep('c2', session)
    keeper.forget('c2')
    now = new Date('2026-11-22T10:00:01Z')

    expect(keeper.read('c2')).to.equal(null)
    expect(keeper.read('c1')).to.equal(null)
    expect(written()).to.equal('{}\n')
  })

  it('are discarded if the keychain cannot decrypt them', () => {
    open().keep('c1', session)
    fs.writeFileSync(path.join(folder, 'sessions.json'), JSON.stringify({ c1: 'bm90aGluZw==' }))

    expect(open().read('c1')).to.equal(null)
  })
})
