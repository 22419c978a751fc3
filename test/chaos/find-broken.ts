import type { Knex } from 'knex'
import type { Client } from '../support/service.ts'

export interface Evidence {
  admin: Client
  /** Can read every row. */
  owner: Knex
  deviceIds: string[]
  /** For each device, the text of each successful run, in order. */
  truth: Map<string, string[]>
  connectedAtMost: number
  /** The longest time that an expired lease or offer remained. */
  overdueMs: number
}

export interface JobResult {
  broken: string[]
  facts: Record<string, number>
}

/**
 * The reaper runs every 5 s, and the first run after a database outage may fail. Many times that, because other
 * processes may slow the replicas; a lease that the reaper misses remains for ever.
 */
const overdueLimitMs = 60_000

/**
 * Returns violations of the guarantees: nothing lost, nothing done twice, nothing stuck, never two agents on one
 * device.
 */
export async function findBroken(evidence: Evidence): Promise<JobResult> {
  const { admin, owner, deviceIds, truth, connectedAtMost, overdueMs } = evidence
  const broken: string[] = []
  if (connectedAtMost > 1) broken.push(`a device had ${connectedAtMost} sessions at one time`)
  if (overdueMs > overdueLimitMs) broken.push(`a lease stood for ${overdueMs} ms after its end`)
  let versions = 0
  for (const id of deviceIds) {
    const expected = withoutRepeats(truth.get(id) ?? [])
    const stored = await storedTexts(admin, id)
    versions += stored.length
    if (stored.length !== expected.length || stored.some((text, at) => text !== expected[at])) {
      const at = stored.findIndex((text, index) => text !== expected[index])
      const lengths = `the one at ${at} has ${stored[at]?.length} characters, not ${expected[at]?.length}`
      broken.push(`device ${id}: ${stored.length} versions stored, ${expected.length} texts confirmed; ${lengths}`)
    }
  }
  for (const [what, sql] of Object.entries(never)) {
    const { rows } = await owner.raw(sql)
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const { rows } = await owner.raw(`select
    (select coalesce(sum(count), 0)::integer from occurrences) as occurrences,
    (select count(*)::integer from versions v, jsonb_array_elements_text(${namedIn})) as chunks`)
  const { occurrences, chunks } = rows[0] as { occurrences: number; chunks: number }
  if (chunks < versions) broken.push(`${versions} versions refer to ${chunks} chunks`)
  return { broken, facts: { versions, occurrences } }
}

/** Chunks that a version references: those of its text, or of their list. */
const namedIn = `coalesce(v.content -> 'chunks', v.content -> 'list', jsonb_build_array(v.content ->> 'root'))`

/** Queries that must return no rows. The scheduled devices may have running jobs. */
const never = {
  'a job has two versions of one lineage': `select job_id, artifact_id from versions group by 1, 2 having count(*) > 1`,
  'a device is held by a job that is over': `select l.job_id, j.status from device_leases l join jobs j on j.id = l.job_id
     where j.status not in ('queued', 'retrying', 'running')`,
  'an attempt of a job that is over goes on': `select a.job_id from job_attempts a join jobs j on j.id = a.job_id
     where a.ended_at is null and j.status <> 'running'`,
  'an occurrence was queued twice': `select device_id, occurrence_at from jobs where occurrence_at is not null
     group by 1, 2 having count(*) > 1`,
  'an occurrence was passed over, or counted twice': `select device_id, sum(count) from occurrences group by 1
     having sum(count) <> extract(epoch from max(last_occurrence_at) - min(occurrence_at)) / 60 + 1`,
  'a version refers to a chunk that is not there': `select v.id from versions v, jsonb_array_elements_text(${namedIn}) chunk
     where not exists (select from chunks c where c.tenant_id = v.tenant_id and c.id = decode(chunk, 'hex'))`,
} as const

/** Returns the texts of a device's running-config through the API, oldest first. */
async function storedTexts(admin: Client, deviceId: string): Promise<string[]> {
  const artifacts: { id: string; key: string }[] = (await admin.get(`/api/devices/${deviceId}/artifacts`)).body
  const artifact = artifacts.find(({ key }) => key === 'running-config')
  if (!artifact) return []
  const list: { id: string }[] = (await admin.get(`/api/artifacts/${artifact.id}/versions?limit=1000`)).body
  const texts: string[] = []
  for (const { id } of list.reverse()) {
    const answer = await admin.get(`/api/artifacts/versions/${id}/content`)
    texts.push(Buffer.from(answer.bytes).toString())
  }
  return texts
}

function withoutRepeats(texts: string[]): string[] {
  return texts.filter((text, at, all) => text !== all[at - 1])
}
