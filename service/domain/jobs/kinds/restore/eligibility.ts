import { type Message, type MessageOf, message } from '../../../../../shared/messages/message.ts'
import { platformById } from '../../../../../shared/platforms/registry.ts'
import { restorableOver } from '../../../../../shared/platforms/restorable-over.ts'
import type { FoundVersion } from '../../../repository/versions/find-version.ts'

/** The largest text that can be restored, in bytes. Configurations of routers have a tenth of it. */
export const maxBytes = 16 * 1024 * 1024

type RestoreError = MessageOf<
  | 'restore_artifact_unsupported'
  | 'restore_damaged'
  | 'restore_host_not_compared'
  | 'restore_lab_mode'
  | 'restore_platform_unsupported'
  | 'restore_suspicious'
  | 'restore_too_large'
  | 'restore_transport_unsupported'
>

/** Returns why a version cannot be restored, by its rows; null if nothing prevents it. */
export function whyNotRestorable({ version, artifact, device, isDamaged }: FoundVersion): RestoreError | null {
  const platform = platformById(device.platform)
  const restore = platform?.restore
  if (!restore) return message('restore_platform_unsupported', { platform: device.platform })
  if (artifact.key !== restore.key)
    return message('restore_artifact_unsupported', { artifact: artifact.key, supported: restore.key })
  const over = restorableOver(platform, artifact.key)
  if (!over.some((transport) => transport === artifact.transport)) {
    return message('restore_transport_unsupported', { transport: artifact.transport })
  }
  if (version.labMode) return message('restore_lab_mode')
  if (version.hostNotCompared) return message('restore_host_not_compared')
  if (isDamaged) return message('restore_damaged')
  if (version.suspicious !== null && version.reviewedAt === null) {
    return message('restore_suspicious', { reasons: version.suspicious as Message[] })
  }
  if (version.sizeBytes <= maxBytes) return null
  return message('restore_too_large', { size: version.sizeBytes, limit: maxBytes })
}
