import type { components } from '../../shared/contract/api-types.ts'
import { type Client, type TestService, must } from './service.ts'

/** Lets users of the service register break-glass copies. */
export async function allowBreakGlass(service: TestService, days = 7): Promise<void> {
  const admin = await service.as('platform_admin')
  must(await admin.patch('/api/settings', { break_glass_copies: true, break_glass_days: days }), 200)
}

/** Registers a copy as `client`, for a platform role with the tenant. */
export async function registerCopy(
  client: Client,
  fields: Partial<components['schemas']['NewBreakGlassCopy']> = {},
  tenant?: string,
): Promise<components['schemas']['MadeBreakGlassCopy']> {
  const query = tenant === undefined ? '' : `?tenant=${tenant}`
  return must(await client.post(`/api/break-glass-copies${query}`, { computer: 'laptop', ...fields }), 201)
}
