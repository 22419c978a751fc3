import { useMessage } from 'naive-ui'
import type { components } from '../../../../shared/contract/api-types.ts'
import { idempotencyKey } from '../../client/idempotency-key.ts'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useWords.ts'
import { words } from './words.ts'

type Schemas = components['schemas']

/**
 * Starts backups and shows how many were started; devices with a queued or running run get no second one.
 * @returns the started runs; throws the service's ApiProblem
 */
export function useBackUp() {
  const api = useApi()
  const message = useMessage()
  const { t } = useMessages(words)

  return async (tenant: string, body: Schemas['Trigger']): Promise<Schemas['Run'][]> => {
    const header = { 'Idempotency-Key': idempotencyKey() }
    const { data = [] } = await api.POST('/api/backups/trigger', { params: { query: { tenant }, header }, body })
    if (data.length > 0) message.success(t('begun', { n: data.length }))
    else message.info(t('waits'))
    return data
  }
}
