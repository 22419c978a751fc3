import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
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
import { collectFileTree, fileTreeLimits, tryFileTree } from '../../../agent/collect/file-tree.ts'
import type { Baseline } from '../../../agent/collect/tree-plan.ts'
import type { DeviceFailure } from '../../../agent/device-failure.ts'
import type { Session } from '../../../agent/sessions/session.ts'
import { openSsh, sshTimeouts } from '../../../agent/sessions/ssh.ts'
import { failureOf } from '../../support/failure-of.ts'
import { bytesOf, createMemoryRepository, readTree, type MemoryRepository } from '../../support/memory-repository.ts'
import { seeded } from '../../support/random.ts'
import { rsyncVersions } from '../../support/rsync-versions.ts'
import { sshdMissing, startSshd, type Sshd } from '../../support/sshd.ts'

const versions = sshdMissing() ? { available: [], missing: [`sshd: ${sshdMissing()}`] } : rsyncVersions()

for (const missing of versions.missing) {
  describe(`a file tree over SSH from ${missing}`, () => {
    it('cannot be tested here')
  })
}

for (const version of versions.available) {
  describe(`a file tree over SSH from rsync ${version.name}`, function () {
    this.timeout(120_000)
    let sshd: Sshd
    let asRoot: Session
    let asUser: Session
    let top: string

    before(async () => {
      sshd = await startSshd()
      asRoot = await login(sshd, 'root')
      asUser = await login(sshd, sshd.user)
    })

    after(async () => {
      await asRoot.close()
      await asUser.close()
      await sshd.close()
    })

    beforeEach(() => {
      top = mkdtempSync(join(tmpdir(), 'coffer-test-tree-'))
      chmodSync(top, 0o755)
    })

    afterEach(() => rmSync(top, { recursive: true, force: true }))

    it('brings everything as it is on the server: types, modes, owners, times, links, devices', async () => {
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

      const { tree, entries, repository } = await collect(asRoot, [top])

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

    it('brings names of any bytes, each with its own content', async () => {
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

      const { entries, repository } = await collect(asRoot, [top])

      const files = [...entries].filter(([, entry]) => entry.type === 'file')
      for (const [path, entry] of files) {
        expect((await bytesOf(repository, entry)).toString('latin1')).to.equal(`/${path}`)
      }
      expect(files.length).to.equal(countFiles(top))
    })

    it('takes paths literally, whatever characters they hold', async () => {
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

      const { entries } = await collect(
        asRoot,
        asked.map((name) => join(top, name)),
      )

      const found = [...entries.keys()].filter((path) => path.endsWith('/f'))
      const wanted = asked.map((name) => Buffer.from(`${top.slice(1)}/${name}/f`).toString('latin1'))
      expect(found).to.have.members(wanted)
    })

    it('of 20,000 files brings each, and the next time only what changed', async () => {
      makeManyFiles(top, 20_000)

      const first = await collect(asRoot, [top])
      const again = await collect(asRoot, [top], { baseline: baselineOf(first.entries), repository: first.repository })
      for (let i = 0; i < 200; i += 1) writeFileSync(join(top, `d${i % 100}`, `f${i}`), `changed ${i}`)
      const before = first.repository.putBytes
      const third = await collect(asRoot, [top], { baseline: baselineOf(again.entries), repository: first.repository })

      expect(first.tree.counts).to.include({ files: 20_000, directories: 100 + 2, unchanged: 0 })
      for (const [path, entry] of first.entries) {
        if (entry.type !== 'file') continue
        const content = (await bytesOf(first.repository, entry)).toString()
        expect(content.startsWith(`/${path} `)).to.equal(true)
      }
      expect(again.tree.identity).to.equal(first.tree.identity)
      expect(again.tree.root).to.equal(first.tree.root)
      expect(again.tree.counts.unchanged).to.equal(20_000)
      expect(again.log.join('\n')).to.contain('0 files are asked for').and.contain('0 bytes came')
      expect(third.tree.counts.unchanged).to.equal(19_800)
      expect(third.tree.identity).not.to.equal(first.tree.identity)
      expect(third.repository.putBytes - before).to.be.below(4_000_000)
      const changed = third.entries.get(`${top.slice(1)}/d7/f107`)
      expect((await bytesOf(third.repository, changed)).toString()).to.equal('changed 107')
    })

    it('excludes by bare names at any depth and by full paths', async () => {
      for (const file of ['a/x.log', 'a/keep', 'a/cache/c', 'b/cache/c', 'b/drop/d', 'b/x.log/e']) {
        mkdirSync(join(top, file, '..'), { recursive: true })
        writeFileSync(join(top, file), file)
      }

      const excludes = ['*.log', `${top}/b/drop`, 'cache/']
      const { entries } = await collect(asRoot, [join(top, 'a'), join(top, 'b')], { options: { excludes } })

      const files = [...entries].filter(([, entry]) => entry.type === 'file').map(([path]) => path)
      expect(files).to.deep.equal([`${top.slice(1)}/a/keep`])
    })

    it('keeps an anchored exclude above a path from emptying it', async () => {
      writeFileSync(join(top, 'f'), 'f')

      const { entries } = await collect(asRoot, [top], { options: { excludes: [tmpdir()] } })

      expect(entries.has(`${top.slice(1)}/f`)).to.equal(true)
    })

    it('can be the whole machine, less what is excluded', async () => {
      const others = readdirSync('/').filter((name) => name !== 'etc')
      const excludes = [...others.map((name) => `/${name}/*`), '/etc/[a-rt-z]*']

      const { entries, tree } = await collect(asRoot, ['/'], { options: { excludes } })

      expect(entries.get('')?.mode).to.equal(statSync('/').mode & 0o7777)
      expect(entries.has('etc/shadow')).to.equal(true)
      expect(tree.warnings).to.deep.equal([])
    })

    it('does not leave the file system of a path unless told to', async () => {
      mkdirSync(join(top, 'mounted'))
      execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', join(top, 'mounted')])
      try {
        writeFileSync(join(top, 'mounted/inside'), 'inside')

        const kept = await collect(asRoot, [top])
        const crossed = await collect(asRoot, [top], { options: { one_file_system: false } })

        expect(kept.entries.has(`${top.slice(1)}/mounted`)).to.equal(true)
        expect(kept.entries.has(`${top.slice(1)}/mounted/inside`)).to.equal(false)
        expect(crossed.entries.has(`${top.slice(1)}/mounted/inside`)).to.equal(true)
      } finally {
        execFileSync('umount', [join(top, 'mounted')])
      }
    })

    it('names files that vanish, grow or shrink while the tree is read, and keeps the rest', async () => {
      writeFileSync(join(top, 'a-first'), 'first')
      writeFileSync(join(top, 'b-shrinks'), '')
      truncateSync(join(top, 'b-shrinks'), 64 * 2 ** 20)
      writeFileSync(join(top, 'x-stays'), 'stays')
      writeFileSync(join(top, 'y-vanishes'), 'vanishes')
      writeFileSync(join(top, 'z-grows'), 'grows')
      // The server cannot be past the large file when the first small one is put: its bytes fill every buffer between.
      const onFirstPut = () => {
        truncateSync(join(top, 'b-shrinks'), 50_000)
        rmSync(join(top, 'y-vanishes'))
        writeFileSync(join(top, 'z-grows'), 'grows and grows')
      }

      const { tree, entries, repository } = await collect(asRoot, [top], { onPuts: [onFirstPut] })

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

    it('gives up on a file that changes under both readings, keeps what came, and says so', async () => {
      writeFileSync(join(top, 'shrinks'), '')
      truncateSync(join(top, 'shrinks'), 64 * 2 ** 20)
      const shrink = (to: number) => () => truncateSync(join(top, 'shrinks'), to)
      // 16 chunks of 64 MiB less what came before the cut; the second reading begins with the first put after it.
      let size = 64 * 2 ** 20
      const onEveryPut = () => {
        if (size > 2 ** 20) shrink((size -= 3 * 2 ** 20))()
      }

      const { tree } = await collect(asRoot, [top], { onPuts: Array.from({ length: 40 }, () => onEveryPut) })

      expect(tree.warnings.map(({ problem }) => problem)).to.deep.equal(['changed'])
      expect(tree.warnings[0]?.message).to.contain('twice')
    })

    it('names what the account may not read, keeps the rest, and knows what would help', async () => {
      writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
      mkdirSync(join(top, 'shut'), { mode: 0o700 })
      writeFileSync(join(top, 'shut/inside'), 'inside')
      writeFileSync(join(top, 'open'), 'open')

      const { tree, entries, repository } = await collect(asUser, [top])

      const named = tree.warnings.filter(({ path }) => path).map(({ path, problem }) => `${path} ${problem}`)
      expect(named).to.have.members([`${top.slice(1)}/closed unreadable`, `${top.slice(1)}/shut unreadable`])
      expect(tree.warnings.at(-1)?.message).to.contain('the option sudo reads them')
      expect(entries.get(`${top.slice(1)}/closed`)?.problem).to.equal('unreadable')
      expect(entries.get(`${top.slice(1)}/shut`)?.problem).to.equal('unreadable')
      expect((await bytesOf(repository, entries.get(`${top.slice(1)}/open`))).toString()).to.equal('open')
    })

    it('fails when a requested path is missing or cannot be read, naming it', async () => {
      writeFileSync(join(top, 'f'), 'f')
      mkdirSync(join(top, 'shut'), { mode: 0o700 })
      writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
      const all = { path_missing: ['nope', 'nope/deeper', 'n*'], path_unreadable: ['shut', 'shut/deep', 'closed'] }

      for (const [code, names] of Object.entries(all)) {
        for (const name of names) {
          const alone = await refusal(collect(asUser, [join(top, name)]))
          const beside = await refusal(collect(asUser, [join(top, 'f'), join(top, name)]))

          expect([alone.code, beside.code], name).to.deep.equal([code, code])
          expect(beside.message).to.contain(join(top, name))
        }
      }
    })

    it('keeps a requested path that is a symbolic link as one, and says so', async () => {
      mkdirSync(join(top, 'real'))
      symlinkSync('real', join(top, 'link'))

      const { tree, entries } = await collect(asRoot, [join(top, 'link/')])

      expect(entries.get(`${top.slice(1)}/link`)?.type).to.equal('symlink')
      expect(tree.warnings.map(({ message }) => message)).to.deep.equal([
        `${top}/link is a symbolic link: it is kept as such, request what it points to`,
      ])
    })

    it('fails before the first byte when the files are larger than the limit, naming the largest', async () => {
      writeFileSync(join(top, 'large'), Buffer.alloc(2 ** 20))
      writeFileSync(join(top, 'small'), 'small')
      const repository = createMemoryRepository()

      const failure = await refusal(collect(asRoot, [top], { repository, options: { max_bytes: 2 ** 19 } }))

      expect(failure.code).to.equal('tree_too_large')
      expect(failure.message).to.contain('512.0 KiB').and.contain(`${top}/large (1.0 MiB)`)
      expect(repository.putBytes).to.equal(0)
    })

    it('reads as root by sudo, and says what sudo wants where it refuses', async () => {
      writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
      const options = { sudo: true }
      const refused = async (lines: string) => {
        sshd.setSudoers(lines)
        return refusal(collect(asUser, [top], { options }))
      }

      const without = await refused('')
      const asking = await refused('USER ALL=(ALL) ALL')
      const other = await refused('USER ALL=(root) NOPASSWD: /usr/bin/id')
      const denied = await refused(`USER ALL=(root) NOPASSWD: ALL, !${version.path}`)
      const noTerminal = await refused(`Defaults:USER requiretty\nUSER ALL=(root) NOPASSWD: ${version.path}`)
      sshd.setSudoers(`USER ALL=(root) NOPASSWD: ${version.path} --server --sender -slogDtprHRe.Lsfu`)
      const { entries, repository } = await collect(asUser, [top], { options })

      const failures = [without, asking, other, denied, noTerminal]
      expect(failures.map(({ code }) => code)).to.deep.equal(failures.map(() => 'privilege_insufficient'))
      expect(noTerminal.message).to.contain('requiretty')
      const closed = entries.get(`${top.slice(1)}/closed`)
      expect((await bytesOf(repository, closed)).toString()).to.equal('closed')
    })

    it('says that rsync is missing, with sudo and without', async () => {
      sshd.setSudoers('USER ALL=(root) NOPASSWD: ALL')
      const rsync_path = '/opt/nowhere/rsync'

      const plain = await refusal(collect(asUser, [top], { options: { rsync_path } }))
      const bySudo = await refusal(collect(asUser, [top], { options: { rsync_path, sudo: true } }))

      expect([plain.code, bySudo.code]).to.deep.equal(['rsync_missing', 'rsync_missing'])
    })

    it('says what stands in the way of an account whose shell is not clean', async () => {
      writeFileSync(join(sshd.home, '.bashrc'), 'echo Welcome to the machine')
      const noisy = await refusal(collect(asUser, [top]))
      rmSync(join(sshd.home, '.bashrc'))
      sshd.setShell('/usr/sbin/nologin')
      const session = await login(sshd, sshd.user)
      const noLogin = await refusal(collect(session, [top]))
      await session.close()
      sshd.setShell('/bin/bash')

      expect([noisy.code, noLogin.code]).to.deep.equal(['shell_not_clean', 'shell_not_clean'])
      expect(noisy.message).to.contain('Welcome to the machine')
      expect(noLogin.message).to.contain('not available')
    })

    it('refuses options that would back up something else than meant, before anything is run', async () => {
      const relative = await refusal(collect(asRoot, ['etc']))
      const emptied = await refusal(collect(asRoot, [top], { options: { excludes: ['tmp'] } }))

      expect([relative.code, emptied.code]).to.deep.equal(['options_invalid', 'options_invalid'])
    })

    it('is tried without reading a file', async () => {
      makeManyFiles(top, 50)
      const log: string[] = []
      const deps = { log: (_: string, line: string) => log.push(line), signal: new AbortController().signal }
      const options = { paths: [top], rsync_path: version.path }

      await tryFileTree(asRoot, options, deps)
      const missing = await refusal(tryFileTree(asRoot, { ...options, paths: [top, '/nope'] }, deps))

      expect(missing.code).to.equal('path_missing')
    })

    it('stops at once when it is told to', async () => {
      writeFileSync(join(top, 'large'), '')
      truncateSync(join(top, 'large'), 2 ** 30)
      const stop = new AbortController()
      const onPuts = [() => stop.abort(new Error('the lease is lost'))]

      const failure = await failureOf(collect(asRoot, [top], { onPuts, signal: stop.signal }))

      expect(failure.message).to.equal('the lease is lost')
    })

    it('reads a sparse file of gigabytes in bounded memory', async () => {
      const gigabytes = Number(process.env['COFFER_TEST_SPARSE_GIB'] ?? 0.5)
      const size = gigabytes * 2 ** 30
      writeFileSync(join(top, 'sparse'), 'begin')
      truncateSync(join(top, 'sparse'), size)
      const repository = createMemoryRepository({ forget: true })
      const before = process.memoryUsage().rss
      let highest = before
      const watch = () => (highest = Math.max(highest, process.memoryUsage().rss))

      const { tree } = await collect(asRoot, [top], { repository, unread: true, onPuts: watch })

      expect(tree.counts.bytes).to.equal(size)
      expect(tree.warnings).to.deep.equal([])
      expect(repository.putBytes).to.be.at.least(size)
      expect(highest - before).to.be.below(192 * 2 ** 20)
    }).timeout(600_000)

    interface Collecting {
      options?: Record<string, unknown>
      baseline?: Baseline
      repository?: MemoryRepository
      /** called before each put, in turn, or before all of them */
      onPuts?: (() => void)[] | (() => void)
      signal?: AbortSignal
      /** the tree is not read back */
      unread?: boolean
    }

    async function collect(session: Session, paths: string[], how: Collecting = {}) {
      const repository = how.repository ?? createMemoryRepository()
      const log: string[] = []
      const upcoming = Array.isArray(how.onPuts) ? [...how.onPuts] : undefined
      const always = typeof how.onPuts === 'function' ? how.onPuts : undefined
      const put: MemoryRepository['put'] = (content) => {
        ;(always ?? upcoming?.shift())?.()
        return repository.put(content)
      }
      const tree = await collectFileTree(
        session,
        { paths, rsync_path: version.path, ...how.options },
        {
          baseline: how.baseline ?? new Map(),
          writer: { put, flush: () => repository.flush() },
          limits: fileTreeLimits,
          log: (_, line) => log.push(line),
          now: () => new Date(0),
          signal: how.signal ?? new AbortController().signal,
        },
      )
      const entries = how.unread ? new Map<string, never>() : await readTree(repository, tree.root)
      return { tree, entries, repository, log }
    }
  })
}

async function refusal(work: PromiseLike<unknown>): Promise<DeviceFailure> {
  return (await failureOf(work)) as DeviceFailure
}

function login(sshd: Sshd, username: string): Promise<Session> {
  const target = {
    host: '127.0.0.1',
    port: sshd.port,
    username,
    privateKey: sshd.privateKey,
    legacyAlgorithms: false,
    trust: () => Promise.resolve('approved' as const),
    timeouts: sshTimeouts,
  }
  return openSsh(target, new AbortController().signal)
}

/** What the next run is told of this one. */
function baselineOf(entries: Awaited<ReturnType<typeof readTree>>): Baseline {
  return new Map(
    [...entries].flatMap(([path, { type, content, problem, size, mtime }]) =>
      type === 'file' && content && !problem
        ? [[path, { size, mtimeSeconds: mtime.seconds, mtimeNanoseconds: mtime.nanoseconds, content }]]
        : [],
    ),
  )
}

/** Every file begins with its own path; sizes go up to 30 KB. */
function makeManyFiles(top: string, count: number): void {
  for (let i = 0; i < count; i += 1) {
    const folder = join(top, `d${i % 100}`)
    if (i < 100) mkdirSync(folder)
    const path = join(folder, `f${i}`)
    writeFileSync(path, `${path} ${'x'.repeat((i * 7919) % 30_000)}`)
  }
}

function countFiles(top: string): number {
  return Number(
    execFileSync('sh', ['-c', `find '${top}' -type f -print0 | tr -cd '\\0' | wc -c`], { encoding: 'utf8' }),
  )
}
