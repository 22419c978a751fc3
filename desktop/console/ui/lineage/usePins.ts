import { useMessage } from 'naive-ui'
import { useApi } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import { messages } from './messages.ts'

/** Pins a version of a lineage, or unpins it. */
export function usePins() {
  const { t } = useMessages(messages)
  const api = useApi()
  const message = useMessage()
  const params = (tenant: string | undefined, artifact_id: string) => ({
    params: { path: { artifact_id }, query: { tenant } },
  })

  /** @throws ApiProblem */
  async function pin(tenant: string | undefined, artifactId: string, version_id: string): Promise<void> {
    await api.PUT('/api/artifacts/{artifact_id}/pin', { ...params(tenant, artifactId), body: { version_id } })
    message.success(t('pin.done'))
  }

  /** @throws ApiProblem */
  async function unpin(tenant: string | undefined, artifactId: string): Promise<void> {
    await api.DELETE('/api/artifacts/{artifact_id}/pin', params(tenant, artifactId))
    message.success(t('pin.undone'))
  }

  return { pin, unpin }
}
