import { chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import { inScope } from '../../../store/scope.ts'
import type { References } from './mark-references.ts'
import type { SweepDependencies } from './sweep-dependencies.ts'

/** A pack with its unreferenced chunks. */
export interface ScannedPack {
  id: string
  chunks: number
  bytes: number
  /** Raw ids, 32 bytes each, of the chunks to delete, and their total bytes. */
  unreferenced: Buffer[]
  unreferencedBytes: number
}

/** Packs per query: at most 65,536 chunks each, mostly a few hundred. */
const pageSize = 64

/**
 * Yields the unreferenced chunks of all verified packs that were not promised since `cutoff`. The result may be
 * outdated: the deletion checks again.
 */
export async function* scanPacks(
  { knex, signal }: SweepDependencies,
  tenantId: string,
  references: References,
  cutoff: Date,
): AsyncGenerator<ScannedPack> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    signal?.throwIfAborted()
    const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw(
        `select p.id, count(c.id) as chunks, coalesce(sum(c.length), 0) as bytes,
           string_agg(c.id, cast('' as bytea) order by c.id) filter (where c.last_promised_at < :cutoff) as old,
           string_agg(int4send(c.length), cast('' as bytea) order by c.id)
             filter (where c.last_promised_at < :cutoff) as old_lengths
         from (
           select id from packs where tenant_id = :tenantId and status = 'verified' and id > :after
           order by id limit ${pageSize}
         ) p
         left join chunks c on c.tenant_id = :tenantId and c.pack_id = p.id
         group by p.id order by p.id`,
        { tenantId, after, cutoff },
      ),
    )
    for (const row of rows as PackRow[]) yield scan(row, references)
    if (rows.length < pageSize) return
    after = rows.at(-1).id
  }
}

interface PackRow {
  id: string
  chunks: number
  bytes: number
  old: Buffer | null
  old_lengths: Buffer | null
}

function scan({ id, chunks, bytes, old, old_lengths: lengths }: PackRow, references: References): ScannedPack {
  const pack: ScannedPack = { id, chunks, bytes, unreferenced: [], unreferencedBytes: 0 }
  if (!old || !lengths) return pack
  for (let at = 0; at < old.length; at += chunkIdBytes) {
    if (references.mayBeReferenced(old, at)) continue
    pack.unreferenced.push(old.subarray(at, at + chunkIdBytes))
    pack.unreferencedBytes += lengths.readInt32BE((at / chunkIdBytes) * 4)
  }
  return pack
}
