import type { JobKinds } from '../job-kind.ts'
import { backupKind } from './backup/backup-kind.ts'
import { connectionTestKind } from './connection-test/connection-test-kind.ts'
import { dryRunKind } from './dry-run/dry-run-kind.ts'
import { restoreCheckKind, restoreConfirmKind, restoreKind } from './restore/restore-kinds.ts'

/** Every kind of job. Requests, periodic tasks and recovery pass it to the queue, which imports none of them. */
export const jobKinds: JobKinds = {
  backup: backupKind,
  test: connectionTestKind,
  dry_run: dryRunKind,
  restore: restoreKind,
  restore_confirm: restoreConfirmKind,
  restore_check: restoreCheckKind,
}
