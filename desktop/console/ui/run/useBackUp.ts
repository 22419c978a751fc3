import { useMessage } from 'naive-ui'
import { h } from 'vue'
import { RouterLink } from 'vue-router'
import type { components } from '../../../../shared/contract/api-types.ts'
import { idempotencyKey } from '../../client/idempotency-key.ts'
import { useApi } from '../../client/session.ts'
import { useTenants } from '../../client/tenants.ts'
import { useMessages } from '../../language/useMessages.ts'
import { activityRoute, followRuns } from './activity.ts'
import { messages } from './messages.ts'

type Schemas = components['schemas']

/**
 * Starts backups, which the header then follows, and shows how many were started, or why no agent takes them. Devices
 * with a queued or running run get no second one.
 * @returns the started runs; throws the service's ApiProblem
 */
export function useBackUp() {
  const api = useApi()
  const message = useMessage()
  const customers = useTenants()
  const { t } = useMessages(messages)

  return async (tenant: string, body: Schemas['Trigger']): Promise<Schemas['Run'][]> => {
    const header = { 'Idempotency-Key': idempotencyKey() }
    const { data = [] } = await api.POST('/api/backups/trigger', { params: { query: { tenant }, header }, body })
    const n = data.length
    const [first, ...others] = data
    if (!first) {
      message.info(t('waits'))
      return data
    }
    const to = activityRoute([followRuns([first, ...others])])
    const [reason] = data.flatMap(({ waiting }) => waiting?.code ?? [])
    const view = (text: string) => () => [text, ' ', h(RouterLink, { to, class: 'underline' }, () => t('view', { n }))]
    if (!reason) message.success(view(t('begun', { n })))
    else {
      const name = customers.nameOf(tenant) ?? ''
      message.warning(view(`${t('queued', { n })} ${t(`agentHint.${reason}`, { name })}`), { duration: 10_000 })
    }
    return data
  }
}
