import { expect } from 'chai'
import fs from 'node:fs'
import path from 'node:path'
import { formatApiPath } from '../../../../../shared/repository/api-path.ts'
import { browseSnapshot } from '../../../../../service/domain/repository/snapshots/browse-snapshot.ts'
import {
  type FileDifference,
  type FolderDifference,
  diffSnapshots,
  kindOf,
} from '../../../../../service/domain/repository/snapshots/diff-snapshots.ts'
import { listSnapshots } from '../../../../../service/domain/repository/snapshots/list-snapshots.ts'
import { readSnapshotFile } from '../../../../../service/domain/repository/snapshots/read-snapshot-file.ts'
import { measureTreeChange } from '../../../../../service/domain/repository/chunks/compare-trees.ts'
import { createEventLoopYielder } from '../../../../../service/domain/repository/chunks/yield-event-loop.ts'
import { rootOf } from '../../../../../service/domain/repository/snapshots/find-snapshot.ts'
import { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import type { Snapshot } from '../../../../../service/store/models/snapshot.ts'
import { seeded } from '../../../../shared/repository/seeded.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { someListing } from './some-listing.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import type { TreeListing } from '../../../../support/scene/trees.ts'
import type { TreeEntry } from '../../../../../shared/repository/tree-entry.ts'

const older: TreeListing = [
  ['', {}],
  ['etc', {}],
  ['etc/hosts', { bytes: '127.0.0.1 localhost\n10.0.0.1 gate\n' }],
  ['etc/key', { bytes: Buffer.from([1, 0, 2, 0]) }],
  ['etc/link', { type: 'symlink', target: Buffer.from('hosts') }],
  ['etc/motd', { bytes: 'hello\n' }],
  ['etc/shadow', { type: 'file', size: 99, problem: 'unreadable' }],
  ['etc/ssh', {}],
  ['etc/ssh/config', { bytes: 'Port 22\n' }],
  ['srv', {}],
  ['srv/\xe9t\xe9', { bytes: 'latin1 name\n' }],
  ['srv/100%', { bytes: 'percent\n' }],
  ['srv/same', {}],
  ['srv/same/a', { bytes: 'never changes\n' }],
  ['tty', { type: 'char', rdev: { major: 4, minor: 1 } }],
]

const newer: TreeListing = older
  .filter(([name]) => name !== 'etc/motd' && !name.startsWith('etc/ssh'))
  .map(([name, entry]): TreeListing[number] => {
    if (name === 'etc/hosts') return [name, { bytes: '127.0.0.1 localhost\n10.0.0.2 gate\n', mode: 0o600 }]
    if (name === 'etc/key') return [name, { bytes: Buffer.from([1, 0, 2, 1]) }]
    if (name === 'etc/link') return [name, { ...entry, target: Buffer.from('motd') }]
    if (name === 'srv/100%') return [name, { ...entry, mtime: { seconds: 1, nanoseconds: 1 } }]
    return [name, entry]
  })
  .concat([
    ['var', {}],
    ['var/log', {}],
    ['var/log/one', { bytes: 'new\n' }],
  ])

describe('snapshots of a device', () => {
  let test: TestRepository
  let tenant: Scene
  let device: Device
  let first: Snapshot
  let second: Snapshot

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    device = await tenant.hasDevice({ name: 'web-1', platform: 'linux_server' })
    first = (await tenant.hasTree(device, older, { capturedAt: new Date('2025-01-01T00:00:00Z') })).snapshot
    second = (await tenant.hasTree(device, newer, { capturedAt: new Date('2025-01-02T00:00:00Z') })).snapshot
  })
  after(() => test.close())

  const browse = (where: string, page = {}) =>
    browseSnapshot(tenant.reading(), first.id, where, { limit: 100, after: null, ...page })

  async function diff(where: string, limits = {}): Promise<FolderDifference | FileDifference> {
    return diffSnapshots(tenant.reading(limits), first.id, { other: second.id, path: where, context: 3 })
  }

  async function textOf(
    where: string,
    download = false,
  ): Promise<{ text: string; contentType: string; fileName: string }> {
    const { body, contentType, fileName } = await readSnapshotFile(tenant.reading(), first.id, where, { download })
    return { text: Buffer.concat(await Array.fromAsync(body)).toString('latin1'), contentType, fileName }
  }

  it('are listed with the latest first, page by page', async () => {
    const all = await tenant.inTransaction((call) => listSnapshots(call, device.id, { limit: 10, after: null }))
    const after = { capturedAt: second.capturedAt, id: second.id }
    const rest = await tenant.inTransaction((call) => listSnapshots(call, device.id, { limit: 10, after }))

    expect(all.map(({ snapshot }) => snapshot.id)).to.deep.equal([second.id, first.id])
    expect(rest.map(({ snapshot }) => snapshot.id)).to.deep.equal([first.id])
  })

  it('are browsed by folder, with any spelling of the path', async () => {
    const root = await browse('/')
    const spellings = await Promise.all(['/etc', 'etc', '/etc/', '//etc//', '/%65tc'].map((where) => browse(where)))

    expect(root.map(({ name }) => name.toString())).to.deep.equal(['etc', 'srv', 'tty'])
    for (const entries of spellings) {
      const names = entries.map(({ name }) => name.toString())
      expect(names).to.deep.equal(['hosts', 'key', 'link', 'motd', 'shadow', 'ssh'])
    }
  })

  it('are paged by the bytes of names', async () => {
    const firstPage = await browse('/etc', { limit: 2 })
    const secondPage = await browse('/etc', { limit: 2, after: firstPage[1]!.name })

    expect(firstPage.map(({ name }) => name.toString())).to.deep.equal(['hosts', 'key'])
    expect(secondPage.map(({ name }) => name.toString())).to.deep.equal(['link', 'motd'])
  })

  it('have no path outside, through a link, or to a missing entry', async () => {
    const paths = ['/nowhere', '/etc/../etc', '/etc/.', '/etc/link/x', '/etc/hosts/x', '/..']

    const errorPatterns = await Promise.all(paths.map((where) => failureOf(browse(where))))

    for (const refusal of errorPatterns) expect(refusal).to.include({ status: 404 })
  })

  it('reject an invalid path, and a folder instead of a file', async () => {
    const bad = await failureOf(browse('/100%'))
    const file = await failureOf(browse('/etc/hosts'))
    const folder = await failureOf(textOf('/etc'))
    const link = await failureOf(textOf('/etc/link'))
    const unreadable = await failureOf(textOf('/etc/shadow'))

    expect(bad).to.include({ status: 422 })
    expect((bad as DomainError).fieldErrors).to.deep.equal([
      { path: 'path', error: { code: 'invalid_percent_escape', params: {} } },
    ])
    for (const refusal of [file, folder, link, unreadable]) expect(refusal).to.include({ status: 409 })
    expect(link).to.deep.include({ code: 'not_a_file', params: { path: 'etc/link', type: 'symlink', target: 'hosts' } })
    expect(unreadable).to.deep.include({ code: 'not_collected', params: { path: 'etc/shadow' } })
  })

  it('return files byte for byte, as text if they are text', async () => {
    const text = await textOf('/etc/hosts')
    const bytes = await textOf('/etc/key')
    const odd = await textOf('/srv/%E9t%E9')
    const percent = await textOf('/srv/100%25', true)

    expect(text).to.deep.include({
      text: '127.0.0.1 localhost\n10.0.0.1 gate\n',
      contentType: 'text/plain; charset=utf-8',
    })
    expect(bytes).to.deep.include({ text: '\x01\0\x02\0', contentType: 'application/octet-stream' })
    expect(odd).to.deep.include({ text: 'latin1 name\n', fileName: '%E9t%E9' })
    expect(percent).to.deep.include({ text: 'percent\n', fileName: '100%25' })
  })

  it('reject a file above the preview limit before the first byte, except for a download', async () => {
    const reading = tenant.reading({ filePreviewBytes: 10 })

    const refusal = await failureOf(readSnapshotFile(reading, first.id, '/etc/hosts', { download: false }))
    const download = await readSnapshotFile(reading, first.id, '/etc/hosts', { download: true })

    expect(refusal).to.deep.include({ status: 413, params: { content: 'preview', size: 34, limit: 10 } })
    expect(download.sizeBytes).to.equal(34)
  })

  it('are compared by folder: added, removed and modified entries', async () => {
    const difference = (await diff('/')) as FolderDifference

    const described = difference.shown.map((change) => [
      kindOf(change),
      formatApiPath(change.path),
      change.changes.join(),
    ])
    expect(described).to.deep.equal([
      ['modified', 'etc/hosts', 'content,mode'],
      ['modified', 'etc/key', 'content'],
      ['modified', 'etc/link', 'target'],
      ['removed', 'etc/motd', ''],
      ['removed', 'etc/ssh', ''],
      ['removed', 'etc/ssh/config', ''],
      ['added', 'var', ''],
      ['added', 'var/log', ''],
      ['added', 'var/log/one', ''],
    ])
    expect(difference.counts).to.deep.equal({ added: 3, removed: 3, modified: 3 })
  })

  it('are compared without reading equal folders', async () => {
    const reader = test.dependencies.repository.chunkReader(tenant.id)
    const read: string[] = []
    const counting = { read: (id: Parameters<typeof reader.read>[0]) => (read.push(id), reader.read(id)) }

    const magnitude = await measureTreeChange(counting, rootOf(first), rootOf(second), createEventLoopYielder())

    expect(magnitude).to.deep.equal({ added: 6, removed: 6 })
    expect(read).to.have.length(2 + 2 + 4 + 1 + 2) // roots, their listings, etc and srv on both sides, ssh, var and log
  })

  it('are compared with complete counts when the list is truncated', async () => {
    const difference = (await diff('/', { diffLines: 4 })) as FolderDifference

    expect(difference.shown).to.have.length(4)
    expect(difference.counts).to.deep.equal({ added: 3, removed: 3, modified: 3 })
  })

  it('are compared by file on the raw bytes', async () => {
    const changed = (await diff('/etc/hosts')) as FileDifference
    const gone = (await diff('/etc/motd')) as FileDifference
    const link = (await diff('/etc/link')) as FileDifference
    const same = (await diff('/srv/100%25')) as FileDifference

    expect(changed).to.deep.include({
      added: 1,
      removed: 1,
      binary: false,
      truncated: false,
      changes: ['content', 'mode'],
    })
    expect(changed.unified).to.equal(
      [
        '--- /etc/hosts 2025-01-01T00:00:00.000Z',
        '+++ /etc/hosts 2025-01-02T00:00:00.000Z',
        '@@ -1,2 +1,2 @@',
        ' 127.0.0.1 localhost',
        '-10.0.0.1 gate',
        '+10.0.0.2 gate',
        '',
      ].join('\n'),
    )
    expect(gone).to.deep.include({ added: 0, removed: 1 })
    expect(link.unified).to.match(/-hosts\n.*\n\+motd/)
    expect(same).to.deep.include({ unified: '', added: 0, removed: 0, changes: [] })
  })

  it('are recorded as read for each of two configurations', async () => {
    const unit = await tenant.hasDevice()
    const tree = await tenant.hasTree(unit, older)
    const archive = await tenant.hasArchive(unit, 'archive', newer)
    const records = () =>
      tenant.inTransaction(({ trx }) => trx('audit').where({ action: 'snapshot.diff' }).orderBy('id').select())
    const before = (await records()).length

    const options = { path: '/srv', context: 3 }
    await diffSnapshots(tenant.reading(), tree.snapshot.id, { other: archive.snapshot.id, ...options })

    const made = (await records()).slice(before)
    expect(made.map(({ artifact_key: key }) => key)).to.have.members(['filetree', 'ucs'])
  })

  it('report only that binary files differ', async () => {
    const difference = (await diff('/etc/key')) as FileDifference

    expect(difference).to.deep.include({ binary: true, unified: '', changes: ['content'] })
  })

  it('reject the comparison of a file above the limit on either side', async () => {
    const refusal = await failureOf(diff('/etc/motd', { diffFileBytes: 5 }))

    expect(refusal).to.deep.include({ status: 413, params: { content: 'comparison', size: 6, limit: 5 } })
  })

  it('reject a comparison with another device, a missing snapshot, or a missing path', async () => {
    const neighbour = await tenant.hasDevice({ platform: 'linux_server' })
    const foreign = (await tenant.hasTree(neighbour, older)).snapshot
    const options = { path: '/', context: 3 }

    const device = await failureOf(diffSnapshots(tenant.reading(), first.id, { ...options, other: foreign.id }))
    const nothing = await failureOf(
      diffSnapshots(tenant.reading(), first.id, { ...options, other: device.name && first.deviceId }),
    )
    const nowhere = await failureOf(diff('/nowhere'))

    expect(device).to.include({ status: 400 })
    expect(nothing).to.include({ status: 404 })
    expect(nowhere).to.include({ status: 404 })
  })

  it('return every entry of any tree by browsing and reading', async () => {
    const random = seeded(31)
    for (let round = 0; round < 8; round++) {
      const listing = someListing(random, random.whole(0, 60))
      const { snapshot } = await tenant.hasTree(device, listing)
      const reading = tenant.reading()
      const read = new Map<string, TreeEntry>()
      const folders = ['']
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
        const path = `/${formatApiPath(Buffer.from(folder, 'latin1'))}`
        for (const entry of await browseSnapshot(reading, snapshot.id, path, { limit: 1000, after: null })) {
          const name = (folder === '' ? '' : `${folder}/`) + entry.name.toString('latin1')
          read.set(name, entry)
          if (entry.type === 'directory') folders.push(name)
        }
      }

      expect([...read.keys()].sort()).to.deep.equal(listing.map(([name]) => name).sort())
      for (const [name, { bytes, ...given }] of listing) {
        const { hardLink: _label, type = 'file', ...attributes } = given
        expect(read.get(name), JSON.stringify(name)).to.deep.include({ type, ...attributes })
        if (bytes === undefined) continue
        const path = formatApiPath(Buffer.from(name, 'latin1'))
        const { body } = await readSnapshotFile(reading, snapshot.id, path, { download: false })
        expect(Buffer.concat(await Array.fromAsync(body)).equals(Buffer.from(bytes))).to.equal(true)
      }
    }
  })

  it('report damage with the object concerned, and return nothing', async () => {
    const { snapshot, version } = await tenant.hasTree(device, [['only', { bytes: 'in a pack of its own, soon gone' }]])
    const folder = path.join(test.folder, tenant.prefix, 'packs')
    fs.unlinkSync(path.join(folder, fs.readdirSync(folder).sort().at(-1)!))

    const page = { limit: 1, after: null }
    const refusal = await failureOf(browseSnapshot(tenant.reading(), snapshot.id, '/', page))

    expect(refusal).to.be.instanceOf(DomainError).and.to.include({ status: 500 })
    expect((refusal as DomainError).fields.code).to.equal('content_damaged')
    expect(refusal.message).to.contain(snapshot.id).and.to.contain(version.id)
  })
})
