import type { Moment, InMoment } from '../kernel/context.ts'

/** Runs one step in a transaction of its own, in this customer's scope. */
export type InTenant = <T>(tenantId: string, step: (moment: Moment) => Promise<T>) => Promise<T>

/** What a policy that is applied regularly is handed. */
export interface PolicyParts {
  /** In the platform's scope. */
  inMoment: InMoment
  inTenant: InTenant
  /** Once it is aborted the policy ends after the step that it is at. */
  stopping?: AbortSignal
}
