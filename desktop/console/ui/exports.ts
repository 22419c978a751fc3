import type { Permission } from '../client/session.ts'

/** What to export. Without `tenant`, devices of every visible customer. */
export type ExportOf =
  | { of: 'devices'; tenant?: string; filter?: Readonly<Record<string, unknown>> }
  | { of: 'device'; id: string; tenant: string }
  | { of: 'customer'; tenant: string }
  | { of: 'customers' }

type ExportKey = 'devicesJson' | 'devicesCsv' | 'deviceJson' | 'customer' | 'tenantWith' | 'customers' | 'tenantsWith'

export interface Export {
  key: ExportKey
  /** Path of the API. */
  path: string
  tenant?: string
  needs: Permission
}

/** Returns every export of something, with the permission that it needs. */
export function exportsOf(wanted: ExportOf): Export[] {
  switch (wanted.of) {
    case 'devices': {
      const { tenant, filter = {} } = wanted
      const { decommissioned: _, ...filters } = filter // exports contain no decommissioned devices
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
