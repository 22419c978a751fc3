import type { components } from '../../../../shared/contract/api-types.ts'
import { useDownload } from '../../client/useDownload.ts'
import { useApi } from '../../client/session.ts'

/** @returns saves the certificate of a destruction that is done as a file; throws ApiProblem */
export function useCertificate(): (destruction: components['schemas']['Destruction']) => Promise<void> {
  const api = useApi()
  const { saveBlob } = useDownload()
  return async ({ id, slug }) => {
    const params = { path: { destruction_id: id } }
    const { data } = await api.GET('/api/destructions/{destruction_id}/certificate', { params })
    saveBlob(`certificate-${slug}.json`, new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }))
  }
}
