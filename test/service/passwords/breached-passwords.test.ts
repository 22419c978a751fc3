import { expect } from 'chai'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { openBreachedPasswords } from '../../../service/passwords/breached-passwords-file.ts'
import { type PasswordList, writeBreachedPasswords } from '../../../service/passwords/write-breached-passwords.ts'
import { failureOf } from '../../support/failure-of.ts'
import { temporaryFolder } from '../../support/temporary-folders.ts'

describe('a file of breached passwords', () => {
  const folder = temporaryFolder('coffer-test-breached-')
  after(() => fs.rmSync(folder, { recursive: true }))

  const write = async (text: string, list: Partial<PasswordList> = {}) => {
    const file = path.join(folder, 'list.txt')
    fs.writeFileSync(file, text)
    const target = path.join(folder, 'breached')
    const count = await writeBreachedPasswords({ file, format: 'hashes', minimumCount: 1, ...list }, target)
    return { count, target }
  }
  const containsAmong = async (target: string, passwords: string[]) => {
    const opened = openBreachedPasswords(target)
    const found = await Promise.all(passwords.map((password) => opened.contains(password)))
    opened.close()
    return found
  }
  const lineOf = (password: string, seen: number) =>
    `${createHash('sha1').update(password).digest('hex').toUpperCase()}:${seen}`
  const ordered = (...lines: string[]) => `${lines.sort().join('\r\n')}\r\n`

  it('is written from a list of SHA-1 hashes and finds each of them, and no other password', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `password number ${at}`)

    const { count, target } = await write(ordered(...many.map((one) => lineOf(one, 3))))

    expect(count).to.equal(many.length)
    expect(new Set(await containsAmong(target, many))).to.deep.equal(new Set([true]))
    expect(await containsAmong(target, ['password number 3000', '', 'another'])).to.deep.equal([false, false, false])
  })

  it('omits passwords below the minimum count', async () => {
    const { count, target } = await write(ordered(lineOf('often', 100), lineOf('rarely', 9)), { minimumCount: 10 })

    expect(count).to.equal(1)
    expect(await containsAmong(target, ['often', 'rarely'])).to.deep.equal([true, false])
  })

  it('is written from a list of passwords in any order and Unicode form', async () => {
    const decomposed = 'l’été à la plage'.normalize('NFD')

    const { count, target } = await write(`trustno1\nletmein\n${decomposed}\nletmein\n`, { format: 'passwords' })

    expect(count).to.equal(3)
    expect(await containsAmong(target, ['letmein', 'l’été à la plage', 'trustno'])).to.deep.equal([true, true, false])
  })

  for (const [what, text] of [
    ['that is not sorted', `${lineOf('b', 1)}\n${lineOf('a', 1)}\n`],
    ['that has another format', 'hunter2\n'],
  ] as const) {
    it(`is not written from a list ${what}, and keeps the earlier file`, async () => {
      const { target } = await write(lineOf('kept', 1))

      const failure = await failureOf(write(text))

      expect(failure.message).to.match(/^Line [12] of .*list\.txt is not a SHA-1 hash, or is not in ascending order/)
      expect(await containsAmong(target, ['kept'])).to.deep.equal([true])
      expect(fs.readdirSync(folder)).to.have.members(['list.txt', 'breached'])
    })
  }

  it('is refused if it is missing, incomplete or another file', async () => {
    const { target } = await write(lineOf('one', 1))
    const cut = path.join(folder, 'cut')
    fs.writeFileSync(cut, fs.readFileSync(target).subarray(0, -3))

    expect(() => openBreachedPasswords(cut)).to.throw('is not a file of breached passwords, or is incomplete')
    expect(() => openBreachedPasswords(path.join(folder, 'list.txt'))).to.throw('is not a file of breached passwords')
    expect(() => openBreachedPasswords(path.join(folder, 'absent'))).to.throw('cannot be read')
    fs.rmSync(cut)
  })
})
