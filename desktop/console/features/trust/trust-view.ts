import type { components, paths } from '../../../../shared/contract/api-types.ts'

export type Fingerprint = components['schemas']['Fingerprint']
type Query = NonNullable<paths['/api/trust/fingerprints']['get']['parameters']['query']>

/** What the inbox shows, as the address has it; '' is what waits for somebody. */
export const views = ['', 'not-compared', 'approved', 'rejected', 'all'] as const
export type View = (typeof views)[number]

/** What the API is asked for. A word that is no view is the first one. */
export function queryOf(view: string, deviceId: string): Query {
  const device = deviceId ? { device_id: deviceId } : {}
  if (view === 'not-compared') return { status: 'approved', compared: false, ...device }
  if (view === 'approved' || view === 'rejected') return { status: view, ...device }
  return view === 'all' ? device : { pending_only: true, ...device }
}

/** `changed` is the graver: something else is trusted there. */
export type Matter = 'changed' | 'first' | 'notCompared' | 'approved' | 'rejected' | 'superseded'

export function matterOf({ status, compared, instead_of: insteadOf }: Fingerprint): Matter {
  if (status === 'pending') return insteadOf ? 'changed' : 'first'
  return status === 'approved' && !compared ? 'notCompared' : status
}

/** What a person of `credential:write` can say of it. Nothing of one that another has replaced. */
export function decisionsOn({ status, compared }: Fingerprint): ('approve' | 'reject')[] {
  if (status === 'superseded') return []
  if (status === 'rejected') return ['approve']
  return status === 'approved' && compared ? ['reject'] : ['approve', 'reject']
}

/** In groups, so that two can be compared by eye: hex pairs by eight, the digits behind `SHA256:` by five. */
export function groupsOf(fingerprint: string): string[] {
  if (fingerprint.startsWith('SHA256:')) return fingerprint.slice('SHA256:'.length).match(/.{1,5}/g) ?? []
  const pairs = fingerprint.split(':')
  return pairs.flatMap((_, at) => (at % 8 === 0 ? [pairs.slice(at, at + 8).join(':')] : []))
}

/** The one that is looked at next when this one is gone: the one behind it, or else before it. */
export function neighbourOf(rows: readonly { id: string }[], id: string): string | undefined {
  const place = rows.findIndex((row) => row.id === id)
  return (rows[place + 1] ?? rows[place - 1])?.id
}
