import type { FailureCode } from '../../../../shared/contract/failures.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import { type FieldBinding, openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import type { RunInSystemTransaction } from '../context.ts'
import type { MaintenanceResult } from '../maintenance-tasks/record-run.ts'
import { reasonOfFailure } from '../maintenance-tasks/recording-failure.ts'
import { runRecorded } from '../maintenance-tasks/run-recorded.ts'
import type { LegacyTable, LegacyTexts } from './legacy-texts.ts'

export interface ConversionDependencies {
  /** Runs in the platform scope. */
  runInSystemTransaction: RunInSystemTransaction
  keys: Keyring
  stopping: AbortSignal
  warn(line: string, facts: Record<string, unknown>): void
  /** Rows per transaction. */
  batchRows?: number
}

export interface ConversionCounts extends Record<string, number> {
  /** Rows that were read. */
  rows: number
  /** Texts that were replaced. */
  converted: number
  /** Texts that the keys of their tenant cannot decrypt. They stay as they are. */
  unreadable: number
}

/** Approximate limit of sealed bytes per transaction: the summary of a run may have megabytes. */
const batchBytes = 8 * 1024 * 1024

/**
 * Replaces the sentences that earlier versions stored with codes and parameters. `text_conversions` has a row for each
 * unfinished table of a tenant, with the last id that was read; a batch and this row share a transaction. It can be
 * interrupted at any point, and concurrent replicas share the work. Tenants with destroyed keys are skipped. An error
 * in one table does not stop the others.
 */
export async function convertTexts(
  { runInSystemTransaction, keys, stopping, warn, batchRows = 500 }: ConversionDependencies,
  tables: Readonly<Record<LegacyTable, LegacyTexts>>,
): Promise<MaintenanceResult> {
  return runRecorded(runInSystemTransaction, { tenantId: null, kind: 'conversion' }, async ({ note }) => {
    let counts: ConversionCounts = { rows: 0, converted: 0, unreadable: 0 }
    const failures: unknown[] = []

    async function convertTable(pending: PendingTable): Promise<void> {
      while (!stopping.aborted) {
        const tenantKeys = await keysUnlessDestroyed(keys, pending.tenantId)
        const total = await runInSystemTransaction(async (context) => {
          const batch =
            tenantKeys && (await convertBatch(context.trx, pending, tenantKeys, tables[pending.table], batchRows))
          if (!batch) return finishTable(context.trx, pending)
          const sum = addCounts(counts, batch)
          await note(context, sum)
          return sum
        })
        if (!total) return
        counts = total
      }
    }

    const pending = await runInSystemTransaction(({ trx }) => listPending(trx))
    if (pending.length === 0) return { outcome: 'nothing', reason: message('nothing_to_convert') }
    for (const one of pending) {
      await convertTable(one).catch((error: unknown) => {
        failures.push(error)
        warn('stored texts were not converted', {
          ...one,
          error: error instanceof Error ? error.message : String(error),
        })
      })
    }
    if (stopping.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
    if (failures.length > 0) return { outcome: 'failed', reason: reasonOfFailure(failures[0]), counts }
    return { outcome: 'done', counts }
  })
}

interface PendingTable {
  tenantId: string
  table: LegacyTable
}

async function listPending(trx: ScopedTransaction): Promise<PendingTable[]> {
  const { rows } = await trx.raw<{ rows: PendingTable[] }>(
    'select tenant_id as "tenantId", table_name as "table" from text_conversions order by tenant_id, table_name',
  )
  return rows
}

async function finishTable(trx: ScopedTransaction, { tenantId, table }: PendingTable): Promise<null> {
  await trx('text_conversions').where({ tenant_id: tenantId, table_name: table }).delete()
  return null
}

/** Returns null if no row is left, or another replica has finished the table. */
async function convertBatch(
  trx: ScopedTransaction,
  pending: PendingTable,
  keys: TenantKeys,
  texts: LegacyTexts,
  batchRows: number,
): Promise<ConversionCounts | null> {
  const rows = await readRows(trx, pending, texts, batchRows)
  const last = rows.at(-1)
  if (!last) return null
  const counts: ConversionCounts = { rows: rows.length, converted: 0, unreadable: 0 }
  for (const [column, convert] of Object.entries(texts.columns)) {
    const replacements: Replacement[] = []
    for (const { id, code, sealed } of rows) {
      const before = sealed[column]
      if (!before) continue
      const binding = { row: id, field: column }
      const stored = openOrNull(keys, binding, before)
      if (stored === null) counts.unreadable++
      const converted = stored === null ? null : convert(stored, code)
      if (converted !== null) replacements.push({ id, before, after: sealField(keys, binding, converted) })
    }
    counts.converted += await replaceTexts(trx, pending, column, replacements)
  }
  await trx('text_conversions')
    .where({ tenant_id: pending.tenantId, table_name: pending.table })
    .update({ after_id: last.id })
  return counts
}

interface SealedRow {
  id: string
  code: FailureCode | null
  /** By column. */
  sealed: Record<string, Buffer | null>
}

/**
 * Returns the rows after the cursor in the order of their ids. Another replica waits for the cursor until this batch is
 * committed.
 */
async function readRows(
  trx: ScopedTransaction,
  { tenantId, table }: PendingTable,
  { codeColumn, columns }: LegacyTexts,
  batchRows: number,
): Promise<SealedRow[]> {
  const cursor = await trx('text_conversions')
    .where({ tenant_id: tenantId, table_name: table })
    .forUpdate()
    .first('after_id')
  if (!cursor) return []
  const names = Object.keys(columns)
  const { rows } = await trx.raw<{ rows: (Record<string, Buffer | null> & Pick<SealedRow, 'id' | 'code'>)[] }>(
    `select * from (
       select id, ${codeColumn ?? 'null'} as code, ${names.join(', ')}, row_number() over (order by id) as number,
         sum(${names.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ')}) over (order by id) as bytes
       from ${table} where tenant_id = :tenantId and id > :after and (${names.map((name) => `${name} is not null`).join(' or ')})
       order by id limit :batchRows
     ) batch where number = 1 or bytes <= :batchBytes order by id`,
    { tenantId, after: cursor.after_id, batchRows, batchBytes },
  )
  return rows.map(({ id, code, ...sealed }) => ({ id, code, sealed }))
}

/** Returns null for bytes that were not sealed for this column of this row. */
function openOrNull(keys: TenantKeys, binding: FieldBinding, sealed: Buffer): string | null {
  try {
    return openField(keys, binding, sealed).toString()
  } catch {
    return null
  }
}

interface Replacement {
  id: string
  before: Buffer
  after: Buffer
}

/**
 * Skips texts that changed since they were read.
 * @returns how many were replaced
 */
async function replaceTexts(
  trx: ScopedTransaction,
  { tenantId, table }: PendingTable,
  column: string,
  replacements: Replacement[],
): Promise<number> {
  if (replacements.length === 0) return 0
  const { rowCount } = await trx.raw(
    `update ?? t set ?? = c.after from unnest(?::uuid[], ?::bytea[], ?::bytea[]) as c (id, before, after)
     where t.tenant_id = ? and t.id = c.id and t.?? = c.before`,
    [
      table,
      column,
      replacements.map(({ id }) => id),
      replacements.map(({ before }) => before),
      replacements.map(({ after }) => after),
      tenantId,
      column,
    ],
  )
  return rowCount ?? 0
}

function addCounts(sum: ConversionCounts, batch: ConversionCounts): ConversionCounts {
  return {
    rows: sum.rows + batch.rows,
    converted: sum.converted + batch.converted,
    unreadable: sum.unreadable + batch.unreadable,
  }
}
