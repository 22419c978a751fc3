import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import type { AuditRecord } from './audit-record.ts'

const columns = ['ts', 'actor', 'role', 'action', 'object', 'object_id', 'device', 'artifact', 'customer', 'cross_customer', 'outcome', 'request_id', 'ip', 'detail'] // prettier-ignore

/** The first line of the table, with the mark by which spreadsheets know UTF-8. */
export const tableHead = `\ufeff${columns.join(',')}\r\n`

/** Records as lines of a table (RFC 4180) that no spreadsheet runs. */
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

/** Records as JSON, one a line, with all that the service tells. */
export function jsonLines(records: readonly AuditRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
