import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { readLinuxServerOptions } from '../../../shared/platforms/linux-server-options.ts'

describe('the options of a Linux server', () => {
  it('give plain paths, each once, without those inside another', () => {
    const paths = ['/etc/', '/srv//a/./b', '/etc/ssh', '/etc', '/srv/a/b/c', '/srv/ab']

    const { request, errors, warnings } = readLinuxServerOptions({ paths })

    expect(errors).to.deep.equal([])
    expect(request.paths).to.deep.equal(['/etc', '/srv/a/b', '/srv/ab'])
    expect(warnings).to.deep.equal([
      message('warning_path_in_another', { path: '"/etc/ssh"', other: '"/etc"' }),
      message('warning_path_in_another', { path: '"/srv/a/b/c"', other: '"/srv/a/b"' }),
    ])
  })

  it('with the root hold everything', () => {
    const { request } = readLinuxServerOptions({ paths: ['/etc', '/'] })

    expect(request.paths).to.deep.equal(['/'])
  })

  it('keep to one file system and to the account’s own rights where they say nothing', () => {
    const { request } = readLinuxServerOptions({ paths: ['/etc'] })

    expect(request).to.include({ sudo: false, rsyncPath: 'rsync', oneFileSystem: true, maxEntries: 2_000_000 })
  })

  for (const path of ['etc', './etc', '/etc/../root', '/etc\0', '', `/${'x'.repeat(4096)}`]) {
    it(`refuse the path ${JSON.stringify(path.slice(0, 20))}`, () => {
      const { errors } = readLinuxServerOptions({ paths: ['/srv', path] })

      expect(errors.map(({ option }) => option)).to.deep.equal(['paths'])
    })
  }

  it('refuse to be without a path', () => {
    expect(readLinuxServerOptions({ paths: [] }).errors).to.have.length(1)
    expect(readLinuxServerOptions({}).errors).to.have.length(1)
  })

  it('refuse a program that a shell would read as more than one', () => {
    for (const rsync_path of ['rsync; id', '/usr/bin/rsync -e x', '$(id)', 'bin/rsync', '/a\nid', 7]) {
      const { request, errors } = readLinuxServerOptions({ paths: ['/etc'], rsync_path })

      expect(errors.map(({ option }) => option)).to.deep.equal(['rsync_path'])
      expect(request.rsyncPath).to.equal('rsync')
    }
  })

  for (const path of ['/proc', '/sys/class', '/dev']) {
    it(`warn that ${path} is made by the kernel`, () => {
      const { warnings } = readLinuxServerOptions({ paths: [path] })

      expect(warnings[0]?.code).to.equal('warning_path_of_kernel')
    })
  }

  it('warn that wildcards in paths are not expanded', () => {
    const { warnings } = readLinuxServerOptions({ paths: ['/home/*/.ssh'] })

    expect(warnings[0]?.code).to.equal('warning_path_taken_literally')
  })

  for (const pattern of ['+ f', '- f', '!', '', 'a\0b']) {
    it(`refuse the exclude ${JSON.stringify(pattern)}, which is no pattern`, () => {
      const { errors } = readLinuxServerOptions({ paths: ['/etc'], excludes: [pattern] })

      expect(errors.map(({ option }) => option)).to.deep.equal(['excludes'])
    })
  }

  for (const pattern of [
    'srv',
    'srv/',
    'nbk',
    'a',
    's*',
    '?rv',
    '[rst]rv',
    'nbk/a',
    'srv/**',
    '/srv/nbk/a',
    '/srv/**',
  ]) {
    it(`refuse the exclude ${pattern}, which would empty /srv/nbk/a`, () => {
      const { errors } = readLinuxServerOptions({ paths: ['/srv/nbk/a'], excludes: [pattern] })

      expect(errors[0]?.error).to.deep.include({ code: 'exclude_empties_path' })
      expect(errors[0]?.error.params).to.include({ pattern, path: '/srv/nbk/a' })
    })
  }

  for (const pattern of [
    '*.log',
    'cache/',
    'sr',
    'rv',
    'b?k',
    '[!s]rv',
    '/srv/nbk',
    '/srv/nbk/a/cache',
    '/srv/nbk/a/*',
  ]) {
    it(`take the exclude ${pattern}`, () => {
      const { errors, request } = readLinuxServerOptions({ paths: ['/srv/nbk/a'], excludes: [pattern] })

      expect(errors).to.deep.equal([])
      expect(request.excludes).to.deep.equal([pattern])
    })
  }

  it('warn of an exclude that begins with / and is nowhere below a path', () => {
    const excludes = ['/cache', '/srv/nbk/a/cache', '/srv/nbk/a', '/srv/*/a/x', '*.log']

    const { warnings } = readLinuxServerOptions({ paths: ['/srv/nbk/a'], excludes })

    expect(warnings).to.deep.equal([message('warning_exclude_unused', { pattern: '"/cache"' })])
  })

  it('refuse patterns that would take long to hold against the paths, and paths of endless depth', () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `/srv/${'a'.repeat(200)}${index}`)
    const patterns = Array.from({ length: 1000 }, (_, index) => `${'*a*b'.repeat(100)}*${index % 10}`)

    const { errors } = readLinuxServerOptions({ paths, excludes: patterns })
    const deep = readLinuxServerOptions({ paths: ['/a'.repeat(2000)] })

    expect(errors.map(({ error }) => error.code)).to.deep.equal(['excludes_too_complex'])
    expect(deep.errors[0]?.error).to.deep.include({ code: 'path_too_deep' })
  })

  it('take a thousand plain patterns beside a thousand paths', () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `/srv/customers/number-${index}/data`)
    const excludes = Array.from({ length: 1000 }, (_, index) => `cache-${index}/*.tmp`.slice(index % 2 ? 0 : 7))

    expect(readLinuxServerOptions({ paths, excludes }).errors).to.deep.equal([])
  })
})
