import type { Permission } from '../../../shared/permissions/permissions.ts'
import { Row } from './row.ts'
import type { User } from './user.ts'

/** Login of a program; only the hash of the token is stored. */
export class ApiToken extends Row {
  static override tableName = 'api_tokens'

  declare id: string
  declare tenantId: string | null
  declare userId: string
  declare name: string
  declare role: User['role']
  declare roleId: string | null
  /** The only permissions of the role that the token has; null: all of them. */
  declare permissions: Permission[] | null
  /** For a service account: the permissions of the user who created the token, the most that it gives to others. */
  declare grantable: Permission[] | null
  /** The built-in role of that user, whose permissions replace `grantable`; null for other roles and earlier versions. */
  declare grantableRole: User['role'] | null
  /** Devices of one of these sites, or with one of these tags; both empty: all devices. */
  declare sites: string[]
  declare tags: string[]
  declare tokenHash: Buffer
  /** Source networks in CIDR notation; empty: any. */
  declare networks: string[]
  /** The user who created it, who may be deleted; null for tokens of service accounts from earlier versions. */
  declare createdBy: string | null
  /** The user's e-mail address at that time. */
  declare createdByEmail: string | null
  declare createdAt: Date
  declare expiresAt: Date
  declare lastUsedAt: Date | null
  /** Address of the request that `lastUsedAt` records. */
  declare lastUsedIp: string | null
}
