import type { components } from '../../../../shared/contract/api-types.ts'
import { useLiveRefresh } from '../../client/live.ts'
import { useApi, useMay } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { useTenantOf } from '../../ui/useTenantOf.ts'

export type PlatformDocument = components['schemas']['PlatformDocument']

/** Reads a platform document again after each change of one. `mayChange`: whether the user may change this one. */
export function useDocument(id: () => string) {
  const api = useApi()
  const may = useMay()
  const reading = useLatest(id, async (signal) => {
    const params = { path: { document_id: id() } }
    return (await api.GET('/api/platforms/documents/{document_id}', { params, signal })).data
  })
  const document = () => (reading.data.value?.id === id() ? reading.data.value : undefined)
  useTenantOf(() => document()?.tenant_id)
  useLiveRefresh(['platform.changed'], reading.again)
  const mayChange = () => may(document()?.tenant_id === null ? 'tenant:manage' : 'device:write')
  return { reading, document, mayChange }
}

/** Returns the parameters of a request about a document. */
export function paramsOf({ id, tenant_id: tenant }: PlatformDocument) {
  return { path: { document_id: id }, query: { tenant: tenant ?? undefined } }
}
