import type { JobKind } from '../../job-kind.ts'
import { backupKind } from '../backup/backup-kind.ts'

/** A connection test ends like a backup and does not change the state of its device. */
export const connectionTestKind: JobKind = { ...backupKind, bringsContent: false, onEnd: () => Promise.resolve() }
