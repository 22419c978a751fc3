import type { OutgoingRequest } from '../../service/outbound/outbound-client.ts'

/** The content and behaviour of a NetBox. */
export interface NetboxOptions {
  devices?: object[]
  virtualMachines?: object[]
  /** As a user copies it; null: no authentication. */
  token?: string | null
  /** Maximum page size, which overrides the requested one (its MAX_PAGE_SIZE). */
  maxConcurrent?: number
}

/**
 * Simulates the lists of a NetBox: pages, `fields`, and tokens of both versions. Its objects have the shapes in
 * test/fixtures/netbox. Its links contain another address, as behind many proxies.
 */
export function createNetbox(options: NetboxOptions = {}) {
  const { devices = [], virtualMachines = [], token = null, maxConcurrent = 1000 } = options
  const asked: OutgoingRequest[] = []
  const lists: Record<string, object[]> = {
    '/api/dcim/devices/': devices,
    '/api/virtualization/virtual-machines/': virtualMachines,
  }
  return {
    /** All received requests. */
    asked,
    async outgoing(request: OutgoingRequest) {
      asked.push(request)
      const { pathname, searchParams } = new URL(request.url)
      if (token !== null && request.headers?.['authorization'] !== schemeOf(token)) {
        return answer(403, { detail: 'Invalid token' })
      }
      const list = lists[pathname]
      if (!list) return answer(404, { detail: 'Not found.' })
      const offset = Number(searchParams.get('offset') ?? 0)
      const end = offset + Math.min(Number(searchParams.get('limit') ?? 50), maxConcurrent)
      const fields = searchParams.get('fields')?.split(',')
      return answer(200, {
        count: list.length,
        next: end < list.length ? `http://10.0.0.1:8001${pathname}?offset=${end}` : null,
        previous: null,
        results: list.slice(offset, end).map((object) => only(object, fields)),
      })
    },
  }
}

/** A device as NetBox returns it, including some fields that are not used. */
export function aNetboxDevice(fields: object = {}) {
  const address = '192.0.2.17/24'
  return {
    id: 17,
    name: 'core-1',
    serial: 'FDO2109A0XY',
    status: { value: 'active', label: 'Active' },
    primary_ip: brief('ip-addresses', 91, address, { family: { value: 4, label: 'IPv4' }, address, nat_outside: [] }),
    platform: aNetboxPlatform('Cisco IOS-XE'),
    site: brief('sites', 5, 'Gent', { name: 'Gent', slug: 'gent' }),
    tags: [brief('tags', 9, 'backup', { name: 'backup', slug: 'backup', color: '9e9e9e' })],
    tenant: brief('tenants', 2, 'Somebody', { name: 'Somebody', slug: 'somebody' }),
    ...fields,
  }
}

export function aNetboxPlatform(name: string, slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')) {
  return brief('platforms', 3, name, { name, slug, device_count: 1, virtualmachine_count: 0, _depth: 0 })
}

/** The common fields of NetBox objects. */
function brief(list: string, id: number, display: string, fields: object) {
  return { id, url: `https://netbox.example.net/api/x/${list}/${id}/`, display, ...fields }
}

function only(object: object, fields: string[] | undefined): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => fields?.includes(name) ?? true))
}

function schemeOf(token: string): string {
  return `${token.startsWith('nbt_') ? 'Bearer' : 'Token'} ${token}`
}

function answer(status: number, body: unknown) {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
}
