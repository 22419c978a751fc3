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
 * Writes which runs of three characters a device's search text has, so that a part of it is found by equality, which is
 * all that an index may be asked for behind a row policy.
 */
export async function indexSearchText({ trx, tenantId }: TenantCall, deviceId: string, text: string): Promise<void> {
  const grams = gramsOf(text)
  await trx.raw(
    `with gone as (
       delete from device_grams
       where tenant_id = :tenantId and device_id = :deviceId and gram <> all(:grams::integer[]))
     insert into device_grams (tenant_id, gram, device_id)
     select :tenantId, gram, :deviceId from unnest(:grams::integer[]) as gram
     except select tenant_id, gram, device_id from device_grams where tenant_id = :tenantId and device_id = :deviceId`,
    { tenantId, deviceId, grams },
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
