import type { TenantContext } from '../../kernel/context.ts'

/**
 * Cancels the queued jobs of these devices. Injected by the job queue. Jobs are locked before their devices: call it
 * before rows of devices are locked.
 */
export type CancelJobs = (context: TenantContext, deviceIds: readonly string[]) => Promise<void>
