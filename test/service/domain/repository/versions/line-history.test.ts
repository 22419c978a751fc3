import { expect } from 'chai'
import { type LineHistory, readLineHistory } from '../../../../../service/domain/repository/versions/line-history.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

const all = { first: 0, end: 1_000 }
const noLimits = { versions: 1_000, bytes: 1e9, timeMs: 60_000 }

describe('the history of lines', () => {
  const day = (n: number) => new Date(Date.UTC(2025, 0, n))
  let test: TestRepository
  let tenant: Scene

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
  })
  after(() => test.close())

  /** Stores versions of one lineage, a day apart; a volatile first line changes in each. */
  async function hasVersions(texts: string[][], fields: Partial<Version>[] = []) {
    const device = await tenant.hasDevice()
    const versions: Version[] = []
    for (const [at, lines] of texts.entries()) {
      const text = [`! Last configuration change at 10:00:0${at} by admin`, ...lines, ''].join('\n')
      const times = { capturedAt: day(at + 1), lastSeenAt: day(at + 1) }
      const sizes = at > 0 ? sizeOfChange(texts[at - 1]!, lines) : {}
      const facts = { author: `user-${at}` }
      versions.push(await tenant.hasText(device, text, { ...times, ...sizes, facts, ...fields[at] }))
    }
    return { device, versions }
  }

  const read = (version: Version, range = all, limits = noLimits) =>
    readLineHistory(tenant.reading(), version.id, range, limits)

  /** Returns for each line the index of its origin among the versions. */
  const originsOf = ({ origins, lines }: LineHistory, versions: Version[]) => {
    const found = Array<number>(lines).fill(-1)
    for (const { version, lines: own } of origins)
      for (const line of own) found[line] = versions.findIndex(({ id }) => id === version.id)
    return found
  }

  const doubtsOf = (history: LineHistory) => history.origins.map(({ doubts }) => doubts.map(({ code }) => code))

  it('finds version, run, author and ticket of each line, without volatile lines', async () => {
    const texts = [
      ['hostname a', 'vlan 1'],
      ['hostname a', 'vlan 1', 'vlan 2'],
      ['hostname b', 'vlan 1', 'vlan 2'],
    ]
    const reviewed = { reviewedAt: day(9), reviewedBy: 'olga@example.org', reviewTicket: 'CHG-7' }
    const { versions } = await hasVersions(texts, [{}, reviewed])

    const history = await read(versions[2]!)

    expect(originsOf(history, versions)).to.deep.equal([2, 0, 1])
    expect(history).to.include({ stopped: null, compared: 2, unreadable: 0 })
    const [, second] = history.origins.toSorted(
      (a, b) => b.version.capturedAt.getTime() - a.version.capturedAt.getTime(),
    )
    expect(second).to.include({ author: 'user-1' })
    expect(second!.version).to.include({ jobId: versions[1]!.jobId, reviewTicket: 'CHG-7' })
    expect(second!.previous!.id).to.equal(versions[0]!.id)
    expect(doubtsOf(history)).to.deep.equal([[], [], []])
  })

  it('shows the lines of an older version without later versions', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b'], ['a', 'b', 'c']])

    expect(originsOf(await read(versions[1]!), versions)).to.deep.equal([0, 1])
  })

  it('examines no more versions than the chosen lines need', async () => {
    const { versions } = await hasVersions(Array.from({ length: 5 }, (_, at) => ['a', `b ${at}`]))

    const history = await read(versions[4]!, { first: 1, end: 2 })

    expect(history.origins.map(({ version, lines }) => [version.id, [...lines]])).to.deep.equal([
      [versions[4]!.id, [1]],
    ])
    expect(history).to.deep.include({ compared: 1, range: { first: 1, end: 2 } })
  })

  it('states that an unreadable version may contain the line', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    const damaged = { content: { size: 3, chunks: ['00'.repeat(32)] } as Version['content'] }
    await tenant.inTransaction(({ trx }) => Version.query(trx).findById(versions[1]!.id).patch(damaged).execute())

    const history = await read(versions[3]!)

    expect(originsOf(history, versions)).to.deep.equal([0, 2, 2, 3])
    expect(doubtsOf(history)).to.deep.equal([[], ['line_versions_unreadable'], []])
    expect(history).to.include({ compared: 2, unreadable: 1 })
  })

  it('states that the oldest version is unreadable', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b']])
    const damaged = { content: { size: 3, chunks: ['00'.repeat(32)] } as Version['content'] }
    await tenant.inTransaction(({ trx }) => Version.query(trx).findById(versions[0]!.id).patch(damaged).execute())

    expect(doubtsOf(await read(versions[1]!))).to.deep.equal([['line_versions_unreadable']])
  })

  it('states where versions may have been deleted, because their size of change is unknown', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b']], [{}, { added: null, removed: null }])

    expect(doubtsOf(await read(versions[1]!))).to.deep.equal([['line_predecessor_unknown'], []])
  })

  it('states where retention deleted versions', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    const remove = (version: Version) =>
      tenant.inTransaction(({ trx }) => Version.query(trx).deleteById(version.id).execute())
    expect(doubtsOf(await read(versions[3]!))).to.deep.equal([[], [], [], []])

    await remove(versions[2]!)
    expect(doubtsOf(await read(versions[3]!))).to.deep.equal([['line_versions_between_deleted'], [], []])
    await remove(versions[0]!)
    expect(doubtsOf(await read(versions[3]!))).to.deep.equal([
      ['line_versions_between_deleted'],
      ['line_first_version_deleted'],
    ])
  })

  it('ends at each limit with the last examined version and the reason', async () => {
    const { versions } = await hasVersions([['a'], ['a', 'b'], ['a', 'b', 'c']])
    const [, middle, shown] = versions as [Version, Version, Version]

    const byVersions = await read(shown, all, { ...noLimits, versions: 1 })
    const byBytes = await read(shown, all, { ...noLimits, bytes: middle.sizeBytes })
    const byTime = await read(shown, all, { ...noLimits, timeMs: 0 })

    expect(originsOf(byVersions, versions)).to.deep.equal([1, 1, 2])
    expect(doubtsOf(byVersions)).to.deep.equal([[], ['line_older_versions_not_examined']])
    expect([byVersions.oldest.id, byBytes.oldest.id, byTime.oldest.id]).to.deep.equal([middle.id, middle.id, shown.id])
    expect([byVersions, byBytes, byTime].map(({ stopped }) => stopped?.code)).to.deep.equal([
      'line_history_limit_versions',
      'line_history_limit_bytes',
      'line_history_limit_time',
    ])
    expect((await read(shown, all, { ...noLimits, versions: 2 })).stopped).to.equal(null)
  })

  it('compares more versions than fit into one batch', async () => {
    const { versions } = await hasVersions(Array.from({ length: 70 }, (_, at) => ['a', ...(at < 3 ? [] : ['b'])]))

    const history = await read(versions[69]!)

    expect(originsOf(history, versions)).to.deep.equal([0, 3])
    expect(history.compared).to.equal(69)
  })

  it('is recorded as a reading of the version', async () => {
    const { device, versions } = await hasVersions([['a']])

    await read(versions[0]!)

    const records = await tenant.inTransaction(({ trx }) => trx('audit').where({ object_id: versions[0]!.id }))
    expect(records.map(({ action, device_id: id }) => [action, id])).to.deep.equal([['config.read', device.id]])
    expect(records[0].detail).to.include({ line_history: true })
  })

  it('is refused for another tenant’s version, a tree and a text above the limit', async () => {
    const foreign = await createScene(test.dependencies)
    const theirs = await foreign.hasText(await foreign.hasDevice(), 'hostname theirs\n')
    const linux: Device = await tenant.hasDevice({ platform: 'linux_server' })
    const { version: tree } = await tenant.hasTree(linux, [['etc', {}]])
    const { versions } = await hasVersions([['a']])
    const codeOf = async (work: Promise<unknown>) => ((await failureOf(work)) as { code?: string }).code

    expect(await codeOf(read(theirs))).to.equal('not_found')
    expect(await codeOf(read(tree))).to.equal('is_tree')
    expect(await codeOf(readLineHistory(tenant.reading({ diffFileBytes: 3 }), versions[0]!.id, all))).to.equal(
      'too_large',
    )
  })
})

function sizeOfChange(before: string[], now: string[]) {
  const added = now.filter((line) => !before.includes(line)).length
  return { added, removed: before.filter((line) => !now.includes(line)).length }
}
