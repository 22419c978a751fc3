import { type ComputedRef, computed } from 'vue'
import type { components } from '../../../../shared/contract/api-types.ts'
import { useMessages } from '../../language/useMessages.ts'
import { approvalMessages } from '../../ui/approval-messages.ts'
import type { Fact } from '../../ui/fact.ts'
import { actionMessages, isKnownOperation } from './action-messages.ts'
import { messages } from './messages.ts'

type Action = components['schemas']['ConfirmedAction']

export type ActionFact =
  | 'approved'
  | 'approvedRequest'
  | 'approvedBody'
  | 'reason'
  | 'address'
  | 'fingerprint'
  | 'customer'
  | 'request'
  | 'body'

/** What a code confirms: a sentence, the facts of the request and of what it names, and the bodies as JSON texts. */
export function useConfirmedAction(action: ComputedRef<Action | undefined>) {
  const { t } = useMessages(messages)
  const { t: actions } = useMessages(actionMessages)
  const { t: approvals } = useMessages(approvalMessages)
  const text = computed(() => {
    const key = action.value && keyOf(action.value)
    const { object_name: name, path, operation } = action.value ?? { object_name: null, path: '', operation: '' }
    return key ? actions(key, { name: name ?? path }) : operation
  })
  const bodies = computed(() => ({
    own: jsonOf(action.value?.body),
    approved: jsonOf(action.value?.approval?.body),
  }))
  const facts = computed((): Fact<ActionFact>[] => {
    if (!action.value) return []
    const { tenant_name: customer, method, path, fingerprint, approval } = action.value
    const approved = approval && `${approval.method} ${approval.path}`
    return [
      {
        key: 'approved',
        label: t('fact.approved'),
        value: approval ? approvals(`action.${approval.action}`) : undefined,
      },
      { key: 'approvedRequest', label: t('fact.approvedRequest'), value: approved ?? undefined, as: 'mono' },
      { key: 'approvedBody', label: t('fact.approvedBody'), value: bodies.value.approved || undefined },
      { key: 'reason', label: t('fact.reason'), value: approval?.reason },
      {
        key: 'address',
        label: t('fact.address'),
        value: fingerprint ? `${fingerprint.host}:${fingerprint.port}` : undefined,
        as: 'mono',
      },
      { key: 'fingerprint', label: t('fact.fingerprint'), value: fingerprint?.fingerprint, as: 'mono' },
      { key: 'customer', label: t('fact.customer'), value: customer ?? undefined },
      { key: 'request', label: t('fact.request'), value: `${method} ${path}`, as: 'mono' },
      { key: 'body', label: t('fact.body'), value: bodies.value.own || undefined },
    ]
  })
  return { text, facts, bodies }
}

/** Returns the key of the sentence. An operation of a later service has none: its name is shown. */
function keyOf({ operation, level, factor_kind: factor, fingerprint }: Action) {
  if (operation === 'setRetention' && isLevel(level)) return `retention.${level}` as const
  if (operation === 'removeSecondFactor' && isFactor(factor)) return `factor.${factor}` as const
  if (fingerprint) return `fingerprint.${fingerprint.kind}` as const
  return isKnownOperation(operation) ? (`operation.${operation}` as const) : undefined
}

function isLevel(level: string | null): level is 'platform' | 'customer' | 'device' {
  return level !== null && level in actionMessages.en.retention
}

function isFactor(kind: string | null): kind is 'totp' | 'passkey' {
  return kind !== null && kind in actionMessages.en.factor
}

function jsonOf(body: unknown): string {
  const text = JSON.stringify(body ?? {}, null, 2)
  return text === '{}' ? '' : text
}
