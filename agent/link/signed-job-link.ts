import type { components } from '../../shared/contract/api-types.ts'
import { openBaseline } from '../../shared/agent-protocol/baseline.ts'
import { openPayload } from '../../shared/agent-protocol/payload.ts'
import { type ReportedLine, sealReport } from '../../shared/agent-protocol/report.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { JobLink, JobResult } from '../job-link.ts'
import type { Observed } from '../sessions/session.ts'
import { isLost, type JobLinkSettings, LeaseRequests, timeouts } from './lease-requests.ts'
import { createPackUploader } from './pack-uploader.ts'
import { storePack } from './store-pack.ts'
import { Refused } from './transport-error.ts'

type Schemas = components['schemas']

const committing = message('step_committing_result')

/** Maximum number of log lines in a request. */
const linesOfBatch = 1_000

/** Returns the agent's link to the service for one job: every request is signed and every answer verified. */
export function createJobLink(settings: JobLinkSettings): JobLink {
  const { lease } = settings
  const requests = new LeaseRequests(settings)
  const uploader = createPackUploader(settings)
  let logged = 0

  /** Seals and numbers lines: a batch whose reply was lost is sent again and stored once. */
  function sealLines(lines: ReportedLine[]): Buffer {
    const sealed = sealReport(lease.reportKey, { ...lease, purpose: 'log' }, lines)
    const body = { first: logged, sealed }
    logged += lines.length
    return Buffer.from(JSON.stringify(requests.underLease(body)))
  }

  async function sendLines(lines: ReportedLine[]) {
    try {
      for (let at = 0; at < lines.length; at += linesOfBatch) {
        await requests.send('POST', '/log', sealLines(lines.slice(at, at + linesOfBatch)), timeouts.askMs)
      }
    } catch {
      // a run without its log is valid
    }
  }

  return {
    checkFingerprint: (observed) => readDecision(requests, observed),
    baseline: () => readBaseline(requests),
    payload: () => readPayload(requests),
    storePack: (pack) => storePack(requests, uploader, pack),
    log: sendLines,

    async commit(result, lines) {
      const last = lines.slice(-linesOfBatch)
      await sendLines(lines.slice(0, -linesOfBatch))
      return commit(requests, result, last.length > 0 ? sealLines(last) : undefined)
    },

    async check(artifacts) {
      const { artifacts: states } = await requests.post<Schemas['ArtifactCheckAnswer']>('/artifacts/check', {
        artifacts,
      })
      const unchanged = new Set(states.filter(({ state }) => state === 'unchanged').map(artifactName))
      return new Set(artifacts.map(artifactName).filter((name) => !unchanged.has(name)))
    },

    async missingChunks(ids) {
      const { missing } = await requests.post<Schemas['MissingChunks']>('/chunks/missing', { ids })
      return new Set(missing.flatMap((index) => ids[index] ?? []))
    },

    /** Sent once, and a refusal does not mean a lost lease: an older service does not know this request. */
    reportProgress({ files, totalFiles, bytes, totalBytes, bytesPerSecond }, checkpoint) {
      const totals = { total_files: totalFiles, total_bytes: totalBytes, bytes_per_second: bytesPerSecond }
      return requests.tryPost('/progress', { files, bytes, ...totals, ...(checkpoint && { checkpoint }) })
    },
  }
}

async function readDecision(requests: LeaseRequests, observed: Observed): ReturnType<JobLink['checkFingerprint']> {
  const { decisions } = await requests
    .post<Schemas['FingerprintDecisions']>('/fingerprints', { observed: [observed] })
    .catch((error: unknown) => {
      throw error instanceof Refused && error.code === 'device_edited' ? superseded(observed) : error
    })
  const status = decisions.find(({ fingerprint }) => fingerprint === observed.fingerprint)?.status
  if (status === 'approved') return 'approved'
  return status === 'rejected' ? 'refused' : 'pending'
}

async function* readBaseline(requests: LeaseRequests): ReturnType<JobLink['baseline']> {
  const { lease } = requests.settings
  for (let after: string | null = ''; after !== null;) {
    const page: Schemas['BaselinePage'] = await requests.get('/baseline', after === '' ? {} : { after })
    if (page.sealed === null) return
    const sealed = Buffer.from(page.sealed, 'base64')
    yield await openBaseline(lease.envelopePrivateKey, { ...lease, after }, sealed)
    after = page.next
  }
}

async function readPayload(requests: LeaseRequests): Promise<Buffer> {
  const { lease } = requests.settings
  const pages: Buffer[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: Schemas['RestorePayload'] = await requests.get('/payload', { after: String(after) })
    const sealed = Buffer.from(page.sealed, 'base64')
    pages.push(await openPayload(lease.envelopePrivateKey, { ...lease, after }, sealed))
    after = page.next
  }
  return Buffer.concat(pages)
}

async function commit(
  requests: LeaseRequests,
  { report, ...result }: JobResult,
  log: Buffer | undefined,
): ReturnType<JobLink['commit']> {
  const { lease, onTrouble } = requests.settings
  const sealed = sealReport(lease.reportKey, { ...lease, purpose: 'result' }, report)
  // serialised once: the service recognises a repeated result by its bytes
  const body = Buffer.from(JSON.stringify(requests.underLease({ ...result, sealed })))
  try {
    await requests.sendResult(log, body)
    return 'over'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 412 || error.code === 'not_unchanged') return 'again'
    if (error.status === 413) throw new DeviceFailure('output_too_large', { step: committing, seen: error.message })
    if (!isLost(error)) throw error
    onTrouble(`job ${lease.jobId}: ${error.message}`)
    return 'over'
  }
}

function artifactName({ key, transport }: { key: string; transport: string }): string {
  return `${key}/${transport}`
}

/** The job's settings are outdated: the device was changed. */
function superseded({ host, port }: Observed): DeviceFailure {
  return new DeviceFailure('superseded', {
    step: message('step_connecting', { host, port }),
    seen: 'the device was edited',
  })
}
