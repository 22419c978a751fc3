import type { KeyOf } from '../../language/words.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { Run } from '../../ui/run/run-state.ts'
import type { words } from './words.ts'

/** Returns the available columns; the customer's only if several are listed. */
export function runColumns(t: (key: KeyOf<typeof words.en>) => string, showsMany: boolean): ListColumn<Run>[] {
  const customer = { key: 'customer', title: t('column.customer'), width: 'minmax(84px, 0.8fr)' }
  return [
    { key: 'device', title: t('column.device'), width: 'minmax(136px, 1.4fr)', always: true },
    ...(showsMany ? [customer] : []),
    { key: 'status', title: t('column.status'), width: '158px' },
    { key: 'kind', title: t('column.kind'), width: '124px' },
    { key: 'trigger', title: t('column.trigger'), width: 'minmax(88px, 0.9fr)' },
    { key: 'queued', title: t('column.queued'), width: '104px', sort: { by: 'queued_at', down: true } },
    { key: 'took', title: t('column.took'), width: '76px', align: 'right' },
    { key: 'transport', title: t('column.transport'), width: '84px' },
    { key: 'error', title: t('column.error'), width: 'minmax(160px, 2.6fr)' },
  ]
}
