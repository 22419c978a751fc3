import { runForTenants } from '../../kernel/maintenance-tasks/run-for-tenants.ts'
import { checkTenant } from './check-tenant.ts'
import type { IntegrityDependencies } from './integrity-dependencies.ts'

/** Checks the stored content of all tenants. Returns their number, and those whose check did not finish. */
export function checkIntegrity(
  dependencies: IntegrityDependencies,
): Promise<{ customers: number; unfinished: number }> {
  return runForTenants(dependencies, {
    kind: 'integrity',
    leases: 'integrity_checks',
    work: (customer) => checkTenant(dependencies, customer),
  })
}
