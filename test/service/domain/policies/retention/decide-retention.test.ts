import { expect } from 'chai'
import {
  type RetainedVersion,
  decideRetention,
} from '../../../../../service/domain/policies/retention/decide-retention.ts'
import { seeded } from '../../../../support/random.ts'
import type { Retention } from '../../../../../service/domain/policies/retention/guards.ts'

const dayMs = 24 * 3_600_000
const now = new Date('2031-03-01T02:10:00Z')

describe('the versions that retention deletes', () => {
  it('are those that neither number nor age retains', () => {
    const versions = [10, 20, 30, 40, 50].map((days) => version(`v${days}`, { age: days }))
    versions[0]!.isLatest = true

    const split = decideRetention(versions, { keepDays: 25, keepLast: 1 }, now)
    const more = decideRetention(versions, { keepDays: 25, keepLast: 4 }, now)

    expect(split.remove.map(({ id }) => id)).to.deep.equal(['v50', 'v40', 'v30'])
    expect(split.keep.map(({ version, why }) => [version.id, why])).to.deep.equal([
      ['v10', 'latest'],
      ['v20', 'keep_days'],
    ])
    expect(more.remove.map(({ id }) => id)).to.deep.equal(['v50'])
  })

  it('are counted from the day the device last had them', () => {
    const versions = [
      version('new', { age: 1, isLatest: true }),
      version('long in force', { age: 900, seen: 2 }),
      version('short', { age: 900.5, seen: 900 }),
    ]

    const { remove } = decideRetention(versions, { keepDays: 30, keepLast: 1 }, now)

    expect(remove.map(({ id }) => id)).to.deep.equal(['short'])
  })

  it('exclude the latest, pinned, restoring and last good versions', () => {
    const old = { keepDays: 1, keepLast: 1 }
    const versions = [
      version('latest', { age: 800, isLatest: true, isDoubtful: true }),
      version('doubtful too', { age: 801, isDoubtful: true }),
      version('good', { age: 802 }),
      version('good before', { age: 803 }),
      version('pinned', { age: 804, isPinned: true }),
      version('being restored', { age: 805, isBeingRestored: true }),
    ]

    const { keep, remove } = decideRetention(versions, old, now)

    expect(remove.map(({ id }) => id)).to.deep.equal(['good before', 'doubtful too'])
    expect(keep.map(({ version, why }) => `${version.id}: ${why}`)).to.deep.equal([
      'latest: latest',
      'good: last_good',
      'pinned: pinned',
      'being restored: being_restored',
    ])
  })

  it('exclude the latest of the lineage, even if a wrong clock makes another look newer', () => {
    const versions = [version('from the future', { age: -4000 }), version('latest', { age: 900, isLatest: true })]

    const { remove } = decideRetention(versions, { keepDays: 1, keepLast: 1 }, now)

    expect(remove).to.deep.equal([])
  })

  it('equal those of a simple model, for any history and policy', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = seeded(seed)
      const versions = someHistory(random)
      const retention = { keepDays: 1 + Math.floor(random() * 60), keepLast: 1 + Math.floor(random() * 8) }

      const { keep, remove } = decideRetention(shuffled(versions, random), retention, now)
      const again = decideRetention(
        keep.map(({ version }) => version),
        retention,
        now,
      )

      const expected = versions.filter((one) => isGoing(one, versions, retention)).map(({ id }) => id)
      expect(remove.map(({ id }) => id).toSorted(), `seed ${seed}`).to.deep.equal(expected.toSorted())
      expect(keep.length + remove.length, `seed ${seed}`).to.equal(versions.length)
      expect(again.remove, `seed ${seed}`).to.deep.equal([])
    }
  })

  it('leave the promised days and number through six years of nightly runs', () => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed)
      const retention = { keepDays: 90, keepLast: 12 }
      let kept: RetainedVersion[] = []
      let written = 0
      for (let day = 0; day < 6 * 365; day++) {
        const tonight = new Date(now.getTime() + day * dayMs)
        const latest = kept.at(-1)
        if (!latest || random() < (day % 700 < 500 ? 0.3 : 0)) {
          if (latest) latest.isLatest = false
          kept.push({ ...version(`v${day}`, {}), capturedAt: tonight, lastSeenAt: tonight, isLatest: true })
          written++
        } else latest.lastSeenAt = tonight

        const before = kept
        kept = decideRetention(kept, retention, tonight)
          .keep.map(({ version }) => version)
          .reverse()

        const young = before.filter(({ lastSeenAt }) => lastSeenAt.getTime() >= tonight.getTime() - 90 * dayMs)
        expect(kept).to.include.members(young)
        expect(kept.at(-1)?.isLatest).to.equal(true)
        expect(kept.length).to.be.at.least(Math.min(12, written))
        expect(kept.length).to.be.at.most(Math.max(12, young.length))
      }
    }
  })
})

interface Fields extends Partial<RetainedVersion> {
  /** Days since it was captured, and since it was last seen. */
  age?: number
  seen?: number
}

function version(id: string, { age = 0, seen = age, ...fields }: Fields): RetainedVersion {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  return { id, capturedAt: ago(age), lastSeenAt: ago(seen), isLatest: false, isDoubtful: false, ...fields }
}

/**
 * Returns up to 20 versions with ages at the policy's limits, equal times, suspicious versions, pins, and sometimes a
 * latest version that is not the newest.
 */
function someHistory(random: () => number): RetainedVersion[] {
  const versions = Array.from({ length: Math.floor(random() * 20) }, (_, at) => {
    const age = Math.floor(random() * 80)
    return version(`v${at}`, {
      age,
      seen: Math.floor(random() * (age + 1)),
      isDoubtful: random() < 0.3,
      isPinned: random() < 0.1,
      isBeingRestored: random() < 0.05,
    })
  })
  const latest = random() < 0.9 ? newest(versions)[0] : versions[Math.floor(random() * versions.length)]
  if (latest) latest.isLatest = true
  return versions
}

/** An independent implementation of the rule. */
function isGoing(one: RetainedVersion, all: RetainedVersion[], { keepDays, keepLast }: Retention): boolean {
  const order = newest(all)
  const newerGood = order.slice(0, order.indexOf(one)).some(({ isDoubtful }) => !isDoubtful)
  const isLastGood = !one.isDoubtful && !newerGood
  const isHeld = one.isLatest || one.isPinned === true || one.isBeingRestored === true || isLastGood
  const days = (now.getTime() - one.lastSeenAt.getTime()) / dayMs
  return !isHeld && order.indexOf(one) >= keepLast && days > keepDays
}

function newest(versions: RetainedVersion[]): RetainedVersion[] {
  const key = ({ capturedAt, id }: RetainedVersion) => `${capturedAt.toISOString()} ${id}`
  return versions.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items.map((item) => ({ item, at: random() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item) // prettier-ignore
}
