import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import type { ReportException } from '../../ui/report/exceptions.ts'
import { type Report, statesInOrder } from './figures.ts'

/**
 * Returns the exceptions for a spreadsheet (RFC 4180), with the API's names in every language, so that tables can be
 * merged. Formulas are not executed.
 * @param missing number of devices that the report does not list
 */
export function exceptionTable(day: string, exceptions: readonly ReportException[], missing = 0): string {
  const columns = ['day', 'customer', 'device', 'state', 'reasons', 'last_success_at', 'error_code', 'last_error']
  const rows = exceptions.map((one) => [
    day,
    one.customer,
    one.name,
    one.state,
    one.reasons.join(' '),
    one.last_success_at ?? '',
    one.error_code ?? '',
    one.last_error ?? '',
  ])
  const rest = missing === 0 ? [] : [[day, '', '', '', 'not_listed', '', '', `${missing} more`]]
  return tableOf([columns, ...rows, ...rest])
}

/** Returns the figures of each customer, or of the report's customer. */
export function figureTable({ day, summary, customers }: Report, name: string): string {
  const marks = ['suspicious_versions', 'hosts_not_compared', 'drifted'] as const
  const columns = ['day', 'customer', 'devices', 'covered', 'coverage_pct', 'exceptions', ...statesInOrder, ...marks]
  const rows = (customers ?? [{ slug: name, summary }]).map(({ slug, summary: of }) => [
    day,
    slug,
    of.devices,
    of.covered,
    of.coverage_pct ?? '',
    of.exceptions,
    ...statesInOrder.map((state) => of.states[state]),
    ...marks.map((mark) => of[mark]),
  ])
  return tableOf([columns, ...rows.map((row) => row.map(String))])
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`
}
