import type { Platform } from '../../../../shared/platforms/platform.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'

/** Dependencies to read and normalise stored texts. */
export interface ComparisonContext {
  platform: Platform
  keys: TenantKeys
  reader: ChunkReader
  workers: Pick<ServicePool, 'run'>
}
