import type { SystemContext, RunInSystemTransaction } from '../kernel/context.ts'

/** Runs one step in a transaction of its own, in this customer's scope. */
export type InTenant = <T>(tenantId: string, step: (context: SystemContext) => Promise<T>) => Promise<T>

/** What a policy that is applied regularly is handed. */
export interface PolicyDependencies {
  /** In the platform's scope. */
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  /** Once it is aborted the policy ends after the step that it is at. */
  stopping?: AbortSignal
}
