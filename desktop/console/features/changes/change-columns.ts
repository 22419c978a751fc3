import type { KeyOf } from '../../language/words.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { ChangeRow } from './change-row.ts'
import type { words } from './words.ts'

/** Columns shown beside an open change: those that distinguish rows. */
const beside = ['key', 'size', 'when']

/** Returns the available columns; the customer's only if several are listed. */
export function changeColumns(t: (key: KeyOf<typeof words.en>) => string, showsMany: boolean): ListColumn<ChangeRow>[] {
  const customer = { key: 'customer', title: t('column.customer'), width: 'minmax(90px, 0.8fr)' }
  return [
    { key: 'device', title: t('column.device'), width: 'minmax(104px, 1.4fr)', always: true },
    ...(showsMany ? [customer] : []),
    { key: 'key', title: t('column.key'), width: 'minmax(100px, 1fr)' },
    { key: 'size', title: t('column.size'), width: '80px', align: 'right' },
    { key: 'author', title: t('column.author'), width: 'minmax(90px, 0.8fr)' },
    { key: 'site', title: t('column.site'), width: 'minmax(80px, 0.7fr)' },
    { key: 'platform', title: t('column.platform'), width: 'minmax(110px, 0.8fr)' },
    { key: 'review', title: t('column.review'), width: 'minmax(120px, 1fr)' },
    { key: 'when', title: t('column.when'), width: '96px', sort: { by: 'captured_at', down: true } },
  ]
}

/** Returns the shown columns: the user's choice, reduced while a change is open. */
export function shownColumns(chosen: readonly string[], isReading: boolean): string[] {
  return isReading ? chosen.filter((key) => beside.includes(key)) : [...chosen]
}
