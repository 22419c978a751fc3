import { expect } from 'chai'
import { collectFileTree, fileTreeLimits } from '../../../../agent/collect/tree/file-tree.ts'
import { DeviceFailure } from '../../../../agent/device-failure.ts'
import type { Session } from '../../../../agent/sessions/session.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { createMemoryRepository, readTree } from '../../../support/memory-repository.ts'
import { seeded, splitter } from '../../../support/random.ts'
import {
  entry,
  folder,
  frame,
  greeting,
  int32,
  listEnd,
  literal,
  reply,
  sessionWith,
  varint,
  varlong,
  type Ending,
} from '../../../support/rsync-sender.ts'

const srv = folder('/srv')
const oneFile = Buffer.concat([srv, folder('/srv/a'), entry({ name: '/srv/a/f', size: 5 }), listEnd])
const identify = Buffer.from('hello')
/** xxh128 of `hello`, with the low byte first. */
const checksum = Buffer.from('b5e9c1ad071b3e7fc779cfaa5e523818', 'hex').reverse()
const whole = { tokens: [literal(identify), int32(0)], checksum }
const statistics = Buffer.concat(Array.from({ length: 5 }, () => varlong(1, 3)))
/** The bytes after the last reply: the ends of both rounds and of the third phase, statistics, the final message. */
const farewell = Buffer.concat([Buffer.of(0, 0, 0), statistics, Buffer.of(0)])

describe('an rsync server that follows the protocol', () => {
  it('is read completely, however the network splits its data', async () => {
    const said = Buffer.concat([greeting(), frame(oneFile), frame(reply(3, whole)), frame(farewell)])

    for (let seed = 1; seed <= 10; seed += 1) {
      const repository = createMemoryRepository()
      const tree = await collect(() => splitter(seed, 12)(said), { repository })
      const entries = await readTree(repository, tree.root)

      expect([...entries.keys()]).to.have.members(['', 'srv', 'srv/a', 'srv/a/f'])
      expect(tree.counts).to.include({ files: 1, directories: 2, bytes: 5 })
    }
  })

  it('of protocol 30 is read without nanoseconds and with one goodbye fewer', async () => {
    const lastWords = Buffer.concat([Buffer.of(0, 0, 0), statistics])
    const said = [greeting({ protocol: 30 }), frame(oneFile), frame(reply(3, whole)), frame(lastWords)]

    const tree = await collect(() => said)

    expect(tree.counts).to.include({ files: 1, bytes: 5 })
  })

  const refusals = {
    'that was built without xxh128': 'unknown checksum name: xxh128\n',
    'whose environment excludes xxh128': 'Your --checksum-choice value (xxh128) was refused by the server.\n',
  }
  for (const [which, stderr] of Object.entries(refusals)) {
    it(`${which} verifies files by MD5, and its refusal is not logged`, async () => {
      const md5 = Buffer.from('5d41402abc4b2a76b9719d911017c592', 'hex')
      const replies = frame(reply(3, { ...whole, checksum: md5 }))
      const refusing = sessionWith(() => [], { code: 4, stderr: `${stderr}rsync error: (code 4)\n` })
      const said = () => [greeting(), frame(oneFile), replies, frame(farewell)]
      const plain = sessionWith(said)
      const log: unknown[] = []
      let starts = 0
      const exec: Session['exec'] = (command) =>
        (command.includes('--sender') && ++starts === 1 ? refusing : plain).exec(command)

      const tree = await collect(said, { session: { ...plain, exec }, log: (...line) => void log.push(line) })

      expect(starts).to.equal(2)
      expect(tree.warnings).to.deep.equal([])
      expect(tree.counts).to.include({ files: 1, bytes: 5 })
      expect(JSON.stringify(log)).not.to.contain('xxh128')
    })
  }

  it('resends a damaged file, and a file damaged twice is kept with a warning', async () => {
    const bad = { ...whole, checksum: Buffer.alloc(16) }
    const twice = Buffer.concat([
      reply(3, bad),
      Buffer.of(0),
      sameAgain(bad),
      Buffer.of(0, 0),
      statistics,
      Buffer.of(0),
    ])
    const once = Buffer.concat([
      reply(3, bad),
      Buffer.of(0),
      sameAgain(whole),
      Buffer.of(0, 0),
      statistics,
      Buffer.of(0),
    ])

    const saved = await collect(() => [greeting(), frame(oneFile), frame(once)])
    const doubtful = await collect(() => [greeting(), frame(oneFile), frame(twice)])

    expect(saved.warnings).to.deep.equal([])
    expect(doubtful.warnings.map(({ path, problem }) => `${path} ${problem}`)).to.deep.equal(['srv/a/f changed'])
  })
})

