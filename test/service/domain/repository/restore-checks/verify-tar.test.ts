import { expect } from 'chai'
import { verifyTar } from '../../../../../service/domain/repository/restore-checks/verify-tar.ts'
import { tarEnd, tarHeader, tarPadding } from '../../../../../service/domain/repository/snapshots/tar-header.ts'
import { failureOf } from '../../../../support/failure-of.ts'

const content = Buffer.from('PermitRootLogin no\n'.repeat(100))
const common = { mode: 0o644, uid: 0, gid: 0, mtime: { seconds: 0, nanoseconds: 5 } }
const file = (path: string) =>
  Buffer.concat([
    tarHeader({ ...common, path: Buffer.from(path), type: 'file', size: content.length }),
    content,
    Buffer.alloc(tarPadding(content.length)),
  ])
const whole = Buffer.concat([file('etc/ssh/sshd_config'), file(`etc/${'x'.repeat(200)}`), tarEnd])

describe('the verification of an archive', () => {
  async function* inPieces(archive: Buffer, size = 700) {
    for (let from = 0; from < archive.length; from += size) yield archive.subarray(from, from + size)
  }

  it('accepts a whole archive in pieces of any size', async () => {
    for (const size of [1, 511, 512, 700, whole.length]) await verifyTar(inPieces(whole, size))
  })

  it('accepts an archive without members', async () => {
    await verifyTar(inPieces(tarEnd))
  })

  it('rejects an archive that ends within a member, before its end or before its first member', async () => {
    for (const length of [0, 512, 1500, whole.length - tarEnd.length]) {
      const error = await failureOf(verifyTar(inPieces(whole.subarray(0, length))))
      expect(error, `${length} bytes`).to.have.property('name', 'ContentDamaged')
    }
  })

  it('rejects a header with a wrong checksum', async () => {
    const damaged = Buffer.from(whole)
    damaged[0] = damaged[0]! ^ 1

    expect(await failureOf(verifyTar(inPieces(damaged)))).to.have.property('name', 'ContentDamaged')
  })

  it('fails with the error of the source', async () => {
    async function* failing() {
      yield whole.subarray(0, 600)
      throw new Error('the store does not answer')
    }

    expect(await failureOf(verifyTar(failing()))).to.have.property('message', 'the store does not answer')
  })
})
