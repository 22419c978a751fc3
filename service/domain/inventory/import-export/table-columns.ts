import { csvColumns } from '../../../../shared/inventory/csv-cells.ts'
import { platforms } from '../../../../shared/platforms/registry.ts'

/** How the cells of a column are parsed; an empty `needed`, `yes or no` or `count` cell leaves its field unchanged. */
export type ColumnKind =
  | 'name'
  | 'text'
  | 'needed'
  | 'transport'
  | 'reference'
  | 'word'
  | 'number'
  | 'count'
  | 'yes or no'
  | 'list'
  | 'retention'
  | 'customer'
  | OptionKind
export type OptionKind = 'option' | 'option list' | 'option number' | 'option yes or no'

/** Columns that are fields of a device, in the order of an export. */
export const fieldColumns = {
  name: 'name',
  hostname: 'needed',
  platform: 'needed',
  transport: 'transport',
  site: 'text',
  schedule: 'text',
  credential: 'reference',
  agents: 'list',
  tags: 'list',
  credential_api: 'reference',
  credential_ssh: 'reference',
  enabled: 'yes or no',
  staleness_hours: 'number',
  retry_attempts: 'count',
  retry_delay_minutes: 'count',
  trust_posture: 'word',
  restore_policy: 'word',
  keep_days: 'retention',
  keep_last: 'retention',
} as const satisfies Record<string, ColumnKind>

/** Options of all platforms, in the order of the registry. */
export const optionColumns: ReadonlyMap<string, OptionKind> = new Map(
  platforms.flatMap(({ options: { properties } }) =>
    Object.entries(properties as Record<string, { type?: unknown }>).map(([option, { type }]) => [
      option,
      optionKind(type),
    ]),
  ),
)

function optionKind(type: unknown): OptionKind {
  if (type === 'array') return 'option list'
  if (type === 'integer') return 'option number'
  return type === 'boolean' ? 'option yes or no' : 'option'
}

/** Columns of an export: first those that most devices need, then all others that the import accepts. */
export const exportColumns: readonly string[] = [
  ...new Set<string>([...csvColumns, ...Object.keys(fieldColumns), ...optionColumns.keys()]),
]
