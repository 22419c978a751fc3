import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import path from 'node:path'
import { expect } from 'chai'
import { ArchiveDamaged, MembersUnreadable } from '../../../agent/archive/archive-fault.ts'
import { archiveLimits, readMembers, type ArchiveLimits } from '../../../agent/archive/read-members.ts'
import type { ArchiveDescription, Platform } from '../../../shared/platforms/platform.ts'
import { readContent } from '../../../shared/repository/content.ts'
import { createTreeWriter } from '../../../shared/repository/tree-writer.ts'
import { tgzOf } from '../../support/tgz-of.ts'
import { createMemoryChunks } from '../../shared/repository/memory-chunks.ts'

const archive: ArchiveDescription = {
  identity: [{ members: /^config\/.*\.conf$/, as: 'text' }, { members: /^config\/filestore\// }],
  requiredMembers: [],
  extension: 'tgz',
}

const platform: Platform = {
  id: 'example',
  name: 'Example',
  transports: ['ssh'],
  preferred: 'ssh',
  artifacts: { text: { kind: 'text', transports: ['ssh'] }, ball: { kind: 'blob', transports: ['ssh'], archive } },
  options: { type: 'object', additionalProperties: false, properties: {} },
  normalise: { revision: 1, rules: [{ volatile: /^salt (.*)/ }] },
}

const captured = path.join(import.meta.dirname, '../../fixtures/lbco_bigip/archives')

async function read(
  bytes: Buffer,
  { described = archive, limits = {} }: { described?: ArchiveDescription; limits?: Partial<ArchiveLimits> } = {},
) {
  const chunks = createMemoryChunks()
  const ground = {
    platform,
    archive: described,
    chunkIdKey: Buffer.alloc(32, 7),
    writer: chunks,
    limits: { ...archiveLimits, ...limits },
  }
  const members = await readMembers(piecesOf(bytes), ground)
  return { ...members, chunks }
}

async function* piecesOf(bytes: Buffer, length = 1000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('the members of an archive', () => {
  let folder: string
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-members-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  function pack(...options: string[]): Buffer {
    return execFileSync('tar', ['-C', folder, ...options, '-czf', '-', '.'], { maxBuffer: 2 ** 30 })
  }

  for (const format of ['pax', 'gnu']) {
    it(`include large owner ids of a directory service in ${format} tar`, async () => {
      fs.writeFileSync(path.join(folder, 'file'), 'a')

      const { entries } = await read(
        pack(`--format=${format}`, '--owner=ad:3000000', '--group=ad:4294967294', '--mtime=@-1'),
      )

      const file = entries.find(({ path: name }) => name.toString() === 'file')?.entry
      expect(file).to.include({ uid: 3_000_000, gid: 4_294_967_294, user: 'ad', group: 'ad' })
    })
  }

  for (const format of ['pax', 'gnu', 'ustar']) {
    it(`are read from ${format} tar with any names, links and times`, async () => {
      const long = format === 'ustar' ? 'a'.repeat(90) : 'ä'.repeat(120)
      fs.mkdirSync(path.join(folder, 'config/deep', long), { recursive: true })
      fs.writeFileSync(path.join(folder, 'config/deep', long, 'file'), 'deep')
      fs.writeFileSync(path.join(folder, 'config/bigip.conf'), 'ltm pool p { }\n', { mode: 0o640 })
      fs.utimesSync(path.join(folder, 'config/bigip.conf'), 1_600_000_000, 1_600_000_000)
      fs.writeFileSync(path.join(folder, 'big'), Buffer.alloc(3_000_000, 'x'))
      fs.symlinkSync('../../etc/shadow', path.join(folder, 'link'))
      fs.linkSync(path.join(folder, 'big'), path.join(folder, 'big too'))

      const { entries, chunks } = await read(pack(`--format=${format}`))

      const found = new Map(entries.map(({ path: name, entry }) => [name.toString(), entry]))
      expect([...found.keys()]).to.deep.equal([
        ...['', 'big', 'big too', 'config', 'config/bigip.conf', 'config/deep'],
        ...[`config/deep/${long}`, `config/deep/${long}/file`, 'link'],
      ])
      expect(found.get('link')?.target?.toString()).to.equal('../../etc/shadow')
      expect(found.get('config/bigip.conf')).to.include({ type: 'file', mode: 0o640, size: 15 })
      expect(found.get('config/bigip.conf')?.mtime.seconds).to.equal(1_600_000_000)
      expect(found.get('big')?.hardLink).to.equal(found.get('big too')?.hardLink).and.be.a('string')
      const content = found.get('big too')?.content
      const bytes = content && Buffer.concat(await Array.fromAsync(readContent(chunks, content)))
      expect(bytes?.equals(Buffer.alloc(3_000_000, 'x'))).to.equal(true)
      const tree = createTreeWriter(chunks)
      for (const { path: name, entry } of entries) await tree.add(name, entry)
      expect((await tree.end()).counts).to.include({ symlinks: 1, problems: 0 })
    })
  }

  it('are read from an archive made by a load balancer', async () => {
    const bytes = fs.readFileSync(path.join(captured, 'f5_corkscrew_test.tar.gz'))

    const { entries } = await read(bytes)

    expect(entries).to.have.length(21)
    expect(entries.map(({ path: name }) => name.toString())).to.include('config/partitions/foo.a_1-c/bigip.conf')
  })

  it('fail as damaged when the archive ends at a mebibyte', async () => {
    const bytes = fs.readFileSync(path.join(captured, 'conx-truncated.ucs'))

    const fault = await faultOf(read(bytes))

    expect(bytes).to.have.length(1024 * 1024)
    expect(fault).to.be.instanceOf(ArchiveDamaged)
  })

  it('fail as damaged wherever an archive is truncated or a bit changed', async () => {
    const whole = fs.readFileSync(path.join(captured, 'f5_corkscrew_test.tar.gz'))

    for (let length = 18; length < whole.length; length += 4096) {
      expect(await faultOf(read(whole.subarray(0, length))), `${length} bytes`).to.be.instanceOf(ArchiveDamaged)
    }
    const flipped = Buffer.from(whole)
    flipped[whole.length - 6] = (flipped[whole.length - 6] ?? 0) ^ 1
    expect(await faultOf(read(flipped))).to.be.instanceOf(ArchiveDamaged)
  })

  it('fail as damaged when required members are missing', async () => {
    const bytes = fs.readFileSync(path.join(captured, 'f5_corkscrew_test.tar.gz'))

    const fault = await faultOf(read(bytes, { described: { ...archive, requiredMembers: [/^SPEC-Manifest$/] } }))

    expect(fault).to.be.instanceOf(ArchiveDamaged)
    expect((fault as Error).message).to.contain('SPEC-Manifest')
  })

  describe('have an identity', () => {
    const identityOf = async (members: [string, string][]) => (await read(ball(members))).identity
    const one: [string, string][] = [
      ['config/bigip.conf', 'ltm pool p { }\nsalt 1\n'],
      ['config/filestore/key', 'salt 1\n'],
      ['var/drift', '0.1'],
    ]

    it('that ignores order, password salts and insignificant members', async () => {
      const again: [string, string][] = [
        ['var/drift', '0.2'],
        ['config/filestore/key', 'salt 1\n'],
        ['./config/bigip.conf', 'ltm pool p { }\nsalt 2\n'],
      ]

      expect(await identityOf(again)).to.equal(await identityOf(one))
    })

    it('that changes with any significant text, file or name', async () => {
      const [conf, key, drift] = one as [[string, string], [string, string], [string, string]]
      const others: [string, string][][] = [
        [['config/bigip.conf', 'ltm pool q { }\nsalt 1\n'], key, drift],
        [conf, ['config/filestore/key', 'salt 2\n'], drift],
        [['config/bigip2.conf', conf[1]], key, drift],
        [conf, drift],
      ]

      const identities = await Promise.all([one, ...others].map(identityOf))

      expect(new Set(identities).size).to.equal(identities.length)
    })
  })

  describe('are not read', () => {
    const cases: [string, string, Buffer, Partial<ArchiveLimits>?][] = [
      ['where they are encrypted', 'encrypted', Buffer.from(`Salted__${'x'.repeat(100)}`)],
      [
        'where they are encrypted for a key',
        'encrypted',
        Buffer.from([0x85, 0x02, 0x0c, 0x03, ...Buffer.alloc(100, 1)]),
      ],
      ['where one has an unknown type', 'unknown_format', gzipSync(strangeTar())],
      ['where a name leads outside', 'unsafe_names', ball([['../../etc/passwd', 'x']])],
      [
        'where one is below a file',
        'unsafe_names',
        ball([
          ['a', 'x'],
          ['a/b', 'y'],
        ]),
      ],
      [
        'where there are too many',
        'too_many_members',
        ball([
          ['a', ''],
          ['b', ''],
          ['c', ''],
        ]),
        { members: 2 },
      ],
      ['where they are too large', 'too_large', ball([['a', 'x'.repeat(10_000)]]), { bytes: 5_000 }],
      ['where they are a decompression bomb', 'too_large', gzipSync(Buffer.alloc(80 * 1024 * 1024))],
    ]
    for (const [name, reason, bytes, limits] of cases) {
      it(name, async () => {
        const fault = await faultOf(read(bytes, { limits }))

        expect(fault).to.be.instanceOf(MembersUnreadable)
        expect((fault as MembersUnreadable).reason).to.equal(reason)
      })
    }
  })

  const neither = 'it is neither compressed by gzip nor encrypted'
  for (const [what, bytes, words] of [
    ['an HTML page', Buffer.from('<html>Configuration Utility restarting...</html>'), neither],
    ['zeros', Buffer.alloc(1024 * 1024), neither],
    ['noise that begins like a GnuPG packet', Buffer.alloc(2048, 0x85), neither],
    ['gzip without a tar', gzipSync(Buffer.alloc(2048, 'text')), ''],
    ['empty gzip', gzipSync(Buffer.alloc(0)), ''],
  ] as const) {
    it(`from ${what}, which is reported as damaged`, async () => {
      const fault = await faultOf(read(bytes))

      expect(fault).to.be.instanceOf(ArchiveDamaged)
      expect((fault as Error).message).to.include(words)
    })
  }

  for (const [when, whole, limits] of [
    ['a name leads outside', ball([['../../etc/passwd', noise()]])],
    ['there are too many', ball([...'abc'].map((name) => [name, noise()])), { members: 1 }],
    ['one has an unknown type', gzipSync(Buffer.concat([strangeTar(), Buffer.from(noise())]))],
  ] as [string, Buffer, Partial<ArchiveLimits>?][]) {
    it(`but still verified when ${when}: damage is detected`, async () => {
      const flipped = Buffer.from(whole)
      flipped[whole.length - 6] = (flipped[whole.length - 6] ?? 0) ^ 1

      expect(await faultOf(read(whole, { limits }))).to.be.instanceOf(MembersUnreadable)
      expect(await faultOf(read(whole.subarray(0, -9), { limits }))).to.be.instanceOf(ArchiveDamaged)
      expect(await faultOf(read(flipped, { limits }))).to.be.instanceOf(ArchiveDamaged)
    })
  }

  it('include only the last one of each name', async () => {
    const { entries, chunks } = await read(
      ball([
        ['a', 'first'],
        ['b', ''],
        ['a', 'second'],
      ]),
    )

    const { content } = entries.find(({ path: name }) => name.toString() === 'a')!.entry
    expect(Buffer.concat(await Array.fromAsync(readContent(chunks, content!))).toString()).to.equal('second')
    expect(entries).to.have.length(2)
  })
})

function ball(members: [string, string][]): Buffer {
  return tgzOf(members.map(([path, text]) => [path, Buffer.from(text)]))
}

/** Text that needs many packets, even when compressed. */
function noise(): string {
  return Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 2_654_435_761)).join(' ')
}

/** A sparse file as GNU tar writes it. */
function strangeTar(): Buffer {
  const tar = gunzipSync(ball([['a', 'x']]))
  const sum = parseInt(tar.toString('latin1', 148, 154), 8) + 'S'.charCodeAt(0) - '0'.charCodeAt(0)
  tar.write('S', 156, 'latin1')
  tar.write(sum.toString(8).padStart(6, '0'), 148, 'latin1')
  return tar
}
