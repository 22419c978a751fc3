import type { Device } from '../../store/models/device.ts'
import type { Call, TenantCall } from '../call.ts'

/** Between the parts: no name or tag holds it, so that nothing is found across two of them. */
const between = '\u001f'

/** What `q` looks into, in lower case. */
export function searchTextOf({
  name,
  hostname,
  site,
  tags,
}: Pick<Device, 'name' | 'hostname' | 'site' | 'tags'>): string {
  return [name, hostname, site, ...tags].join(between).toLowerCase()
}

/**
 * Writes which runs of three characters the search texts of some devices have, so that a part of one is found by
 * equality: all that an index may be asked for behind a row policy.
 */
export async function indexSearchTexts(
  { trx, tenantId }: TenantCall,
  devices: Pick<Device, 'id' | 'search'>[],
): Promise<void> {
  const pairs = devices.flatMap(({ id, search }) => gramsOf(search).map((gram) => ({ id, gram })))
  await trx.raw(
    `with wanted as (
       select :tenantId::uuid as tenant_id, * from unnest(:grams::integer[], :gramDevices::uuid[]) as w (gram, device_id)),
     known as (
       select tenant_id, gram, device_id from device_grams
       where tenant_id = :tenantId and device_id = any(:devices::uuid[])),
     gone as (
       delete from device_grams g using (table known except table wanted) as k
       where g.tenant_id = k.tenant_id and g.device_id = k.device_id and g.gram = k.gram)
     insert into device_grams (tenant_id, gram, device_id) table wanted except table known`,
    {
      tenantId,
      devices: devices.map(({ id }) => id),
      grams: pairs.map(({ gram }) => gram),
      gramDevices: pairs.map(({ id }) => id),
    },
  )
}

/** How many devices may be looked at one by one. */
const fewDevices = 2_000

/**
 * The devices whose search text can hold all of these parts, when some run of three characters of them is rare; each has
 * to be looked at still. Null when there may be more than a few, which any order then meets soon.
 */
export async function candidatesFor({ trx, tenantId }: Call, parts: string[]): Promise<string[] | null> {
  const grams = gramsOf(...parts.map((part) => part.toLowerCase()))
  if (grams.length === 0) return null
  const ofCustomer = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const { rows } = await trx.raw<{ rows: { ids: string[] }[] }>(
    `select array(select device_id from device_grams where gram = rarest.gram ${ofCustomer}) as ids
     from (
       select gram,
         (select count(*) from (
            select from device_grams where gram = wanted.gram ${ofCustomer} limit :few + 1) as found) as devices
       from unnest(:grams::integer[]) as wanted (gram)
       order by devices limit 1) as rarest
     where devices <= :few`,
    { grams, tenantId, few: fewDevices },
  )
  return rows[0]?.ids ?? null
}

/** The different runs of three UTF-16 units of some texts, each as a number; two runs may share one. */
function gramsOf(...texts: string[]): number[] {
  const grams = new Set<number>()
  for (const text of texts) {
    for (let at = 0; at + 3 <= text.length; at += 1) {
      const [first, second, third] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      grams.add((Math.imul(Math.imul(first, 31_337) + second, 31_337) + third) | 0)
    }
  }
  return [...grams]
}
