import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { readContent } from '../../../../../shared/repository/content.ts'
import { walkTree } from '../../../../../shared/repository/tree.ts'
import { archiveSnapshot } from '../../../../../service/domain/repository/snapshots/archive-snapshot.ts'
import { rootOf } from '../../../../../service/domain/repository/snapshots/find-snapshot.ts'
import { tarHeader } from '../../../../../service/domain/repository/snapshots/tar-header.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import type { Snapshot } from '../../../../../service/store/models/snapshot.ts'
import { seeded } from '../../../../shared/repository/seeded.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { someListing } from './some-listing.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const isRoot = process.getuid?.() === 0

describe('the archive download of a snapshot', () => {
  let test: TestRepository
  let tenant: Scene
  let device: Device
  let folder: string

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    device = await tenant.hasDevice({ name: 'web-1', platform: 'linux_server' })
  })
  after(() => test.close())
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-archive-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  async function archive(snapshot: Snapshot, where = '/', limits = {}): Promise<Buffer> {
    const { body } = await archiveSnapshot(tenant.reading(limits), snapshot.id, where)
    return Buffer.concat(await Array.fromAsync(body))
  }

  function unpack(tar: Buffer): void {
    fs.writeFileSync(path.join(folder, 'archive.tar'), tar)
    fs.mkdirSync(path.join(folder, 'out'))
    const options = isRoot ? ['--same-owner', '--numeric-owner', '-p'] : ['--no-same-owner', '-p']
    execFileSync('tar', ['-C', path.join(folder, 'out'), ...options, '-xf', path.join(folder, 'archive.tar')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }

  const unpacked = (name: string) => path.join(folder, 'out', name)

  it('unpacks to the tree, with names, types, modes, owners, times and links', async () => {
    const random = seeded(90)
    for (let round = 0; round < 12; round++) {
      const { snapshot } = await tenant.hasTree(device, someListing(random, random.whole(1, 80)))

      unpack(await archive(snapshot))

      const reader = test.dependencies.repository.chunkReader(tenant.id)
      const links = new Map<string, number>()
      let [seen, sockets] = [0, 0]
      for await (const { path: name, entry } of walkTree(reader, rootOf(snapshot))) {
        if (name.length === 0) continue
        if (entry.type === 'socket') {
          sockets++
          continue
        }
        seen++
        const where = Buffer.concat([Buffer.from(`${unpacked('')}/`), name])
        const found = fs.lstatSync(where, { bigint: true })
        const label = JSON.stringify(name.toString('latin1'))
        expect(kindOf(found), label).to.equal(entry.type)
        if (entry.type !== 'symlink') expect(Number(found.mode & 0o7777n), label).to.equal(entry.mode)
        if (isRoot) expect([Number(found.uid), Number(found.gid)], label).to.deep.equal([entry.uid, entry.gid])
        const time = BigInt(entry.mtime.seconds) * 1_000_000_000n + BigInt(entry.mtime.nanoseconds)
        if (entry.type !== 'symlink') expect(found.mtimeNs, label).to.equal(time)
        if (entry.type === 'symlink')
          expect(fs.readlinkSync(where, 'buffer').equals(entry.target!), label).to.equal(true)
        if (entry.rdev) expect(found.rdev, label).to.equal(rdevOf(entry.rdev))
        if (entry.type === 'file') {
          const bytes = Buffer.concat(await Array.fromAsync(readContent(reader, entry.content!)))
          expect(fs.readFileSync(where).equals(bytes), label).to.equal(true)
        }
        if (entry.hardLink !== undefined) {
          expect(links.get(entry.hardLink) ?? Number(found.ino), label).to.equal(Number(found.ino))
          links.set(entry.hardLink, Number(found.ino))
        }
      }
      expect(countFiles(Buffer.from(unpacked('')))).to.equal(seen + (sockets > 0 ? 1 : 0)) // including the list of them
      fs.rmSync(path.join(folder, 'out'), { recursive: true })
    }
  })

  it('preserves long names, and names that are not UTF-8', async () => {
    const long = `${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(255)}`
    const names = ['\xff\xfe', 'caf\xe9', Buffer.from('café').toString('latin1'), 'a\nb', '-rf', ' ', long]
    const { snapshot } = await tenant.hasTree(
      device,
      [...names].sort().map((name) => [name, { bytes: `in ${name.slice(0, 3)}` }]),
    )

    unpack(await archive(snapshot))

    for (const name of names) {
      const where = Buffer.concat([Buffer.from(`${unpacked('')}/`), Buffer.from(name, 'latin1')])
      expect(fs.readFileSync(where, 'utf8')).to.equal(`in ${name.slice(0, 3)}`)
    }
  })

  it('of a folder contains only that folder, under its path', async () => {
    const { snapshot } = await tenant.hasTree(device, [
      ['etc', {}],
      ['etc/ssh', { mode: 0o700 }],
      ['etc/ssh/config', { bytes: 'Port 22\n', hardLink: '1' }],
      ['other', { bytes: 'Port 22\n', hardLink: '1' }],
    ])

    unpack(await archive(snapshot, '/etc/ssh'))

    expect(fs.readdirSync(unpacked(''))).to.deep.equal(['etc'])
    expect(fs.statSync(unpacked('etc/ssh')).mode & 0o777).to.equal(0o700)
    expect(fs.readFileSync(unpacked('etc/ssh/config'), 'utf8')).to.equal('Port 22\n')
  })

  it('lists in a file what the backup lacks or an archive cannot contain', async () => {
    const { snapshot } = await tenant.hasTree(device, [
      ['COFFER-MISSING.txt', { bytes: 'the server has one too\n' }],
      ['changing', { bytes: '12345', size: 9, problem: 'changed' }],
      ['good', { bytes: 'good' }],
      ['secret', { type: 'file', size: 10, problem: 'unreadable' }],
      ['socket', { type: 'socket' }],
    ])

    unpack(await archive(snapshot))

    expect(fs.readdirSync(unpacked('')).sort()).to.deep.equal([
      'COFFER-MISSING.txt',
      '_COFFER-MISSING.txt',
      'changing',
      'good',
    ])
    expect(fs.readFileSync(unpacked('_COFFER-MISSING.txt'), 'utf8').split('\n')).to.deep.equal([
      'changed while it was read, kept as it was read: changing',
      'could not be read: secret',
      'a socket, which no archive holds: socket',
      '',
    ])
    expect(fs.readFileSync(unpacked('changing'), 'utf8')).to.equal('12345')
  })

  it('has no such file if nothing is missing', async () => {
    const { snapshot } = await tenant.hasTree(device, [['good', { bytes: 'good' }]])

    unpack(await archive(snapshot))

    expect(fs.readdirSync(unpacked(''))).to.deep.equal(['good'])
  })

  it('of an empty tree is an empty archive', async () => {
    const { snapshot } = await tenant.hasTree(device, [['', {}]])

    unpack(await archive(snapshot))

    expect(fs.readdirSync(unpacked(''))).to.deep.equal([])
  })

  it('above the limit is rejected before the first byte, measured per folder', async () => {
    const { snapshot } = await tenant.hasTree(device, [
      ['large', {}],
      ['large/file', { bytes: Buffer.alloc(3000) }],
      ['small', {}],
      ['small/file', { bytes: Buffer.alloc(1000) }],
    ])

    const whole = await failureOf(archive(snapshot, '/', { archiveBytes: 3999 }))
    const large = await failureOf(archive(snapshot, '/large', { archiveBytes: 2999 }))
    const small = await archive(snapshot, '/small', { archiveBytes: 2999 })

    expect(whole).to.deep.include({ status: 413, params: { content: 'archive', size: 4000, limit: 3999 } })
    expect(large).to.include({ status: 413 })
    expect(small.length).to.be.greaterThan(1000)
  })

  it('measures the read size of files that changed, not the announced one', async () => {
    const { snapshot } = await tenant.hasTree(device, [
      ['grew', { bytes: Buffer.alloc(5000), size: 1, problem: 'changed' }],
    ])

    const refusal = await failureOf(archive(snapshot, '/', { archiveBytes: 4999 }))

    expect(refusal).to.include({ status: 413 })
  })

  it('is rejected for a file, a missing path, or an invalid path', async () => {
    const { snapshot } = await tenant.hasTree(device, [['file', { bytes: 'x' }]])

    const errorPatterns = [
      await failureOf(archive(snapshot, '/file')),
      await failureOf(archive(snapshot, '/nowhere')),
      await failureOf(archive(snapshot, '/%zz')),
    ]

    expect(errorPatterns.map((refusal) => 'status' in refusal && refusal.status)).to.deep.equal([409, 404, 422])
  })

  it('ends with an error if the backup is damaged, never as a valid archive', async () => {
    const random = seeded(7)
    const { snapshot } = await tenant.hasTree(device, [
      ['a', { bytes: random.bytes(1_500_000) }],
      ['b', { bytes: random.bytes(3_000_000) }],
    ])
    const packs = path.join(test.folder, tenant.prefix, 'packs')
    const newest = path.join(packs, fs.readdirSync(packs).sort().at(-1)!)
    const opened = await archiveSnapshot(tenant.reading(), snapshot.id, '/')
    fs.truncateSync(newest, 10)

    const failure = await failureOf(Array.fromAsync(opened.body))

    expect(failure).to.include({ status: 500 })
  })

  it('reads no further than its consumer', async () => {
    const random = seeded(8)
    const { snapshot } = await tenant.hasTree(
      device,
      Array.from({ length: 12 }, (_, i) => [`file${String(i).padStart(2, '0')}`, { bytes: random.bytes(1_200_000) }]),
    )
    const opened = await archiveSnapshot(tenant.reading(), snapshot.id, '/')
    test.reads = 0
    const body = opened.body[Symbol.asyncIterator]()

    await body.next()
    await body.return?.()

    expect(test.reads).to.be.lessThan(6)
  })
})

