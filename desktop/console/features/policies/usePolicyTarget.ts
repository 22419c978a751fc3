import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useTenants } from '../../client/tenants.ts'
import { useApi } from '../../client/session.ts'
import { useTenantOf } from '../../ui/useTenantOf.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { Level, PolicyTarget } from './policy-target.ts'

/** The policy level in the address: `?level=` and `?device=`. Default: the chosen customer, otherwise the platform. */
export function usePolicyTarget() {
  const api = useApi()
  const route = useRoute()
  const router = useRouter()
  const customers = useTenants()
  const level = computed<Level>(() => {
    const said = route.query['level']
    if (said === 'platform' || said === 'device' || said === 'customer') return said
    return customers.tenant ? 'customer' : 'platform'
  })
  const device = computed(() => String(route.query['device'] ?? ''))
  const reading = useLatest(
    device,
    async (signal) => {
      const params = { path: { device_id: device.value } }
      return (await api.GET('/api/devices/{device_id}', { params, signal })).data
    },
    { when: () => level.value === 'device' && device.value !== '' },
  )
  /** Undefined until a customer or device is chosen. */
  const target = computed<PolicyTarget | undefined>(() => {
    if (level.value === 'platform') return { level: 'platform' }
    if (level.value === 'customer')
      return customers.tenant ? { level: 'customer', tenant: customers.tenant } : undefined
    const of = reading.data.value
    return of?.id === device.value ? { level: 'device', tenant: of.tenant_id, device: of.id } : undefined
  })
  useTenantOf(() => (target.value?.level === 'device' ? target.value.tenant : undefined))

  function go(to: Level, of = '') {
    const { device: _device, ...query } = route.query
    return router.replace({ query: { ...query, level: to, ...(of && { device: of }) } })
  }

  return { level, device, reading, target, go }
}
