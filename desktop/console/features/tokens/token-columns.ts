import type { KeyOf } from '../../language/words.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import type { Token } from '../../ui/account/token.ts'
import type { words } from './words.ts'

/** Returns the available columns: the creator in the list of all tokens, the customer if relevant. */
export function tokenColumns(
  t: (key: KeyOf<typeof words.en>) => string,
  { withMaker, withTenant }: { withMaker: boolean; withTenant: boolean },
): ListColumn<Token>[] {
  return [
    { key: 'name', title: t('column.name'), width: 'minmax(150px, 1.3fr)', always: true },
    ...(withMaker ? [{ key: 'maker', title: t('column.maker'), width: 'minmax(150px, 1.3fr)' }] : []),
    { key: 'role', title: t('column.role'), width: 'minmax(130px, 1fr)' },
    ...(withTenant ? [{ key: 'customer', title: t('column.customer'), width: 'minmax(120px, 1fr)' }] : []),
    { key: 'networks', title: t('column.networks'), width: 'minmax(110px, 1fr)' },
    { key: 'used', title: t('column.used'), width: '104px' },
    { key: 'created', title: t('column.created'), width: '104px' },
    { key: 'expires', title: t('column.expires'), width: '156px' },
  ]
}
