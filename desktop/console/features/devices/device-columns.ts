import type { KeyOf } from '../../language/words.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { Device } from './useDevices.ts'
import type { words } from './words.ts'

/** Returns the available columns; the customer's only if several are listed. */
export function deviceColumns(t: (key: KeyOf<typeof words.en>) => string, showsMany: boolean): ListColumn<Device>[] {
  const customer = { key: 'customer', title: t('column.customer'), width: 'minmax(84px, 1fr)' }
  return [
    { key: 'name', title: t('column.name'), width: 'minmax(128px, 2fr)', sort: { by: 'name' }, always: true },
    ...(showsMany ? [customer] : []),
    { key: 'state', title: t('column.state'), width: '150px' },
    { key: 'hostname', title: t('column.hostname'), width: 'minmax(112px, 1.2fr)' },
    { key: 'platform', title: t('column.platform'), width: 'minmax(92px, 1fr)' },
    { key: 'site', title: t('column.site'), width: 'minmax(72px, 0.8fr)' },
    { key: 'lastSuccess', title: t('column.lastSuccess'), width: '112px', sort: { by: 'last_success_at', down: true } },
    { key: 'lastRun', title: t('column.lastRun'), width: '150px' },
    { key: 'nextRun', title: t('column.nextRun'), width: '92px' },
    { key: 'schedule', title: t('column.schedule'), width: '110px' },
    { key: 'tags', title: t('column.tags'), width: 'minmax(104px, 1.4fr)' },
    { key: 'created', title: t('column.created'), width: '150px', sort: { by: 'created_at', down: true } },
  ]
}
