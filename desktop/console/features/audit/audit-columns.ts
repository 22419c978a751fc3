import type { KeyOf } from '../../language/words.ts'
import type { IconName } from '../../ui/icons.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { Tone } from '../../ui/states.ts'
import type { AuditRecord } from './audit-record.ts'
import type { words } from './words.ts'

export const outcomeLooks: Record<AuditRecord['outcome'], { tone: Tone; icon: IconName }> = {
  done: { tone: 'good', icon: 'done' },
  refused: { tone: 'warn', icon: 'blocked' },
  failed: { tone: 'bad', icon: 'failed' },
}

/** Returns the available columns; the customer's only if several are shown. */
export function auditColumns(
  t: (key: KeyOf<typeof words.en>) => string,
  showsMany: boolean,
): ListColumn<AuditRecord>[] {
  const customer = { key: 'customer', title: t('column.customer'), width: 'minmax(90px, 0.7fr)' }
  return [
    { key: 'when', title: t('column.when'), width: '150px', sort: { by: 'ts', down: true }, always: true },
    { key: 'who', title: t('column.who'), width: 'minmax(124px, 1.2fr)' },
    { key: 'what', title: t('column.what'), width: 'minmax(160px, 1.5fr)', always: true },
    { key: 'about', title: t('column.about'), width: 'minmax(90px, 1.3fr)' },
    { key: 'device', title: t('column.device'), width: 'minmax(90px, 1fr)' },
    ...(showsMany ? [customer] : []),
    { key: 'outcome', title: t('column.outcome'), width: '104px', always: true },
    { key: 'from', title: t('column.from'), width: '116px' },
  ]
}
