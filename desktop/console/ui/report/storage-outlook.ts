import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../states.ts'

export type StorageUsage = components['schemas']['StorageUsage']

export interface StorageOutlook {
  /** Fraction of the disk, 0 to 1; undefined without a disk limit. */
  used?: number
  /** Days until the disk is full at the present growth. */
  daysLeft?: number
  tone: Tone
}

const dayMs = 86_400_000

/** Returns disk usage and forecast: critical under a week or above 95 %, a warning under a month or above 85 %. */
export function storageOutlook({ disk, full_at }: StorageUsage, now: Date): StorageOutlook {
  const used = disk && disk.total > 0 ? (disk.total - disk.free) / disk.total : undefined
  const daysLeft = full_at === null ? undefined : Math.max(0, (Date.parse(full_at) - now.getTime()) / dayMs)
  const isAlarm = (used ?? 0) > 0.95 || (daysLeft ?? Infinity) < 7
  const isWarning = (used ?? 0) > 0.85 || (daysLeft ?? Infinity) < 30
  return {
    ...(used !== undefined && { used }),
    ...(daysLeft !== undefined && { daysLeft }),
    tone: isAlarm ? 'bad' : isWarning ? 'warn' : 'good',
  }
}
