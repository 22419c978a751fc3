import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useCustomers } from '../../client/customers.ts'
import type { Level, Place } from './place.ts'

/** The place in the address: `?level=` and `?device=`. Without a level it is the chosen customer, else the installation. */
export function usePlace() {
  const route = useRoute()
  const router = useRouter()
  const customers = useCustomers()
  const level = computed<Level>(() => {
    const said = route.query['level']
    if (said === 'platform' || said === 'device' || said === 'customer') return said
    return customers.tenant ? 'customer' : 'platform'
  })
  const device = computed(() => String(route.query['device'] ?? ''))
  /** Undefined until a customer, or a device, is chosen. */
  const place = computed<Place | undefined>(() => {
    if (level.value === 'platform') return { level: 'platform' }
    const tenant = customers.tenant
    if (!tenant) return undefined
    if (level.value === 'customer') return { level: 'customer', tenant }
    return device.value === '' ? undefined : { level: 'device', tenant, device: device.value }
  })

  function go(to: Level, of = '') {
    const { device: _device, ...query } = route.query
    return router.replace({ query: { ...query, level: to, ...(of && { device: of }) } })
  }

  return { level, device, place, go }
}
