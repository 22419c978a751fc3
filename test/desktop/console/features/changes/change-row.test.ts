import { expect } from 'chai'
import {
  type Change,
  changesOfRun,
  newerThan,
  reviewedRow,
  rowOf,
  stepFrom,
  unreviewedRow,
} from '../../../../../desktop/console/features/changes/change-row.ts'

const change = (id: string, minute: number, fields: Partial<Change['version']> = {}) =>
  ({
    version: { id, captured_at: `2026-03-12T10:${String(minute).padStart(2, '0')}:00Z`, reviewed_at: null, ...fields },
  }) as Change
const rows = [rowOf(change('b', 20)), rowOf(change('a', 10))]

describe('the rows of the changes page', () => {
  it('identify new changes, however many were reviewed meanwhile', () => {
    const ids = (found: Change[]) => newerThan(found, rows).map(({ version }) => version.id)

    expect(ids([change('d', 30), change('c', 20), change('a', 10)])).to.deep.equal(['d', 'c'])
    expect(ids([change('z', 5)])).to.deep.equal([])
    const oldestFirst = newerThan([change('d', 30), change('c', 15)], rows.toReversed())
    expect(oldestFirst.map(({ version }) => version.id)).to.deep.equal(['d'])
  })

  it('keep an earlier review that no new one replaces', () => {
    const at = new Date('2026-03-12T12:00:00Z')
    const once = reviewedRow(rows[0]!, { note: 'planned' }, 'ann', at)

    expect(once.version).to.include({ reviewed_by: 'ann', review_note: 'planned', reviewed_at: at.toISOString() })
    expect(reviewedRow(once, {}, 'bob', at)).to.equal(once)
    expect(reviewedRow(once, { ticket: 'C-1' }, 'bob', at).version).to.include({
      reviewed_by: 'bob',
      review_note: null,
    })
    expect(unreviewedRow(once).version.reviewed_at).to.equal(null)
  })

  it('are reviewed together if one run found them, without suspicious and reviewed ones', () => {
    const plain = { job_id: 'run-1', suspicious: [] }
    const [running, startup, doubtful, done, other] = [
      change('1', 20, plain),
      change('2', 20, plain),
      change('3', 20, { ...plain, suspicious: ['shrunk'] as never }),
      change('4', 20, { ...plain, reviewed_at: '2026-03-12T11:00:00Z' }),
      change('5', 20, { ...plain, job_id: 'run-2' }),
    ].map(rowOf)
    const all = [running!, startup!, doubtful!, done!, other!]
    const ids = (row: (typeof all)[number]) => changesOfRun(all, row).map(({ id }) => id)

    expect(ids(startup!)).to.deep.equal(['2', '1'])
    expect(ids(doubtful!)).to.deep.equal(['3'])
    expect(ids(other!)).to.deep.equal(['5'])
  })

  it('are stepped through from the first, and stop at the ends', () => {
    expect(stepFrom(rows, undefined, 1)?.id).to.equal('b')
    expect(stepFrom(rows, 'b', 1)?.id).to.equal('a')
    expect(stepFrom(rows, 'a', 1)?.id).to.equal('a')
    expect(stepFrom([], 'a', 1)).to.equal(undefined)
  })
})
