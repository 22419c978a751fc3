import type { components, paths } from '../../../../shared/contract/api-types.ts'

export type Fingerprint = components['schemas']['Fingerprint']
type Query = NonNullable<paths['/api/trust/fingerprints']['get']['parameters']['query']>

/** Views of the inbox in the address; '' shows pending ones. */
export const views = ['', 'not-compared', 'approved', 'rejected', 'all'] as const
export type View = (typeof views)[number]

/** Converts the view to a query. An unknown view is the first one. */
export function queryOf(view: string, deviceId: string): Query {
  const device = deviceId ? { device_id: deviceId } : {}
  if (view === 'not-compared') return { status: 'approved', compared: false, ...device }
  if (view === 'approved' || view === 'rejected') return { status: view, ...device }
  return view === 'all' ? device : { pending_only: true, ...device }
}

/** `changed` is more severe: another fingerprint is trusted there. */
export type Matter = 'changed' | 'first' | 'notCompared' | 'approved' | 'rejected' | 'superseded'

export function matterOf({ status, compared, instead_of: insteadOf }: Fingerprint): Matter {
  if (status === 'pending') return insteadOf ? 'changed' : 'first'
  return status === 'approved' && !compared ? 'notCompared' : status
}

/** Returns the decisions available with `credential:write`; none for a superseded fingerprint. */
export function decisionsOn({ status, compared }: Fingerprint): ('approve' | 'reject')[] {
  if (status === 'superseded') return []
  if (status === 'rejected') return ['approve']
  return status === 'approved' && compared ? ['reject'] : ['approve', 'reject']
}

/** Returns groups that can be compared visually: eight hex pairs, or five digits after `SHA256:`. */
export function groupsOf(fingerprint: string): string[] {
  if (fingerprint.startsWith('SHA256:')) return fingerprint.slice('SHA256:'.length).match(/.{1,5}/g) ?? []
  const pairs = fingerprint.split(':')
  return pairs.flatMap((_, at) => (at % 8 === 0 ? [pairs.slice(at, at + 8).join(':')] : []))
}

/** Returns the row to select after this one was removed: the next one, otherwise the previous. */
export function neighbourOf(rows: readonly { id: string }[], id: string): string | undefined {
  const place = rows.findIndex((row) => row.id === id)
  return (rows[place + 1] ?? rows[place - 1])?.id
}
