import { type AuditRecord, isReading } from './audit-record.ts'

export interface GroupedRecord extends AuditRecord {
  /** Number of records that the row shows. */
  views: number
}

/** Facts in which the reads of one page view agree. */
const facts = ['actor', 'action', 'tenant_id', 'object', 'object_id', 'device_id', 'artifact_key', 'outcome', 'ip'] as const // prettier-ignore

/**
 * Groups reads of a day that differ in their time and request only, as each view of a page records them. The first of
 * them in the order of the list represents the group.
 * @param records in the order of the list
 */
export function groupViews(records: readonly AuditRecord[]): GroupedRecord[] {
  const groups: GroupedRecord[] = []
  const open = new Map<string, GroupedRecord>()
  for (const record of records) {
    const key = JSON.stringify([...facts.map((fact) => record[fact]), record.detail, record.ts.slice(0, dayLength)])
    const group = isReading(record) ? open.get(key) : undefined
    if (group) {
      group.views += 1
      continue
    }
    const own = asGroup(record)
    groups.push(own)
    open.set(key, own)
  }
  return groups
}

export function asGroup(record: AuditRecord): GroupedRecord {
  return { ...record, views: 1 }
}

/** Of an instant up to its day, so that a group never spans days. */
const dayLength = '2026-03-01'.length
