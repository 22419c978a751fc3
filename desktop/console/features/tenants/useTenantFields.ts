import { useMessages } from '../../language/useMessages.ts'
import { messages } from './messages.ts'

/** Values of a customer's form besides its names; '' inherits. */
export interface TenantSettings {
  restore: '' | 'allow' | 'deny'
  days: number | ''
}

/** Fields of a customer besides its names. */
export function useTenantFields(isNew: boolean) {
  const { t } = useMessages(messages)
  const restores = ['', 'allow', 'deny'] as const
  return [
    {
      key: 'restore' as const,
      path: 'restore_policy',
      label: () => t('field.restore'),
      hint: () => t('field.restoreHint'),
      as: 'choice' as const,
      options: () => restores.map((value) => ({ value, label: t(`restore.${value || 'inherit'}`) })),
    },
    {
      key: 'days' as const,
      path: 'decommissioned_retention_days',
      label: () => t('field.days'),
      hint: () => t(isNew ? 'field.daysHint' : 'field.daysMoved'),
      as: 'number' as const,
    },
  ]
}
