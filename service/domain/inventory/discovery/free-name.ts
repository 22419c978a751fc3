import { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'

/** A network with the names that users know it by. */
export interface NamedNetwork {
  key: string
  name: string
  organisation: string
}

/** Maximum length of a device name in the contract. */
const longest = 200

/** Returns which of the candidate names of these networks other devices have. */
export async function namesTaken({ trx, tenantId }: TenantContext, networks: NamedNetwork[]): Promise<Set<string>> {
  const taken = await Device.query(trx)
    .where({ tenantId })
    .whereNull('purgedAt')
    .whereRaw('name = any(?::text[])', [networks.flatMap(candidates)])
    .select('name')
  return new Set(taken.map(({ name }) => name))
}

/** Returns the network's own name if it is free; otherwise appends its organisation, then its key. */
export function freeName(network: NamedNetwork, taken: ReadonlySet<string>): string {
  const all = candidates(network)
  const free = all.find((name) => !taken.has(name))
  if (free !== undefined) return free
  for (let at = 2; ; at++) {
    const name = withMark(all[0] ?? network.key, `${network.key}, ${at}`)
    if (!taken.has(name)) return name
  }
}

function candidates({ key, name, organisation }: NamedNetwork): string[] {
  const plain = shown(name) || key
  return [cut(plain, longest), withMark(plain, shown(organisation)), withMark(plain, key)]
}

function withMark(name: string, mark: string): string {
  const tail = ` (${cut(mark, longest / 2)})`
  return cut(name, longest - tail.length) + tail
}

/** Removes characters that a device name must not contain. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

/** Does not split a surrogate pair at the end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
