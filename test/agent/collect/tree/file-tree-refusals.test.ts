import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { tryFileTree } from '../../../../agent/collect/tree/file-tree.ts'
import { message } from '../../../../shared/messages/message.ts'
import { bytesOf, createMemoryRepository } from '../../../support/memory-repository.ts'
import { describeTrees, login, makeManyFiles, refusal } from './tree-server.ts'
import { logTo } from '../../../support/log-to.ts'

describeTrees('the failures of a file tree backup', (server) => {
  it('list unreadable entries, keep the rest, and advise on sudo', async () => {
    const { top } = server
    writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
    mkdirSync(join(top, 'shut'), { mode: 0o700 })
    writeFileSync(join(top, 'shut/inside'), 'inside')
    writeFileSync(join(top, 'open'), 'open')

    const { tree, entries, repository } = await server.collect(server.asUser, [top])

    const named = tree.warnings.filter(({ path }) => path).map(({ path, problem }) => `${path} ${problem}`)
    expect(named).to.have.members([`${top.slice(1)}/closed unreadable`, `${top.slice(1)}/shut unreadable`])
    const reasons = tree.warnings.map(({ message: warning }) => warning.code)
    expect(reasons).to.deep.equal(['warning_tree_unreadable', 'warning_tree_unreadable', 'warning_tree_denied'])
    expect(tree.warnings.at(-1)?.message.params).to.deep.equal({ paths: 2 })
    expect(entries.get(`${top.slice(1)}/closed`)?.problem).to.equal('unreadable')
    expect(entries.get(`${top.slice(1)}/shut`)?.problem).to.equal('unreadable')
    expect((await bytesOf(repository, entries.get(`${top.slice(1)}/open`))).toString()).to.equal('open')
  })

  it('name a requested path that is missing or unreadable', async () => {
    const { top } = server
    writeFileSync(join(top, 'f'), 'f')
    mkdirSync(join(top, 'shut'), { mode: 0o700 })
    writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
    const all = { path_missing: ['nope', 'nope/deeper', 'n*'], path_unreadable: ['shut', 'shut/deep', 'closed'] }

    for (const [code, names] of Object.entries(all)) {
      for (const name of names) {
        const alone = await refusal(server.collect(server.asUser, [join(top, name)]))
        const beside = await refusal(server.collect(server.asUser, [join(top, 'f'), join(top, name)]))

        expect([alone.code, beside.code], name).to.deep.equal([code, code])
        expect(beside.message).to.contain(join(top, name))
      }
    }
  })

  it('report a requested path that is a symbolic link, and keep it as a link', async () => {
    const { top } = server
    mkdirSync(join(top, 'real'))
    symlinkSync('real', join(top, 'link'))

    const { tree, entries } = await server.collect(server.asRoot, [join(top, 'link/')])

    expect(entries.get(`${top.slice(1)}/link`)?.type).to.equal('symlink')
    expect(tree.warnings).to.deep.equal([
      { problem: 'note', message: message('warning_tree_link', { path: `${top}/link` }) },
    ])
  })

  it('report files larger than the limit before reading, naming the largest', async () => {
    const { top } = server
    writeFileSync(join(top, 'large'), Buffer.alloc(2 ** 20))
    writeFileSync(join(top, 'small'), 'small')
    const repository = createMemoryRepository()

    const failure = await refusal(server.collect(server.asRoot, [top], { repository, options: { max_bytes: 2 ** 19 } }))

    expect(failure.code).to.equal('tree_too_large')
    expect(failure.expected).to.deep.equal(message('expected_max_tree_bytes', { limit: 2 ** 19 }))
    expect(failure.seen).to.contain(`${top}/large (1.0 MiB)`)
    expect(repository.putBytes).to.equal(0)
  })

  it('explain what sudo requires, and do not occur with working sudo', async () => {
    const { top } = server
    writeFileSync(join(top, 'closed'), 'closed', { mode: 0o600 })
    const options = { sudo: true }
    const refused = async (lines: string) => {
      server.sshd.setSudoers(lines)
      return refusal(server.collect(server.asUser, [top], { options }))
    }

    const without = await refused('')
    const asking = await refused('USER ALL=(ALL) ALL')
    const other = await refused('USER ALL=(root) NOPASSWD: /usr/bin/id')
    const denied = await refused(`USER ALL=(root) NOPASSWD: ALL, !${server.rsync.path}`)
    const noTerminal = await refused(`Defaults:USER requiretty\nUSER ALL=(root) NOPASSWD: ${server.rsync.path}`)
    server.sshd.setSudoers(`USER ALL=(root) NOPASSWD: ${server.rsync.path} --server --sender -slogDtprHRe.Lsfu`)
    const { entries, repository } = await server.collect(server.asUser, [top], { options })

    const failures = [without, asking, other, denied, noTerminal]
    expect(failures.map(({ code }) => code)).to.deep.equal(failures.map(() => 'privilege_insufficient'))
    expect(noTerminal.message).to.contain('requiretty')
    const closed = entries.get(`${top.slice(1)}/closed`)
    expect((await bytesOf(repository, closed)).toString()).to.equal('closed')
  })

  it('report that rsync is missing, with and without sudo', async () => {
    const { top } = server
    server.sshd.setSudoers('USER ALL=(root) NOPASSWD: ALL')
    const rsync_path = '/opt/nowhere/rsync'

    const plain = await refusal(server.collect(server.asUser, [top], { options: { rsync_path } }))
    const bySudo = await refusal(server.collect(server.asUser, [top], { options: { rsync_path, sudo: true } }))

    expect([plain.code, bySudo.code]).to.deep.equal(['rsync_missing', 'rsync_missing'])
  })

  it('report a shell that prints extra output or denies login', async () => {
    const { top } = server
    writeFileSync(join(server.sshd.home, '.bashrc'), 'echo Welcome to the machine')
    const noisy = await refusal(server.collect(server.asUser, [top]))
    rmSync(join(server.sshd.home, '.bashrc'))
    server.sshd.setShell('/usr/sbin/nologin')
    const session = await login(server.sshd, server.sshd.user)
    const noLogin = await refusal(server.collect(session, [top]))
    await session.close()
    server.sshd.setShell('/bin/bash')

    expect([noisy.code, noLogin.code]).to.deep.equal(['shell_not_clean', 'shell_not_clean'])
    expect(noisy.message).to.contain('bytes, one line of').and.not.contain('Welcome')
    expect(noLogin.message).to.contain('not available')
  })

  it('reject options that would back up something else, before running anything', async () => {
    const { top } = server
    const relative = await refusal(server.collect(server.asRoot, ['etc']))
    const emptied = await refusal(server.collect(server.asRoot, [top], { options: { excludes: ['tmp'] } }))

    expect([relative.code, emptied.code]).to.deep.equal(['options_invalid', 'options_invalid'])
  })

  it('appear in a connection test without reading a file', async () => {
    const { top } = server
    makeManyFiles(top, 50)
    const log: string[] = []
    const dependencies = { log: logTo(log), signal: new AbortController().signal }
    const options = { paths: [top], rsync_path: server.rsync.path }

    await tryFileTree(server.asRoot, options, dependencies)
    const missing = await refusal(tryFileTree(server.asRoot, { ...options, paths: [top, '/nope'] }, dependencies))

    expect(missing.code).to.equal('path_missing')
  })
})
