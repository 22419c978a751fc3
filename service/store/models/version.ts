import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'
import type { Content } from '../../../shared/repository/content.ts'

/** An archive's exact bytes, and the root of its members' tree; null if its members cannot be browsed. */
export interface ArchiveContent {
  archive: Content
  members: string | null
}

/** A text's content, the root of a tree, or an archive. */
export type VersionContent = Content | { root: string } | ArchiveContent

/** `sealed`: it cannot be decrypted; `differs`: it differs from the version's row. */
export type ManifestDamageKind = 'missing' | 'unreadable' | 'sealed' | 'differs'

/** A version: the text or tree of a lineage at a time. */
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
  /** What changed, as a sealed message, because it quotes the configuration; null if the version has no summary. */
  declare summary: Buffer | null
  /** Keyed hash that equal changes of a tenant share. */
  declare changeFingerprint: string | null
  /** Why it is suspicious; null if it is not. */
  declare suspicious: ReceivedMessage[] | null
  /** When and by whom it was reviewed; the note is sealed, because it may quote the configuration. */
  declare reviewedAt: Date | null
  declare reviewedBy: string | null
  declare reviewNote: Buffer | null
  declare reviewTicket: string | null
  /** Whether it is the first of its lineage, and so not a change. */
  declare isFirst: boolean
  declare labMode: boolean
  declare hostNotCompared: boolean
  declare manifestCheckedAt: Date | null
  declare manifestDamagedAt: Date | null
  declare manifestDamageKind: ManifestDamageKind | null
  declare manifestDamage: string | null
}