describe('a hostile rsync server fails the run when it sends', () => {
  const refusedLists: Record<string, Buffer[]> = {
    'a name outside the requested paths': [srv, folder('/etc')],
    'a file above a requested path': [entry({ name: '/srv' })],
    'a name beside a requested path': [srv, entry({ name: '/srv/ab' })],
    'a name with parent folders': [srv, folder('/srv/a'), entry({ name: '/srv/a/../../etc/passwd' })],
    'a name with a dot component': [srv, folder('/srv/a'), entry({ name: '/srv/a/./x' })],
    'a name with two slashes': [srv, folder('/srv/a'), entry({ name: '/srv/a//x' })],
    'a name with a trailing slash': [srv, folder('/srv/a'), entry({ name: '/srv/a/x/' })],
    'a name without a leading slash': [entry({ name: 'srv' })],
    'an empty name': [entry({ name: '' })],
    'a NUL in a name': [srv, folder('/srv/a'), entry({ name: '/srv/a/x\0y' })],
    'a name of 5,000 bytes': [srv, entry({ name: `/srv/a/${'x'.repeat(5000)}` })],
    'a name of 2 GiB': [Buffer.concat([Buffer.of(0x44, 0x00), varint(2 ** 31 - 1)])],
    'a name that shares more of the previous one than exists': [srv, entry({ name: 'x', keptOfPrevious: 200 })],
    'a dot that is no folder': [entry({ name: '/.' })],
    'an unknown type': [srv, entry({ name: '/srv/a', mode: 0o030755 })],
    'no type at all': [srv, entry({ name: '/srv/a', mode: 0o755 })],
    'a mode beyond 16 bits': [srv, entry({ name: '/srv/a', mode: 0x10000 | 0o100644 })],
    'a negative size': [srv, entry({ name: '/srv/a', size: -1 })],
    'a size beyond 2^53': [srv, entry({ name: '/srv/a', size: 2n ** 60n })],
    'a time beyond 2^53': [srv, entry({ name: '/srv/a', seconds: 2n ** 60n })],
    'more nanoseconds than a second has': [srv, entry({ name: '/srv/a', nanoseconds: 1_000_000_000 })],
    'a link target of 5,000 bytes': [srv, entry({ name: '/srv/a', mode: 0o120777, target: 'x'.repeat(5000) })],
    'a hard link to a later entry': [srv, entry({ name: '/srv/a', link: 7 })],
    'a hard link to an entry that starts no group': [srv, folder('/srv/a'), entry({ name: '/srv/a/x', link: 0 })],
    'an unknown flag': [srv, entry({ name: '/srv/a', flags: 0x4000 })],
    'an entry whose folder is not listed': [srv, folder('/srv/a'), entry({ name: '/srv/a/b/c', size: 0 }), listEnd],
    'a file that is also a folder': [srv, folder('/srv/a'), entry({ name: '/srv/a' }), listEnd],
  }
  for (const [what, parts] of Object.entries(refusedLists)) {
    it(what, async () => {
      const failure = await refusal(() => [greeting(), frame(Buffer.concat(parts))], { hangs: true })

      expect(failure.code).to.equal('device_misbehaved')
    })
  }

  const refusedReplies: Record<string, Buffer> = {
    'a file that was not requested': reply(2, whole),
    'a file beyond the end': reply(200, whole),
    'the same file twice': Buffer.concat([reply(3, whole), sameAgain(whole)]),
    'a reply without the transfer flag': reply(3, { ...whole, flags: 0x0004 }),
    'a reply with more fields than requested': reply(3, { ...whole, flags: 0x9000 }),
    'a reply based on blocks': reply(3, { ...whole, count: 3 }),
    'a token for a block': reply(3, { ...whole, tokens: [int32(-1)] }),
    'an end before all requests are answered': Buffer.of(0),
    'another end than the third': Buffer.concat([reply(3, whole), Buffer.of(0, 0), reply(1, whole)]),
    'data after the end': Buffer.concat([reply(3, whole), farewell, identify]),
  }
  for (const [what, said] of Object.entries(refusedReplies)) {
    it(what, async () => {
      const failure = await refusal(() => [greeting(), frame(oneFile), frame(said)], { hangs: true })

      expect(failure.code).to.equal('device_misbehaved')
    })
  }

  const refusedMessages: Record<string, Buffer> = {
    'an unknown message': frame(Buffer.alloc(4), 77),
    'a tag below all tags': Buffer.of(0, 0, 0, 1),
    'a message of 16 MiB': Buffer.of(0xff, 0xff, 0xff, 7 + 4),
    'a word that a file cannot be sent which was not asked for': frame(int32(1), 102),
    'an error mask that is too short': frame(Buffer.alloc(1), 22),
  }
  for (const [what, said] of Object.entries(refusedMessages)) {
    it(what, async () => {
      const failure = await refusal(() => [greeting(), frame(oneFile), said], { hangs: true })

      expect(failure.code).to.equal('device_misbehaved')
    })
  }

  it('compatibility flags that were not offered', async () => {
    for (const compat of [1, 128]) {
      const failure = await refusal(() => [greeting({ compat })], { hangs: true })

      expect(failure.code).to.equal('device_misbehaved')
    }
  })

  it('an endless list, at the entry limit and with bounded memory', async () => {
    const before = process.memoryUsage().rss
    const failure = await refusal(endlessList, {}, { max_entries: 20_000 })

    expect(failure.code).to.equal('tree_too_large')
    expect(failure.message).to.contain('more than 20,000 entries').and.contain('max_entries')
    expect(process.memoryUsage().rss - before).to.be.below(256 * 2 ** 20)
  })

  it('endless long names, at the limit of names', async () => {
    const failure = await refusal(longNames, {}, {}, { ...fileTreeLimits, nameBytes: 4 * 2 ** 20 })

    expect(failure.code).to.equal('tree_too_large')
    expect(failure.message).to.contain('bytes of names')
  })

  it('endless user names, also if repeated', async () => {
    for (const isSame of [false, true]) {
      const failure = await refusal(() => endlessUsers(isSame))

      expect(failure.code).to.equal('device_misbehaved')
      expect(failure.message).to.contain('bytes of user or group names')
    }
  })

  it('an endless file, at the limit of growth and without storing it', async () => {
    const before = process.memoryUsage().rss
    const failure = await refusal(endlessFile, {}, {}, { ...fileTreeLimits, growthBytes: 128 * 2 ** 20 })

    expect(failure.code).to.equal('device_misbehaved')
    expect(failure.message).to.contain('listed as far smaller')
    expect(process.memoryUsage().rss - before).to.be.below(150 * 2 ** 20)
  })

  it('nothing', async () => {
    const limits = { ...fileTreeLimits, silenceMs: 20 }
    const failure = await refusal(() => [greeting(), frame(srv)], { hangs: true }, {}, limits)

    expect(failure.code).to.equal('connection_lost')
    expect(failure.message).to.contain('said nothing')
  })
})

