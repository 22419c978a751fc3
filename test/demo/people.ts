import type { Role } from '../../shared/permissions/permissions.ts'
import { type Client, type TestService, clientOf, confirmedClient, must } from '../support/service.ts'
import type { TenantSlug } from './lab-device.ts'

/** A user of the demonstration; `customer` is null for platform roles. */
export interface Person {
  email: string
  name: string
  role: Role
  customer: TenantSlug | null
}

/** The first administrator, who creates the others. */
export const ada: Person = {
  email: 'ada@coffer.example',
  name: 'Ada Lindqvist',
  role: 'platform_admin',
  customer: null,
}

/** A user with each role, and additional users of single customers. */
export const people: Person[] = [
  { email: 'noc@coffer.example', name: 'Sam Okafor', role: 'platform_operator', customer: null },
  { email: 'admin@harbour.example', name: 'Eva Novak', role: 'tenant_admin', customer: 'harbour-logistics' },
  { email: 'operator@harbour.example', name: 'Lien Peeters', role: 'tenant_operator', customer: 'harbour-logistics' },
  { email: 'reader@harbour.example', name: 'Tom Baert', role: 'tenant_readonly', customer: 'harbour-logistics' },
  { email: 'admin@northwind.example', name: 'Dimitar Ivanov', role: 'tenant_admin', customer: 'northwind-clinics' },
  { email: 'operator@northwind.example', name: 'Ines Moreau', role: 'tenant_operator', customer: 'northwind-clinics' },
]

/** Logs users in when they act; a session of an earlier day is not reused. */
export interface Desk {
  as(email: string): Promise<Client>
}

export function openDesk({ url, dependencies }: TestService, password: string): Desk {
  const sessions = new Map<string, { token: string; client: Client; day: string; confirmedAt: number }>()
  return {
    async as(email) {
      const [now, day] = [dependencies.now().getTime(), dependencies.now().toISOString().slice(0, 10)]
      const known = sessions.get(email)
      if (known?.day === day && now - known.confirmedAt < confirmedMs) return known.client
      const token =
        known?.day === day
          ? known.token
          : must(await clientOf(url, null).post('/api/auth/login', { email, password }), 200).token
      const client = await confirmedClient(url, token, password)
      sessions.set(email, { token, client, day, confirmedAt: now })
      return client
    },
  }
}

/** Shorter than the service accepts a confirmation. */
const confirmedMs = 4 * 60_000
