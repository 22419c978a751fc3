import { Device } from '../../../store/models/device.ts'
import { DevicePair } from '../../../store/models/device-pair.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** A pair with its devices. */
export interface DevicePairView {
  pair: DevicePair
  first: Pick<Device, 'id' | 'name' | 'platform'>
  second: Pick<Device, 'id' | 'name' | 'platform'>
}

export interface PairFilters {
  deviceId?: string
  differs?: boolean
}

/** Returns the pairs in scope by name and id. */
export async function listDevicePairs(
  context: ActionContext,
  { deviceId, differs }: PairFilters,
  { limit, after }: { limit: number; after: { name: string; id: string } | null },
): Promise<DevicePairView[]> {
  const query = DevicePair.query(context.trx).orderBy(['name', 'id']).limit(limit)
  if (deviceId !== undefined) query.where((one) => one.where('firstDeviceId', deviceId).orWhere('secondDeviceId', deviceId)) // prettier-ignore
  if (differs !== undefined) query.where('state', differs ? '=' : '<>', 'differs')
  if (after) query.whereRaw('(name, id) > (?, ?)', [after.name, after.id])
  return viewPairs(context, await query)
}

/** @throws DomainError not_found */
export async function getDevicePair(context: ActionContext, id: string): Promise<DevicePairView> {
  const pair = await DevicePair.query(context.trx).findById(id)
  if (!pair) throw notFound()
  return viewPair(context, pair)
}

export async function viewPair(context: Pick<ActionContext, 'trx'>, pair: DevicePair): Promise<DevicePairView> {
  return (await viewPairs(context, [pair]))[0]!
}

async function viewPairs({ trx }: Pick<ActionContext, 'trx'>, pairs: DevicePair[]): Promise<DevicePairView[]> {
  if (pairs.length === 0) return []
  const ids = pairs.flatMap(({ firstDeviceId, secondDeviceId }) => [firstDeviceId, secondDeviceId])
  const devices = await Device.query(trx).findByIds([...new Set(ids)]).select('id', 'name', 'platform') // prettier-ignore
  const byId = new Map(devices.map((device) => [device.id, device]))
  return pairs.flatMap((pair) => {
    const [first, second] = [byId.get(pair.firstDeviceId), byId.get(pair.secondDeviceId)]
    return first && second ? [{ pair, first, second }] : []
  })
}
