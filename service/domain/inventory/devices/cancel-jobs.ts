import type { TenantContext } from '../../kernel/context.ts'

/**
 * Cancels the jobs that wait for these devices; the job queue supplies it. Jobs are locked before their devices, so it
 * is called before the rows of devices are locked.
 */
export type CancelJobs = (context: TenantContext, deviceIds: readonly string[]) => Promise<void>
