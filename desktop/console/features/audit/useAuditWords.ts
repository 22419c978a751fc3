import { useMessages } from '../../language/useWords.ts'
import { roleWords } from '../../ui/role-words.ts'
import { isKnownAction, words as actionWords } from './actions.ts'
import type { AuditRecord } from './audit-record.ts'
import { words } from './words.ts'

type RoleName = keyof typeof roleWords.en.name
type ObjectName = keyof typeof words.en.object

/** Names of actions, kinds of objects and roles. Unknown ones are shown as in the API. */
export function useAuditWords() {
  const { t } = useMessages(words)
  const { t: action } = useMessages(actionWords)
  const { t: role } = useMessages(roleWords)
  const actionName = (name: string) => (isKnownAction(name) ? action(name) : name)
  return {
    actionName,
    /** Returns what the user of a record did. A read without a customer covers all of them. */
    actionOf: ({ action: name, tenant_id: tenant }: Pick<AuditRecord, 'action' | 'tenant_id'>) =>
      name === 'tenant.read' && tenant === null ? t('readOfAll') : actionName(name),
    objectName: (name: string) => (name in words.en.object ? t(`object.${name as ObjectName}`) : name),
    roleName: (name: string) => (name in roleWords.en.name ? role(`name.${name as RoleName}`) : name),
  }
}
