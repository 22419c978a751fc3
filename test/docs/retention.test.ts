import fs from 'node:fs'
import { expect } from 'chai'
import type { Retention } from '../../service/domain/policies/retention/guards.ts'
import { type RetainedVersion, decideRetention } from '../../service/domain/policies/retention/decide-retention.ts'

const dayMs = 24 * 3_600_000
/** The nightly run, after the backups at 02:00. */
const retentionAtMs = 10 * 60_000
const page = fs.readFileSync('docs/retention.md', 'utf8')

/** Whether a device changed before the backup of a night, counted from 0. */
const histories: ((night: number) => boolean)[] = [
  () => true,
  (night) => night % 7 === 0,
  (night) => night === 364 - 300,
  () => false,
]

describe('the examples of docs/retention.md', () => {
  it('count the versions that exist after a year of nightly backups', () => {
    const rows = [...page.matchAll(/^\|((?: +\d+ +\|){6})$/gm)].map(([, cells = '']) => cells.split('|').slice(0, -1).map(Number)) // prettier-ignore

    expect(rows).to.have.length(4)
    expect(rows).to.deep.equal(
      rows.map(([keepDays = 0, keepLast = 0]) => [
        keepDays,
        keepLast,
        ...histories.map((isChanged) => {
          const { kept } = backUpNightly(new Date('2026-01-01T02:00:00Z'), 365, isChanged, { keepDays, keepLast })
          return kept.length
        }),
      ]),
    )
  })

  it('keep the texts of 30 weeks with 90 days and 30 versions of a weekly change', () => {
    const { kept } = backUpNightly(new Date('2026-01-01T02:00:00Z'), 365, histories[1]!, { keepDays: 90, keepLast: 30 })

    const [oldest] = kept.toSorted((a, b) => a.capturedAt.getTime() - b.capturedAt.getTime())
    expect(Math.round((kept[0]!.lastSeenAt.getTime() - oldest!.capturedAt.getTime()) / dayMs / 7)).to.equal(29)
  })

  it('name the day on which a text that the device had until 28 February is deleted', () => {
    const first = new Date('2026-01-01T02:00:00Z')
    const nightOfChange = (Date.parse('2026-03-01T02:00:00Z') - first.getTime()) / dayMs

    const { deletedOn } = backUpNightly(first, 365, (night) => night === nightOfChange, { keepDays: 90, keepLast: 1 })

    expect(deletedOn).to.deep.equal(['2026-05-29'])
    const text = page.replace(/\s+/g, ' ')
    expect(text).to.include('from 1 January to 28 February 2026').and.include('deleted on 29 May with')
  })
})

/** Backs a device up every night and applies retention after each backup, as the service does. */
function backUpNightly(
  first: Date,
  nights: number,
  isChanged: (night: number) => boolean,
  retention: Retention,
): { kept: RetainedVersion[]; deletedOn: string[] } {
  let kept: RetainedVersion[] = []
  const deletedOn: string[] = []
  for (let night = 0; night < nights; night++) {
    const backupAt = new Date(first.getTime() + night * dayMs)
    const latest = kept.find(({ isLatest }) => isLatest)
    if (latest && !isChanged(night)) latest.lastSeenAt = backupAt
    else {
      if (latest) latest.isLatest = false
      kept.push({ id: `v${night}`, capturedAt: backupAt, lastSeenAt: backupAt, isLatest: true, isDoubtful: false })
    }
    const { keep, remove } = decideRetention(kept, retention, new Date(backupAt.getTime() + retentionAtMs))
    kept = keep.map(({ version }) => version)
    deletedOn.push(...remove.map(() => backupAt.toISOString().slice(0, 10)))
  }
  return { kept, deletedOn }
}