describe('an rsync server with corrupted data', () => {
  it('yields a tree or a device failure, never another error', async () => {
    const list = Buffer.concat([
      srv,
      folder('/srv/a'),
      entry({ name: '/srv/a/f', size: 5, link: 'first', nanoseconds: 7 }),
      entry({ name: '/srv/a/g', link: 2 }),
      entry({ name: '/srv/a/l', mode: 0o120777, target: 'f' }),
      entry({ name: '/srv/a/n', mode: 0o020666, rdev: [1, 3] }),
      Buffer.of(0),
      varint(10),
      Buffer.of(3),
      Buffer.from('bin'),
      Buffer.of(0, 0),
    ])
    const said = Buffer.concat([greeting(), frame(list), frame(reply(3, whole)), frame(farewell)])
    const random = seeded(99)
    const outcomes = { tree: 0, failure: 0 }

    for (let round = 0; round < 1500; round += 1) {
      const damaged = Buffer.from(said)
      for (let i = 0; i <= random() * 3; i += 1) damaged[(random() * damaged.length) | 0] = (random() * 256) | 0
      const cut = round % 3 === 0 ? damaged.subarray(0, (random() * damaged.length) | 0) : damaged
      const outcome = await collect(() => [cut], { limits: { ...fileTreeLimits, silenceMs: 5000 } }).catch(
        (e: unknown) => e,
      )

      if (outcome instanceof DeviceFailure) outcomes.failure += 1
      else if (outcome instanceof Error) throw outcome
      else outcomes.tree += 1
    }

    expect(outcomes.failure).to.be.greaterThan(500)
    expect(outcomes.tree).to.be.greaterThan(0)
  })
})

