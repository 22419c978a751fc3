import { useMessages } from '../../language/useWords.ts'
import { words } from './words.ts'

/** Values of a customer's form besides its names; '' inherits. */
export interface TenantSettings {
  restore: '' | 'allow' | 'deny'
  days: number | ''
}

/** Fields of a customer besides its names. */
export function useTenantFields(isNew: boolean) {
  const { t } = useMessages(words)
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
