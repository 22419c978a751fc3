import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'
import type { Content } from '../../../shared/repository/content.ts'

/** An archive's exact bytes, and the root of its members' tree; null where they cannot be browsed. */
export interface ArchiveContent {
  archive: Content
  members: string | null
}

/** A text's content, the root of a tree, or an archive. */
export type VersionContent = Content | { root: string } | ArchiveContent

/** `sealed`: it does not open; `differs`: it opens, and says other things than the version's row. */
export type ManifestDamageKind = 'missing' | 'unreadable' | 'sealed' | 'differs'

/** A dated text or tree of a lineage. */
export class Version extends Row {
  static override tableName = 'versions'
  static override jsonAttributes = ['content', 'suspicious']

  declare id: string
  declare tenantId: string
  declare artifactId: string
  declare deviceId: string
  declare jobId: string
  declare capturedAt: Date
  declare lastSeenAt: Date
  declare fingerprint: string
  declare normalisedFingerprint: string
  declare normaliserRevision: number
  declare content: VersionContent
  declare sizeBytes: number
  declare lines: number | null
  declare added: number | null
  declare removed: number | null
  declare metadata: Buffer | null
  /** Why it is suspicious; null: it is plausible. */
  declare suspicious: ReceivedMessage[] | null
  /** When a person looked at it, who, and what they said: the note is sealed, for it may quote the configuration. */
  declare reviewedAt: Date | null
  declare reviewedBy: string | null
  declare reviewNote: Buffer | null
  declare reviewTicket: string | null
  /** The lineage began with it: it is no change. */
  declare isFirst: boolean
  declare labMode: boolean
  declare hostNotCompared: boolean
  declare manifestCheckedAt: Date | null
  declare manifestDamagedAt: Date | null
  declare manifestDamageKind: ManifestDamageKind | null
  declare manifestDamage: string | null
}
