import { expect } from 'chai'
import { loadMessages } from '../../../../../desktop/console/language/service-messages.ts'
import {
  maintenanceRunState,
  isAnsweredByYes,
  latestRuns,
  questionOf,
  reasonText,
} from '../../../../../desktop/console/ui/maintenance/tasks.ts'
import { expectationOf, pointsOf } from '../../../../../desktop/console/features/storage/expectation.ts'
import { messages } from '../../../../../desktop/console/features/storage/usage-messages.ts'
import { chartColumns, sizeTicks } from '../../../../../desktop/console/ui/time-chart.ts'

const dayMs = 86_400_000
const mib = 2 ** 20
const at = (day: number) => new Date(Date.UTC(2026, 2, 1) + day * dayMs)

describe('a time chart', () => {
  it('continues the forecast from the last measurement', () => {
    const measured = [
      { at: at(0), value: 1 },
      { at: at(1), value: 2 },
    ]

    const [, was, willBe] = chartColumns(measured, [{ at: at(8), value: 9 }])

    expect(was).to.deep.equal([1, 2, null])
    expect(willBe).to.deep.equal([null, 2, 9])
    expect(chartColumns(measured, [])[2]).to.deep.equal([null, null])
  })

  it('has at most five grid lines above zero, at round sizes', () => {
    expect(sizeTicks(0)).to.deep.equal([0])
    expect(sizeTicks(3.5 * mib)).to.deep.equal([0, mib, 2 * mib, 3 * mib])
    for (const most of [1, 700, 1023, 5_000, 90_000, 3 * mib, 900 * mib, 1023 * mib, 7e12]) {
      const ticks = sizeTicks(most)
      expect(ticks.length, String(most)).to.be.within(2, 6)
      expect(Math.max(...ticks)).to.be.at.most(most)
    }
  })
})

describe('the storage forecast', () => {
  const samples = Array.from({ length: 29 }, (_, day) => ({ sampled_at: at(day).toISOString(), stored: day * mib }))

  it('continues from the last sample by daily growth, for half the sampled time', () => {
    const ahead = expectationOf(pointsOf(samples), { growth_per_day: mib })

    expect(ahead.map(({ value }) => value / mib)).to.deep.equal([35, 42])
    expect(ahead[0]?.at).to.deep.equal(at(35))
  })

  it('is absent if growth is unknown, and never below zero', () => {
    expect(expectationOf(pointsOf(samples), { growth_per_day: null })).to.deep.equal([])
    expect(expectationOf([], { growth_per_day: 1 })).to.deep.equal([])
    expect(expectationOf(pointsOf(samples), { growth_per_day: -mib * 10 }).map(({ value }) => value)).to.deep.equal([0, 0]) // prettier-ignore
  })
})

describe('the maintenance runs on the storage page', () => {
  const run = { id: '1', tenant_id: 'a', kind: 'sweep', started_at: '', finished_at: '', outcome: 'stopped', reason: null, reason_code: null, reason_params: {}, counts: {}, dry_run: false } as const // prettier-ignore

  it('show the latest run per customer, without dry runs', () => {
    const counted = { ...run, id: '0', dry_run: true }
    const before = { ...run, id: '2' }
    const ofOther = { ...run, id: '3', tenant_id: 'b' }
    const other = { ...run, id: '4', kind: 'retention' } as const

    expect(latestRuns([counted, run, before, ofOther, other]).map(({ id }) => id)).to.deep.equal(['1', '3', '4'])
  })

  it('are not shown as stopped while they are in progress', () => {
    expect(maintenanceRunState(run)).to.equal('stopped')
    expect(maintenanceRunState({ ...run, finished_at: null })).to.equal('open')
  })

  it('give their reason in the user’s language, or the API’s text for an unknown code', async () => {
    await loadMessages('en')
    const reasonOf = (code: string) => reasonText({ reason: 'of the API', reason_code: code, reason_params: {} })

    expect(reasonOf('within_retention')).to.equal('Every version is within its retention.')
    expect(reasonOf('of_a_newer_service')).to.equal('of the API')
    expect(reasonText(run)).to.equal('')
  })

  it('give advice for each blocked sweep, and offer approval only where it helps', () => {
    const asked = {
      packs_unreferenced: 'much',
      bytes_unreferenced: 'much',
      packs_without_row: 'strangers',
      manifests_unknown: 'unheard',
      tombstone_not_sealed: 'forged',
      tombstone_of_destruction: 'tombstone',
      store_lists_no_packs: 'empty',
      backup_unreadable: 'unreadable',
      store_not_answering: 'unavailable',
      agent_ahead_of_database: 'older',
      database_restored: 'older',
      clocks_differ: 'clock',
      service_stopping: 'other',
      of_a_newer_service: 'other',
    }
    for (const [code, question] of Object.entries(asked)) {
      expect(questionOf({ reason_code: code }), code).to.equal(question)
    }
    expect(questionOf({ reason_code: null })).to.equal('other')
    expect(Object.keys(messages.en.sweep.advice)).to.include.members(Object.values(asked))
    expect(isAnsweredByYes({ reason_code: 'packs_unreferenced' })).to.equal(true)
    expect(isAnsweredByYes({ reason_code: 'store_lists_no_packs' })).to.equal(false)
  })
})
