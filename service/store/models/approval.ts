import type { ApprovalAction } from '../../../shared/permissions/approval-actions.ts'
import type { Permission } from '../../../shared/permissions/permissions.ts'
import { Row } from './row.ts'

/** A request for an action that a second person must approve, and its decision. */
export class Approval extends Row {
  static override tableName = 'approvals'
  static override jsonAttributes = ['body']

  declare id: string
  declare tenantId: string | null
  declare action: ApprovalAction
  /** What the action, and therefore its approval, requires. */
  declare permission: Permission
  declare method: string
  /** With its query. */
  declare path: string
  declare body: unknown
  /** SHA-256 of method, path and body. */
  declare fingerprint: Buffer
  declare reason: string
  declare requestedBy: string
  declare requestedByName: string
  declare requestedAt: Date
  /** Of the request while it is pending, of its approval afterwards. */
  declare expiresAt: Date
  declare decision: 'approved' | 'rejected' | 'withdrawn' | null
  declare decidedBy: string | null
  declare decidedByName: string | null
  declare decidedAt: Date | null
  /** Of the person who decided. */
  declare note: string | null
  declare usedAt: Date | null
  declare expiryReportedAt: Date | null
}
