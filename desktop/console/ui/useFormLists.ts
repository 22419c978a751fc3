import { allPages } from '../client/paging.ts'
import { useApi } from '../client/session.ts'
import { useLatest } from './useLatest.ts'

/** Choices of a device's form: platforms, and the customer's agents and credentials. */
export function useFormLists(tenant: () => string | undefined) {
  const api = useApi()
  return useLatest(tenant, async (signal) => {
    const of = tenant()
    if (!of) return undefined
    const [platforms, agents, credentials] = await Promise.all([
      api.GET('/api/platforms', { params: { query: { tenant: of } }, signal }),
      allPages((page) => api.GET('/api/agents', { params: { query: { ...page, tenant: of } }, signal })),
      allPages((page) => api.GET('/api/credentials', { params: { query: { ...page, tenant: of } }, signal })),
    ])
    return { platforms: platforms.data ?? [], agents: agents.filter(({ status }) => status !== 'revoked'), credentials }
  })
}
