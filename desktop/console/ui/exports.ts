import type { Permission } from '../client/session.ts'

/** Whose definition goes out. Without `tenant`, devices are those of every customer that the person sees. */
export type ExportOf =
  | { of: 'devices'; tenant?: string; filter?: Readonly<Record<string, unknown>> }
  | { of: 'device'; id: string; tenant: string }
  | { of: 'customer'; tenant: string }
  | { of: 'customers' }

type ExportKey = 'devicesJson' | 'devicesCsv' | 'deviceJson' | 'customer' | 'tenantWith' | 'customers' | 'tenantsWith'

export interface Export {
  key: ExportKey
  /** As the API is asked for it. */
  path: string
  tenant?: string
  needs: Permission
}

/** Every export that the API has of something, each with what it needs. */
export function exportsOf(wanted: ExportOf): Export[] {
  switch (wanted.of) {
    case 'devices': {
      const { tenant, filter = {} } = wanted
      const { decommissioned: _, ...filters } = filter // those that are out of service are in no export
      const path = (format: string) => withQuery('/api/devices/export', { tenant, format, ...filters })
      return [
        { key: 'devicesCsv', path: path('csv'), tenant, needs: 'device:read' },
        { key: 'devicesJson', path: path('json'), tenant, needs: 'device:read' },
      ]
    }
    case 'device': {
      const path = withQuery(`/api/devices/${wanted.id}/export`, { tenant: wanted.tenant })
      return [{ key: 'deviceJson', path, tenant: wanted.tenant, needs: 'device:read' }]
    }
    case 'customer': {
      const { tenant } = wanted
      const path = (with_devices: boolean) => withQuery(`/api/tenants/${tenant}/export`, { tenant, with_devices })
      return [
        { key: 'customer', path: path(false), tenant, needs: 'tenant:manage' },
        { key: 'tenantWith', path: path(true), tenant, needs: 'tenant:manage' },
      ]
    }
    case 'customers': {
      const path = (with_devices: boolean) => withQuery('/api/tenants/export', { with_devices })
      return [
        { key: 'customers', path: path(false), needs: 'tenant:manage' },
        { key: 'tenantsWith', path: path(true), needs: 'tenant:manage' },
      ]
    }
  }
}

function withQuery(path: string, values: Record<string, unknown>): string {
  const said = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
      one === undefined || one === '' ? [] : [[name, String(one)]],
    ),
  )
  return `${path}?${new URLSearchParams(said)}`
}