describe('a server that does not speak rsync, or ends early', () => {
  const ends: { what: string; said: Buffer[]; ending: Ending; code: string; text: string }[] = [
    { what: 'unexpected text', said: [Buffer.from('Welcome')], ending: {}, code: 'shell_not_clean', text: 'Welc' },
    { what: 'an old protocol', said: [int32(29)], ending: {}, code: 'rsync_too_old', text: 'protocol 29' },
    {
      what: 'a truncated list',
      said: [greeting(), frame(srv)],
      ending: { code: 12 },
      code: 'rsync_failed',
      text: 'status 12',
    },
    {
      what: 'a lost line',
      said: [greeting()],
      ending: { code: null },
      code: 'connection_lost',
      text: 'cut the session',
    },
    {
      what: 'an error exit',
      said: [greeting(), frame(oneFile), frame(int32(13), 86)],
      ending: { code: 13 },
      code: 'rsync_failed',
      text: 'code 13',
    },
    {
      what: 'a bad status after a whole transfer',
      said: [greeting(), frame(oneFile), frame(reply(3, whole)), frame(farewell)],
      ending: { code: 11, stderr: 'rsync error: error in file IO (code 11)' },
      code: 'rsync_failed',
      text: 'error in file IO',
    },
  ]
  for (const { what, said, ending, code, text } of ends) {
    it(`fails on ${what}, quoting the response`, async () => {
      const failure = await refusal(() => said, ending)

      expect(failure.code).to.equal(code)
      expect(failure.message).to.contain(text)
    })
  }
})

function collect(
  said: () => Iterable<Buffer> | AsyncIterable<Buffer>,
  {
    ending = {},
    options = {},
    limits = fileTreeLimits,
    repository = createMemoryRepository(),
    session = sessionWith(said, ending),
    log = () => undefined,
  } = {} as {
    ending?: Ending
    options?: Record<string, unknown>
    limits?: typeof fileTreeLimits
    repository?: ReturnType<typeof createMemoryRepository>
    session?: Session
    log?: (...line: unknown[]) => void
  },
) {
  return collectFileTree(
    session,
    { paths: ['/srv/a'], ...options },
    {
      baseline: new Map(),
      writer: repository,
      limits,
      log,
      now: () => new Date(0),
      signal: new AbortController().signal,
    },
  )
}

async function refusal(
  said: () => Iterable<Buffer> | AsyncIterable<Buffer>,
  ending: Ending = {},
  options: Record<string, unknown> = {},
  limits = fileTreeLimits,
): Promise<DeviceFailure> {
  return (await failureOf(collect(said, { ending, options, limits }))) as DeviceFailure
}

/** A reply for the same index as the previous one: the difference 0 has only a long form. */
function sameAgain(parts: Parameters<typeof reply>[1]): Buffer {
  return Buffer.concat([Buffer.of(0xfe, 0, 0), reply(1, parts).subarray(1)])
}

function* endlessList(): Generator<Buffer> {
  yield greeting()
  yield frame(Buffer.concat([srv, folder('/srv/a')]))
  for (let i = 0; ; i += 1) yield frame(entry({ name: `/srv/a/${i}`, size: 1 }))
}

function* longNames(): Generator<Buffer> {
  yield greeting()
  yield frame(Buffer.concat([srv, folder('/srv/a')]))
  for (let i = 0; ; i += 1) yield frame(entry({ name: `/srv/a/${i}${'x'.repeat(3900)}`, size: 1 }))
}

function* endlessFile(): Generator<Buffer> {
  yield greeting()
  yield frame(oneFile)
  yield frame(reply(3, { tokens: [], checksum: Buffer.alloc(0) }))
  const more = frame(literal(Buffer.alloc(1024 * 1024)))
  for (;;) yield more
}

function* endlessUsers(isSame: boolean) {
  yield greeting()
  yield frame(Buffer.concat([srv, folder('/srv/a'), listEnd.subarray(0, endOfEntries)]))
  for (let id = 1; ;) {
    const names = Array.from({ length: 100 }, () => {
      if (!isSame) id += 1
      return Buffer.concat([varint(id), Buffer.of(250), Buffer.alloc(250, 0x61)])
    })
    yield frame(Buffer.concat(names))
  }
}

/** Of `listEnd`, the bytes that end the entries. */
const endOfEntries = listEnd.length - 2
