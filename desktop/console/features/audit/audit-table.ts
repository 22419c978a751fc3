import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import type { AuditRecord } from './audit-record.ts'

const columns = ['ts', 'actor', 'role', 'action', 'object', 'object_id', 'device', 'artifact', 'customer', 'cross_customer', 'outcome', 'request_id', 'ip', 'detail'] // prettier-ignore

/** The header line, with the byte order mark by which spreadsheets detect UTF-8. */
export const tableHead = `\ufeff${columns.join(',')}\r\n`

/** Returns records as lines of a table (RFC 4180) without executable formulas. */
export function tableLines(records: readonly AuditRecord[], nameOf: (tenantId: string | null) => string): string {
  return records
    .map((one) => {
      const cells = [
        one.ts,
        one.actor,
        one.role ?? '',
        one.action,
        one.object,
        one.object_id ?? '',
        one.device_name ?? one.device_id ?? '',
        one.artifact_key ?? '',
        nameOf(one.tenant_id),
        one.cross_tenant ? 'yes' : '',
        one.outcome,
        one.request_id ?? '',
        one.ip ?? '',
        one.detail ? JSON.stringify(one.detail) : '',
      ]
      return `${cells.map(writeCell).join(',')}\r\n`
    })
    .join('')
}

/** Returns complete records as JSON, one a line. */
export function jsonLines(records: readonly AuditRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
