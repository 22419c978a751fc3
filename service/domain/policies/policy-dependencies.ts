import type { SystemContext, RunInSystemTransaction } from '../kernel/context.ts'

/** Runs one step in its own transaction, in this tenant's scope. */
export type InTenant = <T>(tenantId: string, step: (context: SystemContext) => Promise<T>) => Promise<T>

/** Dependencies of a policy that runs regularly. */
export interface PolicyDependencies {
  /** Runs in the platform scope. */
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  /** If aborted, the policy ends after the current step. */
  stopping?: AbortSignal
}
