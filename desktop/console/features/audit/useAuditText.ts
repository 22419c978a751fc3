import { useMessages } from '../../language/useMessages.ts'
import { roleMessages } from '../../ui/role-messages.ts'
import { isKnownAction, messages as actionMessages } from './actions.ts'
import type { AuditRecord } from './audit-record.ts'
import { messages } from './messages.ts'

type RoleName = keyof typeof roleMessages.en.name
type ObjectName = keyof typeof messages.en.object

/** Names of actions, kinds of objects and roles. Unknown ones are shown as in the API. */
export function useAuditText() {
  const { t } = useMessages(messages)
  const { t: action } = useMessages(actionMessages)
  const { t: role } = useMessages(roleMessages)
  const actionName = (name: string) => (isKnownAction(name) ? action(name) : name)
  return {
    actionName,
    /** Returns what the user of a record did. A read without a customer covers all of them. */
    actionOf: ({ action: name, tenant_id: tenant }: Pick<AuditRecord, 'action' | 'tenant_id'>) =>
      name === 'tenant.read' && tenant === null ? t('readOfAll') : actionName(name),
    objectName: (name: string) => (name in messages.en.object ? t(`object.${name as ObjectName}`) : name),
    roleName: (name: string) => (name in roleMessages.en.name ? role(`name.${name as RoleName}`) : name),
  }
}
