import { useMessage } from 'naive-ui'
import { h } from 'vue'
import { RouterLink } from 'vue-router'
import type { components } from '../../../../shared/contract/api-types.ts'
import { idempotencyKey } from '../../client/idempotency-key.ts'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useWords.ts'
import { followRuns } from './activity.ts'
import { words } from './words.ts'

type Schemas = components['schemas']

/**
 * Starts backups, which the header then follows, and shows how many were started. Devices with a queued or running run
 * get no second one.
 * @returns the started runs; throws the service's ApiProblem
 */
export function useBackUp() {
  const api = useApi()
  const message = useMessage()
  const { t } = useMessages(words)

  return async (tenant: string, body: Schemas['Trigger']): Promise<Schemas['Run'][]> => {
    const header = { 'Idempotency-Key': idempotencyKey() }
    const { data = [] } = await api.POST('/api/backups/trigger', { params: { query: { tenant }, header }, body })
    if (data.length === 0) message.info(t('waits'))
    else {
      followRuns(data)
      message.success(() => [t('begun', { n: data.length }), ' ', runLink(data, t('view', { n: data.length }))])
    }
    return data
  }
}

function runLink(runs: readonly Schemas['Run'][], text: string) {
  const [only, other] = runs
  const to = only && !other ? { name: 'runs-one', params: { id: only.id } } : { name: 'runs', query: { since: 'hour' } }
  return h(RouterLink, { to, class: 'underline' }, () => text)
}
