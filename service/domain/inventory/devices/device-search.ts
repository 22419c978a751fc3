import type { Device } from '../../../store/models/device.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'

/** Separator of the fields. No name or tag contains it, so no match spans two fields. */
const between = '\u001f'

/** Returns the text that `q` is matched against, in lower case. */
export function searchTextOf({
  name,
  hostname,
  site,
  tags,
}: Pick<Device, 'name' | 'hostname' | 'site' | 'tags'>): string {
  return [name, hostname, site, ...tags].join(between).toLowerCase()
}

/**
 * Stores the trigrams of the devices' search texts, so that a part of a text is found by equality: behind a row policy,
 * PostgreSQL uses an index only for leakproof operators. The comparison with the previous trigrams is done here: in the
 * database, whose statistics do not include rows of the same transaction, 500 devices took six seconds.
 */
export async function indexSearchTexts(
  context: TenantContext,
  devices: Pick<Device, 'id' | 'search'>[],
): Promise<void> {
  const { trx, tenantId } = context
  const ids = devices.map(({ id }) => id)
  const rows: { gram: number; device_id: string }[] = await trx('device_grams')
    .select('gram', 'device_id')
    .where({ tenant_id: tenantId })
    .whereRaw('device_id = any(?::uuid[])', [ids])
  const known = Map.groupBy(rows, (row) => row.device_id)
  const added: GramPair[] = []
  const gone: GramPair[] = []
  for (const { id, search } of devices) {
    const before = new Set(known.get(id)?.map(({ gram }) => gram))
    const after = new Set(gramsOf(search))
    for (const gram of after) if (!before.has(gram)) added.push({ id, gram })
    for (const gram of before) if (!after.has(gram)) gone.push({ id, gram })
  }
  if (gone.length > 0) {
    await trx.raw(
      `delete from device_grams g using unnest(:grams::integer[], :gramDevices::uuid[]) as k (gram, device_id)
       where g.tenant_id = :tenantId and g.device_id = any(:ids::uuid[]) and g.device_id = k.device_id and g.gram = k.gram`,
      { tenantId, ids: [...new Set(gone.map(({ id }) => id))], ...columnsOf(gone) },
    )
  }
  await insertGrams(context, added)
}

/** Stores the trigrams of new devices, which have no previous ones. */
export function indexNewTexts(context: TenantContext, devices: Pick<Device, 'id' | 'search'>[]): Promise<void> {
  return insertGrams(
    context,
    devices.flatMap(({ id, search }) => gramsOf(search).map((gram) => ({ id, gram }))),
  )
}

interface GramPair {
  id: string
  gram: number
}

async function insertGrams({ trx, tenantId }: TenantContext, pairs: GramPair[]): Promise<void> {
  if (pairs.length === 0) return
  await trx.raw(
    `insert into device_grams (tenant_id, gram, device_id)
     select :tenantId::uuid, * from unnest(:grams::integer[], :gramDevices::uuid[])`,
    { tenantId, ...columnsOf(pairs) },
  )
}

function columnsOf(pairs: GramPair[]) {
  return { grams: pairs.map(({ gram }) => gram), gramDevices: pairs.map(({ id }) => id) }
}

/** Maximum number of candidates that are checked one by one. */
const fewDevices = 2_000

/**
 * Returns the devices whose search text may contain all of these parts, if a trigram of the parts is rare; the caller
 * checks each candidate. Null if there may be more than `fewDevices`: a scan in any order then finds a page of them
 * quickly.
 */
export async function candidatesFor({ trx, tenantId }: ActionContext, parts: string[]): Promise<string[] | null> {
  const grams = gramsOf(...parts.map((part) => part.toLowerCase()))
  if (grams.length === 0) return null
  const ofTenant = tenantId === null ? '' : 'and tenant_id = :tenantId'
  const { rows } = await trx.raw<{ rows: { ids: string[] }[] }>(
    `select array(select device_id from device_grams where gram = rarest.gram ${ofTenant}) as ids
     from (
       select gram,
         (select count(*) from (
            select from device_grams where gram = wanted.gram ${ofTenant} limit :few + 1) as found) as devices
       from unnest(:grams::integer[]) as wanted (gram)
       order by devices limit 1) as rarest
     where devices <= :few`,
    { grams, tenantId, few: fewDevices },
  )
  return rows[0]?.ids ?? null
}

/** Returns the distinct trigrams (of UTF-16 units) of some texts as numbers; two trigrams may share a number. */
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
