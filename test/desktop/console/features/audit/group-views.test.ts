import { expect } from 'chai'
import type { AuditRecord } from '../../../../../desktop/console/features/audit/audit-record.ts'
import { groupViews } from '../../../../../desktop/console/features/audit/group-views.ts'

const record = (id: string, ts: string, fields: Partial<AuditRecord> = {}) =>
  ({ id, ts, actor: 'ann', action: 'change.list', object: 'change', object_id: null, ...fields }) as AuditRecord

describe('repeated reads in the audit list', () => {
  it('are one row for each day, user and object', () => {
    const rows = groupViews([
      record('1', '2026-03-02T09:05:00Z'),
      record('2', '2026-03-02T09:04:00Z', { actor: 'bob' }),
      record('3', '2026-03-02T09:03:00Z'),
      record('4', '2026-03-02T09:02:00Z', { object_id: 'x' }),
      record('5', '2026-03-01T23:59:00Z'),
    ])

    expect(rows.map(({ id, views }) => [id, views])).to.deep.equal([
      ['1', 2],
      ['2', 1],
      ['4', 1],
      ['5', 1],
    ])
  })

  it('contain no changes and no refused requests', () => {
    const change = { action: 'device.update' }
    const rows = groupViews([
      record('1', '2026-03-02T09:05:00Z', change),
      record('2', '2026-03-02T09:04:00Z', change),
      record('3', '2026-03-02T09:03:00Z', { outcome: 'done' }),
      record('4', '2026-03-02T09:02:00Z', { outcome: 'refused' }),
    ])

    expect(rows.map(({ views }) => views)).to.deep.equal([1, 1, 1, 1])
  })
})
