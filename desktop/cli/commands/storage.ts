import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'

type Schemas = components['schemas']

export const storage = command({
  name: 'storage',
  summary: 'Show how much is stored, its growth, when the disk will be full, and object lock',
  details: `Growth is measured by daily samples, or estimated from what was transferred; the basis shows which.
Object locks are counted every 15 minutes.`,
  words: [],
  options: {},
  examples: [['coffer storage', 'of all customers; with --tenant of one']],
  async run({ connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const usage = dataOf(await connection.api.GET('/api/storage/usage', { params: { query } }))
    await out.thing(usage, () => usageLines(usage))
  },
})

export const compliance = command({
  name: 'storage compliance',
  summary: 'Show whether all stored content was verified; exits with 8 if any is damaged',
  words: [],
  options: {},
  examples: [['coffer storage compliance --tenant acme', 'with the reason of each problem']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    let isDamaged = false
    async function* all(): AsyncGenerator<Schemas['StorageCompliance']> {
      const found = rowsOf<Schemas['StorageCompliance']>((page) =>
        connection.api.GET('/api/storage/compliance', { params: { query: { tenant, ...page } } }),
      )
      for await (const one of found) {
        isDamaged ||= one.standing === 'damaged'
        yield one
      }
    }
    await out.list(
      all(),
      [
        { title: 'CUSTOMER', of: ({ slug }) => slug },
        { title: 'STANDING', of: ({ standing }) => standing },
        { title: 'READ BACK', of: ({ packs }) => `${Math.floor(packs.checked_share * 100)} %`, isNumber: true },
        { title: 'WITHIN', of: ({ period_days: days }) => `${days} d` },
        { title: 'DAMAGED VERSIONS', of: ({ damaged_versions: count }) => count, isNumber: true },
        {
          title: 'LOCKED',
          of: ({ object_lock: lock }) => (lock ? `${lock.locked} of ${lock.locked + lock.unlocked}` : 'off'),
        },
        { title: 'FIRST LOCK ENDS', of: ({ object_lock: lock }) => shortInstant(lock?.locked_until) },
        { title: 'WHY', of: ({ reasons }) => reasons.join(', ') },
      ],
      'no customers',
    )
    return isDamaged ? exitCodes.notGood : exitCodes.done
  },
})

export const damaged = command({
  name: 'storage damaged',
  summary: 'List versions that cannot be read completely; exits with 8 if there are any',
  words: [],
  options: { limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 100' } },
  examples: [['coffer storage damaged', 'as found by the last check']],
  async run({ values, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const found = await out.list(
      rowsOf<Schemas['DamagedVersion']>(
        (page) => connection.api.GET('/api/storage/damaged-versions', { params: { query: { tenant, ...page } } }),
        limitOf(values.limit, 100),
      ),
      [
        { title: 'DEVICE', of: ({ device }) => device },
        { title: 'KEY', of: ({ key }) => key },
        { title: 'CAPTURED', of: ({ captured_at: at }) => shortInstant(at) },
        { title: 'SINCE', of: ({ since }) => shortInstant(since) },
        { title: 'VERSION', of: ({ version_id: id }) => id },
      ],
      'no damaged versions',
    )
    return found > 0 ? exitCodes.notGood : exitCodes.done
  },
})

export const contents = command({
  name: 'storage contents',
  summary: 'List the largest contents of the storage',
  words: [],
  options: { limit: { type: 'string', value: 'N', description: 'maximum number; default 20' } },
  examples: [['coffer storage contents --tenant acme', 'lineages by collected bytes']],
  async run({ values, connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId(), limit: Math.min(limitOf(values.limit, 20), 1_000) }
    const { lineages } = dataOf(await connection.api.GET('/api/storage/contents', { params: { query } }))
    await out.list(
      lineages,
      [
        { title: 'DEVICE', of: ({ device }: (typeof lineages)[number]) => device },
        { title: 'KEY', of: ({ key }) => key },
        { title: 'VERSIONS', of: ({ versions }) => versions, isNumber: true },
        { title: 'COLLECTED', of: ({ collected }) => sizeText(collected), isNumber: true },
      ],
      'nothing stored yet',
    )
  },
})

export const purge = command({
  name: 'storage purge',
  summary: 'Delete unreferenced data of one customer',
  details: `Retention is applied first. Asks for the short name of the customer and your password. The nightly sweep does
the same within its limits; use this to approve more.`,
  words: [],
  options: {
    'dry-run': { type: 'boolean', description: 'only count what would be deleted' },
    confirm: { type: 'string', value: 'NAME', description: 'short name of the customer, if there is no terminal' },
  },
  examples: [['coffer storage purge --tenant acme --dry-run', 'what would be deleted']],
  async run({ values, terminal, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    if (!tenant)
      throw new CommandError(
        exitCodes.unusable,
        message('options_missing', { options: ['--tenant'] }),
        message('name_customer'),
      )
    const slug = (await slugsByTenantId(connection.api)).get(tenant) ?? tenant
    const isDryRun = values['dry-run'] === true
    const confirm = isDryRun ? slug : (values.confirm ?? (await askName(terminal, slug)))
    const params = { query: { tenant } }
    const answer = dataOf(
      await connection.api.POST('/api/storage/purge', { params, body: { confirm, dry_run: isDryRun } }),
    )
    await out.thing(answer, () => purgeLine(answer))
  },
})

export const maintenance = command({
  name: 'maintenance',
  summary: 'List runs of maintenance tasks: retention, sweeps, checks, dumps',
  words: [],
  options: {
    kind: { type: 'string', value: 'KIND', description: 'only this kind, such as retention, sweep, integrity or dump' },
    failed: { type: 'boolean', description: 'only failed ones' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [['coffer maintenance --failed', 'failed maintenance tasks']],
  async run({ values, connect, out }) {
    const connection = connect()
    const query = {
      tenant: await connection.tenantId(),
      kind: values.kind as Schemas['PolicyKind'] | undefined,
      outcome: values.failed ? ('failed' as const) : undefined,
    }
    await out.list(
      rowsOf<Schemas['PolicyRun']>(
        (page) => connection.api.GET('/api/policy-runs', { params: { query: { ...query, ...page } } }),
        limitOf(values.limit, 50),
      ),
      [
        { title: 'STARTED', of: ({ started_at: at }) => shortInstant(at) },
        { title: 'KIND', of: ({ kind }) => kind },
        { title: 'OUTCOME', of: ({ outcome, dry_run: isDry }) => (isDry ? `${outcome} (dry run)` : outcome) },
        { title: 'COUNTS', of: ({ counts }) => countsText(counts) },
        { title: 'WHY', of: ({ reason }) => reason },
      ],
      'no maintenance task has run yet',
    )
  },
})

async function askName(terminal: { isInteractive: boolean; ask(question: string): Promise<string> }, slug: string) {
  if (terminal.isInteractive) return (await terminal.ask(`Type ${slug} to delete unreferenced data: `)).trim()
  throw new CommandError(
    exitCodes.unusable,
    message('slug_prompt_impossible'),
    message('add_option', { option: `--confirm ${slug}` }),
  )
}

function usageLines({
  stored,
  growth_per_day: growth,
  basis,
  full_at: fullAt,
  disk,
  by_tenant: tenants,
  object_lock: lock,
}: Schemas['StorageUsage']) {
  // prettier-ignore
  const a = growth === null ? 'growth unknown' : `${sizeText(growth)} a day`
  const lines = [
    `${sizeText(stored)} stored, ${a} (${basis})`,
    ...(disk ? [`disk: ${sizeText(disk.free)} of ${sizeText(disk.total)} free`] : []),
    ...(fullAt ? [`full at ${shortInstant(fullAt)}`] : []),
    `object lock: ${lock ? lockText(lock) : 'off'}`,
    ...tenants.map(({ slug, stored: bytes }) => `${slug}: ${sizeText(bytes)}`),
  ]
  return `${lines.join('\n')}\n`
}

function lockText({ mode, locked, unlocked, locked_until: until, counted_at: at }: Schemas['ObjectLockUsage']): string {
  if (at === null) return `${mode}, not counted yet`
  const end = until ? `, first lock ends at ${shortInstant(until)}` : ''
  return `${mode}, ${locked} locked, ${unlocked} not locked yet${end} (counted at ${shortInstant(at)})`
}

function purgeLine(answer: Schemas['PlannedPurge'] | Schemas['BegunPurge']): string {
  if ('policy_run_id' in answer) return 'started; for the result, run: coffer maintenance --kind storage_purge\n'
  return `would delete: ${countsText(answer.counts) || 'nothing'}${answer.reason ? ` (${answer.reason})` : ''}\n`
}

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function sizeText(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
