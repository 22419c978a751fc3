import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { FileTreeDependencies } from '../../../../agent/collect/tree/file-tree.ts'
import type { TreeProgress } from '../../../../agent/collect/tree/tree-progress.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { bytesOf, createMemoryRepository, readTree } from '../../../support/memory-repository.ts'
import { seeded } from '../../../support/random.ts'
import { baselineOf, describeTrees, makeManyFiles, refusal } from './tree-server.ts'

describeTrees('a file tree over SSH', (server) => {
  it('continues after an interruption without reading checkpointed files again', async () => {
    const { top } = server
    makeManyFiles(top, 400)
    const repository = createMemoryRepository()
    const interrupted = new AbortController()
    let checkpoint: ChunkId | undefined
    let files = 0
    const report: FileTreeDependencies['report'] = (progress, root) => {
      if (root) [checkpoint, files] = [root, progress.files]
      if (checkpoint && progress.files >= 150) interrupted.abort(new Error('killed'))
      return Promise.resolve()
    }
    const limits = { checkpointMs: 0, progressMs: 0 }
    const first = { repository, signal: interrupted.signal, report, limits, unread: true }
    await refusal(server.collect(server.asRoot, [top], first))

    const known = baselineOf(await readTree(repository, checkpoint!))
    const second = await server.collect(server.asRoot, [top], { repository, baseline: known })

    const whole = await server.collect(server.asRoot, [top])
    expect(files).to.be.within(1, 399)
    expect(known.size).to.equal(files)
    expect(second.log.join('\n')).to.contain(`${400 - files} files are requested, ${files} unchanged`)
    expect(second.tree.identity).to.equal(whole.tree.identity)
  })

  it('stores an early checkpoint for large files, but not for small ones', async () => {
    const { top } = server
    const checkpointsOf = async (): Promise<number> => {
      let checkpoints = 0
      const report: FileTreeDependencies['report'] = (_progress, root) => Promise.resolve(void (root && checkpoints++))
      await server.collect(server.asRoot, [top], { report, limits: { checkpointBytes: 1 } })
      return checkpoints
    }

    makeManyFiles(top, 50)
    const ofSmall = await checkpointsOf()
    writeFileSync(join(top, 'a large file'), Buffer.alloc(8 * 2 ** 20))
    const withLarge = await checkpointsOf()

    expect(ofSmall).to.equal(0)
    expect(withLarge).to.be.greaterThan(0)
  })

  it('reports its progress', async () => {
    makeManyFiles(server.top, 100)
    const reports: TreeProgress[] = []
    const report: FileTreeDependencies['report'] = (progress) => Promise.resolve(void reports.push(progress))

    const { log } = await server.collect(server.asRoot, [server.top], { report, limits: { progressMs: 0 } })

    const last = reports.at(-1)
    expect(last).to.include({ files: 100, totalFiles: 100, bytes: last?.totalBytes })
    expect(log.join('\n')).to.contain('info log_tree_progress_left 100 of 100 files read, ')
  })

  it('preserves types, modes, owners, times, links and devices', async () => {
    const { top } = server
    const at = (name: string) => join(top, name)
    mkdirSync(at('sub'))
    writeFileSync(at('plain'), 'plain')
    writeFileSync(at('secret'), 'secret', { mode: 0o000 })
    writeFileSync(at('setuid'), 'setuid')
    chmodSync(at('setuid'), 0o4755)
    chmodSync(at('sub'), 0o1777)
    writeFileSync(at('owned'), 'owned')
    chownSync(at('owned'), 4_294_967_293, 54_321)
    writeFileSync(at('old'), 'old')
    execFileSync('touch', ['-d', '1969-12-31 23:59:58.123456789 UTC', at('old')])
    linkSync(at('plain'), at('sub/same'))
    symlinkSync('plain', at('link'))
    symlinkSync('/no/where', at('dangling'))
    lutimesSync(at('dangling'), 1, 1)
    linkSync(at('link'), at('sub/same-link'))
    execFileSync('mkfifo', [at('fifo')])
    execFileSync('mknod', [at('null'), 'c', '1', '3'])
    execFileSync('mknod', [at('disk'), 'b', '259', '70000'])
    writeFileSync(at('empty'), '')

    const { tree, entries, repository } = await server.collect(server.asRoot, [top])

    const found = (name: string) => entries.get(`${top.slice(1)}/${name}`)
    expect(tree.warnings).to.deep.equal([])
    expect((await bytesOf(repository, found('secret'))).toString()).to.equal('secret')
    expect(found('secret')).to.include({ type: 'file', mode: 0o000, uid: 0, gid: 0, user: 'root', group: 'root' })
    expect(found('setuid')?.mode).to.equal(0o4755)
    expect(found('sub')).to.include({ type: 'directory', mode: 0o1777 })
    expect(found('owned')).to.include({ uid: 4_294_967_293, gid: 54_321 })
    expect(found('owned')).not.to.have.property('user')
    expect(found('old')?.mtime).to.deep.equal({ seconds: -2, nanoseconds: 123_456_789 })
    expect(found('plain')?.hardLink).to.be.a('string').and.equal(found('sub/same')?.hardLink)
    expect((await bytesOf(repository, found('sub/same'))).toString()).to.equal('plain')
    expect(found('link')).to.include({ type: 'symlink' })
    expect(found('link')?.hardLink).to.be.a('string').and.equal(found('sub/same-link')?.hardLink)
    expect(found('sub/same-link')?.target?.toString()).to.equal('plain')
    expect(found('dangling')?.target?.toString()).to.equal('/no/where')
    expect(found('dangling')?.mtime.seconds).to.equal(1)
    expect(found('fifo')).to.include({ type: 'fifo' })
    expect(found('null')).to.deep.include({ type: 'char', rdev: { major: 1, minor: 3 } })
    expect(found('disk')).to.deep.include({ type: 'block', rdev: { major: 259, minor: 70_000 } })
    expect((await bytesOf(repository, found('empty'))).length).to.equal(0)
    expect(tree.counts).to.include({ symlinks: 3, others: 3, unchanged: 0 })
  })

  it('preserves names of any bytes, each with its own content', async () => {
    const { top } = server
    const random = seeded(42)
    const letters = Buffer.from('\x01\xff\xe9\n -.!~ab\\*?[]"\'$`\x7f\xc3\xa9', 'latin1')
    const nameOf = () =>
      Buffer.from(Array.from({ length: 1 + random() * 6 }, () => letters[(random() * letters.length) | 0]!))
    const folders = [Buffer.from(`${top}/`)]
    for (let i = 0; i < 60; i += 1) {
      const parent = folders[(random() * folders.length) | 0] as Buffer
      const path = Buffer.concat([parent, nameOf(), Buffer.from('.d/')])
      mkdirSync(path, { recursive: true })
      folders.push(path)
    }
    for (let i = 0; i < 2000; i += 1) {
      const path = Buffer.concat([folders[(random() * folders.length) | 0] as Buffer, nameOf(), Buffer.from('.f')])
      writeFileSync(path, path)
    }

    const { entries, repository } = await server.collect(server.asRoot, [top])

    const files = [...entries].filter(([, entry]) => entry.type === 'file')
    for (const [path, entry] of files) {
      expect((await bytesOf(repository, entry)).toString('latin1')).to.equal(`/${path}`)
    }
    expect(files.length).to.equal(countFiles(top))
  })

  it('takes paths literally, whatever their characters', async () => {
    const { top } = server
    const names = [
      'a b',
      'st*r',
      'star',
      'quo\'te"s',
      '$(id)',
      'back\\slash',
      '[ab]',
      'é',
      'new\nline',
      '-rf',
      'q?',
      'b\\*\\',
    ]
    for (const name of names) {
      mkdirSync(join(top, name))
      writeFileSync(join(top, name, 'f'), name)
    }
    const asked = names.filter((name) => name !== 'star')

    const { entries } = await server.collect(
      server.asRoot,
      asked.map((name) => join(top, name)),
    )

    const found = [...entries.keys()].filter((path) => path.endsWith('/f'))
    const wanted = asked.map((name) => Buffer.from(`${top.slice(1)}/${name}/f`).toString('latin1'))
    expect(found).to.have.members(wanted)
  })

  it('reads 3,000 files, and only changed ones in the next run', async () => {
    const { top } = server
    makeManyFiles(top, 3_000, 3_000)

    const first = await server.collect(server.asRoot, [top])
    const again = await server.collect(server.asRoot, [top], {
      baseline: baselineOf(first.entries),
      repository: first.repository,
    })
    for (let i = 0; i < 200; i += 1) writeFileSync(join(top, `d${i % 100}`, `f${i}`), `changed ${i}`)
    const before = first.repository.putBytes
    const third = await server.collect(server.asRoot, [top], {
      baseline: baselineOf(again.entries),
      repository: first.repository,
    })

    expect(first.tree.counts).to.include({ files: 3_000, directories: 100 + 2, unchanged: 0 })
    for (const [path, entry] of first.entries) {
      if (entry.type !== 'file') continue
      const content = (await bytesOf(first.repository, entry)).toString()
      expect(content.startsWith(`/${path} `)).to.equal(true)
    }
    expect(again.tree.identity).to.equal(first.tree.identity)
    expect(again.tree.counts.unchanged).to.equal(3_000)
    expect(again.log.join('\n')).to.contain('0 files are requested').and.contain('Received 0 bytes.')
    expect(third.tree.counts.unchanged).to.equal(2_800)
    expect(third.tree.identity).not.to.equal(first.tree.identity)
    expect(third.repository.putBytes - before).to.be.below(4_000_000)
    const changed = third.entries.get(`${top.slice(1)}/d7/f107`)
    expect((await bytesOf(third.repository, changed)).toString()).to.equal('changed 107')
  })

  it('excludes by bare names at any depth and by full paths', async () => {
    const { top } = server
    for (const file of ['a/x.log', 'a/keep', 'a/cache/c', 'b/cache/c', 'b/drop/d', 'b/x.log/e']) {
      mkdirSync(join(top, file, '..'), { recursive: true })
      writeFileSync(join(top, file), file)
    }

    const excludes = ['*.log', `${top}/b/drop`, 'cache/']
    const { entries } = await server.collect(server.asRoot, [join(top, 'a'), join(top, 'b')], { options: { excludes } })

    const files = [...entries].filter(([, entry]) => entry.type === 'file').map(([path]) => path)
    expect(files).to.deep.equal([`${top.slice(1)}/a/keep`])
  })

  it('applies no anchored exclude from above a path to the whole path', async () => {
    const { top } = server
    writeFileSync(join(top, 'f'), 'f')

    const { entries } = await server.collect(server.asRoot, [top], { options: { excludes: [tmpdir()] } })

    expect(entries.has(`${top.slice(1)}/f`)).to.equal(true)
  })

  it('can contain the whole machine, except excluded paths', async () => {
    const others = readdirSync('/').filter((name) => name !== 'etc')
    const excludes = [...others.map((name) => `/${name}/*`), '/etc/[a-rt-z]*']

    const { entries, tree } = await server.collect(server.asRoot, ['/'], { options: { excludes } })

    expect(entries.get('')?.mode).to.equal(statSync('/').mode & 0o7777)
    expect(entries.has('etc/shadow')).to.equal(true)
    expect(tree.warnings).to.deep.equal([])
  })

  it('stays within the file system of a path unless configured otherwise', async () => {
    const { top } = server
    mkdirSync(join(top, 'mounted'))
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(top, 'mounted')])
    try {
      writeFileSync(join(top, 'mounted/inside'), 'inside')

      const kept = await server.collect(server.asRoot, [top])
      const crossed = await server.collect(server.asRoot, [top], { options: { one_file_system: false } })

      expect(kept.entries.has(`${top.slice(1)}/mounted`)).to.equal(true)
      expect(kept.entries.has(`${top.slice(1)}/mounted/inside`)).to.equal(false)
      expect(crossed.entries.has(`${top.slice(1)}/mounted/inside`)).to.equal(true)
    } finally {
      execFileSync('umount', [join(top, 'mounted')])
    }
  })

  it('reports files that vanish, grow or shrink during the backup, and keeps the rest', async () => {
    const { top } = server
    writeFileSync(join(top, 'a-first'), 'first')
    writeFileSync(join(top, 'b-shrinks'), '')
    truncateSync(join(top, 'b-shrinks'), 64 * 2 ** 20)
    writeFileSync(join(top, 'x-stays'), 'stays')
    writeFileSync(join(top, 'y-vanishes'), 'vanishes')
    writeFileSync(join(top, 'z-grows'), 'grows')
    // The server cannot be beyond the large file when the first small one is stored: its bytes fill every buffer in
    // between.
    const onFirstPut = () => {
      truncateSync(join(top, 'b-shrinks'), 50_000)
      rmSync(join(top, 'y-vanishes'))
      writeFileSync(join(top, 'z-grows'), 'grows and grows')
    }

    const { tree, entries, repository } = await server.collect(server.asRoot, [top], { onPuts: [onFirstPut] })

    const at = (name: string) => entries.get(`${top.slice(1)}/${name}`)
    expect(
      Object.fromEntries(tree.warnings.map(({ path, problem }) => [path?.split('/').at(-1), problem])),
    ).to.deep.equal({
      'b-shrinks': 'changed',
      'y-vanishes': 'vanished',
      'z-grows': 'changed',
    })
    expect(at('b-shrinks')?.content?.size).to.equal(50_000)
    expect(at('y-vanishes')).to.include({ problem: 'vanished' }).and.not.have.property('content')
    expect((await bytesOf(repository, at('z-grows'))).toString()).to.equal('grows and grows')
    expect((await bytesOf(repository, at('x-stays'))).toString()).to.equal('stays')
  })

  it('keeps the last content of a file that changes during both reads, and reports it', async () => {
    const { top } = server
    writeFileSync(join(top, 'shrinks'), '')
    truncateSync(join(top, 'shrinks'), 64 * 2 ** 20)
    const shrink = (to: number) => () => truncateSync(join(top, 'shrinks'), to)
    // 16 chunks of 64 MiB minus the part before the cut; the second read starts with the first put after it.
    let size = 64 * 2 ** 20
    const onEveryPut = () => {
      if (size > 2 ** 20) shrink((size -= 3 * 2 ** 20))()
    }

    const { tree } = await server.collect(server.asRoot, [top], {
      onPuts: Array.from({ length: 40 }, () => onEveryPut),
    })

    expect(tree.warnings.map(({ problem }) => problem)).to.deep.equal(['changed'])
    expect(tree.warnings[0]?.message.code).to.equal('warning_tree_changed_twice')
  })

  it('stops immediately when aborted', async () => {
    const { top } = server
    writeFileSync(join(top, 'large'), '')
    truncateSync(join(top, 'large'), 2 ** 30)
    const stop = new AbortController()
    const onPuts = [() => stop.abort(new Error('the lease is lost'))]

    const failure = await failureOf(server.collect(server.asRoot, [top], { onPuts, signal: stop.signal }))

    expect(failure.message).to.equal('the lease is lost')
  })

  it('reads a sparse file of gigabytes in bounded memory', async () => {
    const { top } = server
    const gigabytes = Number(process.env['COFFER_TEST_SPARSE_GIB'] ?? 0.25)
    const size = gigabytes * 2 ** 30
    writeFileSync(join(top, 'sparse'), 'begin')
    truncateSync(join(top, 'sparse'), size)
    const repository = createMemoryRepository({ forget: true })
    const before = process.memoryUsage().rss
    let highest = before
    const watch = () => (highest = Math.max(highest, process.memoryUsage().rss))

    const { tree } = await server.collect(server.asRoot, [top], { repository, unread: true, onPuts: watch })

    expect(tree.counts.bytes).to.equal(size)
    expect(tree.warnings).to.deep.equal([])
    expect(repository.putBytes).to.be.at.least(size)
    expect(highest - before).to.be.below(192 * 2 ** 20)
  })
})

function countFiles(top: string): number {
  return Number(
    execFileSync('sh', ['-c', `find '${top}' -type f -print0 | tr -cd '\\0' | wc -c`], { encoding: 'utf8' }),
  )
}
