import type { JobKind } from '../../job-kind.ts'
import { backupKind } from '../backup/backup-kind.ts'

/** A connection test ends as a backup does, and leaves its device's record as it is. */
export const connectionTestKind: JobKind = { ...backupKind, bringsContent: false, onEnd: () => Promise.resolve() }
