import { useMessage } from 'naive-ui'
import { h } from 'vue'
import { RouterLink } from 'vue-router'
import type { components } from '../../../../shared/contract/api-types.ts'
import { idempotencyKey } from '../../client/idempotency-key.ts'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { activityRoute, followRuns } from './activity.ts'
import { messages } from './messages.ts'

type Schemas = components['schemas']

/**
 * Starts backups, which the header then follows, and shows how many were started. Devices with a queued or running run
 * get no second one.
 * @returns the started runs; throws the service's ApiProblem
 */
export function useBackUp() {
  const api = useApi()
  const message = useMessage()
  const { t } = useMessages(messages)

  return async (tenant: string, body: Schemas['Trigger']): Promise<Schemas['Run'][]> => {
    const header = { 'Idempotency-Key': idempotencyKey() }
    const { data = [] } = await api.POST('/api/backups/trigger', { params: { query: { tenant }, header }, body })
    const n = data.length
    const [first, ...others] = data
    if (!first) message.info(t('waits'))
    else {
      const to = activityRoute([followRuns([first, ...others])])
      message.success(() => [t('begun', { n }), ' ', h(RouterLink, { to, class: 'underline' }, () => t('view', { n }))])
    }
    return data
  }
}
