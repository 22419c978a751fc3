import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { createChunkFilter } from '../../../../../service/domain/repository/sweep/chunk-filter.ts'
import type { MaintenanceReason } from '../../../../../service/domain/kernel/maintenance-tasks/record-run.ts'
import { type SweepFindings, checkSweepLimits } from '../../../../../service/domain/repository/sweep/sweep-limits.ts'
import { type RepackCandidate, choose } from '../../../../../service/domain/repository/sweep/repack.ts'
import { createVisitedSet } from '../../../../../service/domain/repository/sweep/visited-set.ts'
import { uuidCreationTime } from '../../../../../service/domain/kernel/uuid-creation-time.ts'

const mebi = 1024 * 1024

describe('the set of referenced objects', () => {
  it('has no false negatives, and few false positives', () => {
    const filter = createChunkFilter(200_000)
    const friends = randomBytes(200_000 * 32)
    const strangers = randomBytes(200_000 * 32)
    for (let at = 0; at < friends.length; at += 32) filter.add(friends, at)

    const known = countOf(friends, (at) => filter.mayContain(friends, at))
    const mistaken = countOf(strangers, (at) => filter.mayContain(strangers, at))

    expect(known).to.equal(200_000)
    expect(mistaken).to.be.below(400) // 1 in 1,700 expected, at the configured size
  })

  it('has different false positives each time, so that no orphan remains forever', () => {
    const friends = randomBytes(100_000 * 32)
    const strangers = randomBytes(20_000 * 32)
    let left = Array.from({ length: 20_000 }, (_, i) => i * 32)

    for (let night = 0; night < 12 && left.length > 0; night++) {
      const filter = createChunkFilter(1) // far too small: 128 KiB for 100,000 chunks
      for (let at = 0; at < friends.length; at += 32) filter.add(friends, at)
      left = left.filter((at) => filter.mayContain(strangers, at))
    }

    expect(left).to.deep.equal([])
  })

  it('is built in one walk, or in two if memory is short', () => {
    const many = createVisitedSet(1024)
    const few = createVisitedSet(2)
    const names = Array.from({ length: 300 }, (_, i) => `chunks:${i}`)

    const first = names.filter((name) => many.add(name))
    const again = names.filter((name) => many.add(name))
    const fresh = names.filter((name) => few.add(name))

    expect(first).to.have.length(300)
    expect(again.length).to.be.below(100)
    expect(fresh).to.have.length(300)
  })
})

describe('the limits of a sweep', () => {
  const usual: SweepFindings = {
    packs: 1000,
    touchedPacks: 20,
    emptiedPacks: 10,
    bytes: 1000 * mebi,
    unreferencedBytes: 10 * mebi,
    packObjects: 1010,
    orphanPacks: 3,
    manifests: 5000,
    orphanManifests: 20,
    unknownManifests: 0,
    absentPacks: 0,
    knownPacks: 1000,
    knownVersions: 5000,
  }
  const cases: [string, Partial<SweepFindings>, MaintenanceReason | null][] = [
    ['what a night brings goes on', {}, null],
    ['a twentieth of the packs goes on', { emptiedPacks: 50 }, null],
    [
      'more than a twentieth of the packs asks',
      { emptiedPacks: 51 },
      message('packs_unreferenced', { packs: 51, stored: 1000 }),
    ],
    ['a handful of few packs goes on', { packs: 12, emptiedPacks: 10 }, null],
    [
      'more than a twentieth of the bytes asks',
      { unreferencedBytes: 60 * mebi },
      message('bytes_unreferenced', { unreferenced: 60 * mebi, stored: 1000 * mebi }),
    ],
    ['many bytes of a handful of packs goes on', { unreferencedBytes: 60 * mebi, touchedPacks: 9 }, null],
    [
      'many packs that no row names asks',
      { orphanPacks: 60 },
      message('packs_without_row', { packs: 60, stored: 1010 }),
    ],
    [
      'a manifest that the database never heard of asks',
      { unknownManifests: 1 },
      message('manifests_unknown', { unknown: 1, stored: 5000 }),
    ],
    [
      'many manifests asks',
      { orphanManifests: 251 },
      message('manifests_without_row', { manifests: 251, stored: 5000 }),
    ],
    [
      'from a store that lacks many packs asks',
      { absentPacks: 51 },
      message('packs_missing', { packs: 51, known: 1000 }),
    ],
    ['from a store that lists nothing asks', { packObjects: 0 }, message('store_lists_no_packs', { packs: 1000 })],
    [
      'manifests of a store that lists none asks',
      { manifests: 0 },
      message('store_lists_no_manifests', { versions: 5000 }),
    ],
    ['nothing from a customer with nothing goes on', { ...zeros(usual) }, null],
  ]
  for (const [name, found, reason] of cases) {
    it(name, () => {
      expect(checkSweepLimits({ ...usual, ...found }, false)).to.deep.equal(reason)
    })
  }

  it('are lifted by a confirmation, except for a store that lists nothing', () => {
    expect(checkSweepLimits({ ...usual, emptiedPacks: 1000, orphanPacks: 500, absentPacks: 300 }, true)).to.equal(null)
    expect(checkSweepLimits({ ...usual, packObjects: 0 }, true)?.code).to.equal('store_lists_no_packs')
    expect(checkSweepLimits({ ...usual, manifests: 0 }, true)?.code).to.equal('store_lists_no_manifests')
  })
})

describe('the packs to merge', () => {
  const small = (id: string): RepackCandidate => ({
    id,
    size: 1000,
    rawBytes: 5000,
    liveBytes: 5000,
    isAffected: false,
  })
  const hollow: RepackCandidate = {
    ...small('hollow'),
    size: 10 * mebi,
    rawBytes: 40 * mebi,
    liveBytes: 19 * mebi,
  }
  const idsOf = (candidates: RepackCandidate[], budget = 1000 * mebi) => choose(candidates, budget).map(({ id }) => id)

  it('are small ones in sufficient number, or mostly empty ones, within the budget', () => {
    const eight = Array.from({ length: 8 }, (_, n) => small(`${n}`))

    expect(idsOf(eight)).to.have.length(8)
    expect(idsOf(eight.slice(1))).to.deep.equal([])
    expect(idsOf([...eight.slice(1), hollow])).to.deep.equal(['hollow'])
    expect(idsOf([hollow, ...eight], 10 * mebi + 2500)).to.deep.equal(['hollow', '0', '1'])
    expect(idsOf([hollow, ...eight], 0)).to.deep.equal([])
    expect(idsOf([{ ...hollow, rawBytes: null }])).to.deep.equal([])
    expect(idsOf([hollow, { ...small('hurt'), size: 16 * mebi, isAffected: true }], 20 * mebi)).to.deep.equal(['hurt'])
  })
})

describe('the creation time in an id', () => {
  it('is read from UUIDv7, and absent from other names', () => {
    const before = Date.now()
    const made = uuidCreationTime(randomUUIDv7())!.getTime()

    expect(made).to.be.within(before, Date.now())
    expect(uuidCreationTime('0199c0de-0000-4000-8000-000000000001')).to.equal(null)
    expect(uuidCreationTime('notes.txt')).to.equal(null)
  })
})

function countOf(ids: Buffer, isCounted: (at: number) => boolean): number {
  let count = 0
  for (let at = 0; at < ids.length; at += 32) if (isCounted(at)) count++
  return count
}

function zeros(found: SweepFindings): SweepFindings {
  return Object.fromEntries(Object.keys(found).map((name) => [name, 0])) as unknown as SweepFindings
}
