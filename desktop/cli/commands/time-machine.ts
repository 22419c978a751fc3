import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { instantOf, shortInstant } from '../instant.ts'
import { limitOf, rowsOf } from '../pages.ts'
import { numberOf } from '../whole-number.ts'

type PastState = components['schemas']['PastState']
type PastLineage = components['schemas']['PastLineage']

/** A lineage with its device; of a device without lineages, only the device. */
interface Row {
  past: PastState
  lineage: PastLineage | undefined
}

export const timeMachine = command({
  name: 'time-machine',
  summary: 'Show what devices held at a moment, and what happened before it',
  details: `WHEN is a time: 2026-11-21T03:00 or 2h (ago). CHANGED is yes if the version was stored in the minutes before, RUNS
and EVENTS count those of the device in that time. A ? after LAST SEEN means that no later run found this version, so that the
device may have changed before WHEN. With --json, prints the runs and events.`,
  words: [{ name: 'WHEN' }],
  options: {
    minutes: { type: 'string', value: 'N', description: 'minutes before WHEN, 1 to 1440; default 60' },
    changed: { type: 'boolean', description: 'only devices that changed in these minutes' },
    site: { type: 'string', value: 'SITE', description: 'only devices at this site' },
    tag: { type: 'string', value: 'TAG', description: 'only devices with this tag' },
    limit: { type: 'string', value: 'N', description: 'maximum number of devices, or all; default all' },
  },
  examples: [
    ['coffer time-machine 2026-11-21T03:00 --site lyon', 'the configurations of a site at that time'],
    ['coffer time-machine 2h --minutes 30 --changed', 'what changed in the half hour before'],
  ],
  async run({ words: [when = ''], values, connect, out, now }) {
    const at = instantOf(when, now()).toISOString()
    const { changed, site, tag, limit } = values
    const minutes = numberOf('minutes', values.minutes)
    const connection = connect()
    const query = { at, minutes, changed, site, tag, tenant: await connection.tenantId() }
    const found = rowsOf<PastState>(
      (page) => connection.api.GET('/api/time-machine', { params: { query: { ...query, ...page } } }),
      limitOf(limit, Infinity),
    )
    if (out.form !== 'people') return void (await out.list(found, [], ''))
    await out.list(lineagesOf(found), columns, `no devices at ${shortInstant(at)}`)
  },
})

async function* lineagesOf(found: AsyncIterable<PastState>): AsyncGenerator<Row> {
  for await (const past of found) {
    if (past.lineages.length === 0) yield { past, lineage: undefined }
    for (const lineage of past.lineages) yield { past, lineage }
  }
}

const columns = [
  { title: 'DEVICE', of: ({ past }: Row) => past.device.name },
  { title: 'SITE', of: ({ past }: Row) => past.device.site },
  { title: 'KEY', of: ({ lineage }: Row) => lineage?.key },
  { title: 'STATE', of: ({ past, lineage }: Row) => lineage?.state ?? (past.purged_at ? 'deleted' : 'none') },
  { title: 'CHANGED', of: ({ lineage }: Row) => (lineage?.changed ? 'yes' : '') },
  { title: 'CAPTURED', of: ({ lineage }: Row) => shortInstant(lineage?.version?.captured_at) },
  { title: 'LAST SEEN', of: ({ lineage }: Row) => lastSeenOf(lineage) },
  { title: 'RUNS', of: ({ past }: Row) => past.runs.length, isNumber: true },
  { title: 'EVENTS', of: ({ past }: Row) => past.events_count, isNumber: true },
  { title: 'VERSION', of: ({ lineage }: Row) => lineage?.version?.id },
]

function lastSeenOf(lineage: PastLineage | undefined): string | null {
  if (!lineage?.version) return null
  return `${shortInstant(lineage.version.last_seen_at)}${lineage.seen_later ? '' : '?'}`
}