describe('a tar header', () => {
  const epoch = { seconds: 0, nanoseconds: 0 }
  const plain = { path: Buffer.from('f'), type: 'file' as const, mode: 0, uid: 0, gid: 0, size: 0 }

  it('includes its own length in each extended record, also when that gains a digit', () => {
    for (let length = 100; length < 1010; length++) {
      const header = tarHeader({ ...plain, type: 'symlink', target: Buffer.alloc(length, 'x'), mtime: epoch })

      const records = header.subarray(512, -512).toString('latin1')

      const size = Number(/^\d+/.exec(records)?.[0] ?? records.indexOf('\0'))
      if (length > 100) expect(records.slice(0, size)).to.equal(`${size} linkpath=${'x'.repeat(length)}\n`)
      expect(records.slice(size)).to.match(/^\0*$/)
    }
  })

  it('encodes times before 1970 with a correct fraction', () => {
    const header = tarHeader({ ...plain, mtime: { seconds: -2, nanoseconds: 250_000_000 } })

    expect(header.subarray(512, 600).toString()).to.match(/^\d+ mtime=-1\.75\n/)
  })
})

function kindOf(found: fs.BigIntStats): string {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'directory'
  if (found.isSymbolicLink()) return 'symlink'
  if (found.isFIFO()) return 'fifo'
  if (found.isCharacterDevice()) return 'char'
  return found.isBlockDevice() ? 'block' : 'other'
}

/** As composed by makedev(3) of the GNU C library, for small numbers. */
function rdevOf({ major, minor }: { major: number; minor: number }): bigint {
  return BigInt(major * 256 + minor)
}

function countFiles(where: Buffer): number {
  const entries = fs.readdirSync(where, { withFileTypes: true, encoding: 'buffer' })
  const below = entries.filter((entry) => entry.isDirectory())
  const counts = below.map(({ name }) => countFiles(Buffer.concat([where, Buffer.from('/'), name])))
  return counts.reduce((sum, count) => sum + count, entries.length)
}
