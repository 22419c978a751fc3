import type { Role } from '../../shared/permissions/permissions.ts'
import { type Client, type TestService, clientOf, confirmedClient, must } from '../support/service.ts'
import type { TenantSlug } from './lab-device.ts'

/** Somebody of the demonstration; `customer` is null for those who look after the platform. */
export interface Person {
  email: string
  name: string
  role: Role
  customer: TenantSlug | null
}

/** The first administrator; the others are made by her. */
export const ada: Person = {
  email: 'ada@coffer.example',
  name: 'Ada Lindqvist',
  role: 'platform_admin',
  customer: null,
}

/** One of each role, and a customer more of those that belong to one. */
export const people: Person[] = [
  { email: 'noc@coffer.example', name: 'Sam Okafor', role: 'platform_operator', customer: null },
  { email: 'admin@harbour.example', name: 'Eva Novak', role: 'tenant_admin', customer: 'harbour-logistics' },
  { email: 'operator@harbour.example', name: 'Lien Peeters', role: 'tenant_operator', customer: 'harbour-logistics' },
  { email: 'reader@harbour.example', name: 'Tom Baert', role: 'tenant_readonly', customer: 'harbour-logistics' },
  { email: 'admin@northwind.example', name: 'Dimitar Ivanov', role: 'tenant_admin', customer: 'northwind-clinics' },
  { email: 'operator@northwind.example', name: 'Ines Moreau', role: 'tenant_operator', customer: 'northwind-clinics' },
]

/** Logs people in when they have something to do; a session of another day is not used any more. */
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
