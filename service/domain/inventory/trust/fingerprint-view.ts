import type { Device } from '../../../store/models/device.ts'
import { Fingerprint } from '../../../store/models/fingerprint.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** A fingerprint with its device, and the approved fingerprint that an approval would supersede. */
export type FingerprintView = Fingerprint & {
  deviceName: string
  platform: Device['platform']
  /** For a fingerprint that is not approved: the approved one of its algorithm at the same address. */
  insteadOf: Fingerprint | null
}

export interface FingerprintFilter {
  pendingOnly?: boolean
  deviceId?: string
  status?: Fingerprint['status']
  compared?: boolean
}

/** Returns fingerprints in scope, latest first, after the previous page. */
export async function listFingerprints(
  context: ActionContext,
  filter: FingerprintFilter,
  page: { limit: number; after: { firstSeenAt: Date; id: string } | null },
): Promise<FingerprintView[]> {
  const query = fingerprintsOf(context)
    .orderBy('fingerprints.firstSeenAt', 'desc')
    .orderBy('fingerprints.id', 'desc')
    .limit(page.limit)
  if (page.after) {
    query.whereRaw('(fingerprints.first_seen_at, fingerprints.id) < (?, ?)', [page.after.firstSeenAt, page.after.id])
  }
  if (filter.pendingOnly) query.where('fingerprints.status', 'pending')
  if (filter.status) query.where('fingerprints.status', filter.status)
  if (filter.compared !== undefined) query.where('fingerprints.compared', filter.compared)
  if (filter.deviceId) query.where('fingerprints.deviceId', filter.deviceId)
  return withApproved(context, (await query) as FingerprintView[])
}

/** @throws DomainError not_found */
export async function getFingerprint(context: ActionContext, id: string): Promise<FingerprintView> {
  const found = (await fingerprintsOf(context).where('fingerprints.id', id)) as FingerprintView[]
  const [fingerprint] = await withApproved(context, found)
  if (!fingerprint) throw notFound()
  return fingerprint
}

function fingerprintsOf({ trx }: ActionContext) {
  return Fingerprint.query(trx)
    .join('devices', (join) =>
      join.on('devices.tenantId', 'fingerprints.tenantId').andOn('devices.id', 'fingerprints.deviceId'),
    )
    .select('fingerprints.*', 'devices.name as deviceName', 'devices.platform')
}

/** Uses one query for a whole page. */
async function withApproved({ trx }: ActionContext, fingerprints: FingerprintView[]): Promise<FingerprintView[]> {
  const open = fingerprints.filter(({ status }) => status === 'pending' || status === 'rejected')
  const tenants = [...new Set(open.map(({ tenantId }) => tenantId))] // leading column of the devices' index
  const devices = [...new Set(open.map(({ deviceId }) => deviceId))]
  const approved =
    devices.length === 0
      ? []
      : await Fingerprint.query(trx)
          .whereIn('tenantId', tenants)
          .whereIn('deviceId', devices)
          .where('status', 'approved')
          .orderBy('id')
  const approvedOf = Map.groupBy(approved, ({ deviceId }) => deviceId)
  const isOpen = new Set(open)
  return fingerprints.map((one) =>
    Object.assign(one, {
      insteadOf: (isOpen.has(one) && approvedOf.get(one.deviceId)?.find((other) => isAtPlaceOf(one, other))) || null,
    }),
  )
}

function isAtPlaceOf(one: Fingerprint, other: Fingerprint): boolean {
  return (['tenantId', 'deviceId', 'kind', 'algorithm', 'host', 'port'] as const).every((of) => one[of] === other[of])
}
