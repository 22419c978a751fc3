import { platformById } from '../../../shared/platforms/registry.ts'
import { restorableOver } from '../../../shared/platforms/restorable-over.ts'
import type { FoundVersion } from '../versions/find-version.ts'

/** The largest text that is given back; configurations of routers have a tenth of it. */
export const mostBytes = 16 * 1024 * 1024

/** Why a version cannot be given back, by what its rows say; null when nothing speaks against it. */
export function whyNotRestorable({ version, artifact, device, isDamaged }: FoundVersion): string | null {
  const platform = platformById(device.platform)
  const restore = platform?.restore
  if (!restore) return `nothing is ever sent to a device of the platform ${device.platform}`
  if (artifact.key !== restore.key) return `it is ${artifact.key}, and only ${restore.key} can be`
  const over = restorableOver(platform, artifact.key)
  if (!over.some((transport) => transport === artifact.transport)) {
    return `it was read over ${artifact.transport}, and only what was read over ssh can be`
  }
  if (version.labMode) return 'an agent in lab mode read it: it matches no real device'
  if (version.hostNotCompared) {
    return 'nobody had compared the fingerprint of the host that it was read from: compare it, and back the device up again'
  }
  if (isDamaged) return 'what is stored of it cannot be read back'
  if (version.suspicious !== null && version.reviewedAt === null) {
    return `it looks suspicious and nobody has reviewed it: ${version.suspicious.join('; ')}`
  }
  return version.sizeBytes > mostBytes ? `it has ${version.sizeBytes} bytes, more than the ${mostBytes} allowed` : null
}
