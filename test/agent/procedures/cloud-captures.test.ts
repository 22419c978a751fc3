import { dirname } from 'node:path'
import { expect } from 'chai'
import type { CapturedText } from '../../../agent/collect/captured.ts'
import { render } from '../../../shared/messages/render.ts'
import type { MerakiDocument } from '../../../shared/platforms/meraki-document.ts'
import { readCaptures, type Capture } from '../../support/captures.ts'
import { collectFromMeraki } from '../../support/collect-from-meraki.ts'
import { startHttpsDevice } from '../../support/https-device.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { fixture } from '../../support/recordings.ts'

/** Recorded answers of a cloud about a network, and the expected result. */
interface CloudCapture extends Omit<Capture, 'collected'> {
  /** A file beside the capture: bodies by path; other paths are answered 404. */
  answers: string
  /** Instead of a body. */
  statuses?: Record<string, { status: number; errors: string[] }>
  collected?: Record<string, 'absent' | KeptArtifact>
}

/** `absent` names some of the missing features. */
interface KeptArtifact {
  resources: number
  absent?: string[]
  problems?: string[]
  metadata?: Record<string, unknown>
}

describe('cloud captures', () => {
  for (const capture of readCaptures<CloudCapture & Capture>('cloud') as CloudCapture[]) {
    const { platform, device, path, collected = {}, log = [] } = capture

    it(`of ${platform}: ${device}`, async () => {
      const run = await play(capture)

      const kept = Object.fromEntries(
        run.captured.texts.map((text) => [text.key, summaryOf(text, run.documents[text.key], collected[text.key])]),
      )
      const absent = run.captured.absent.map(({ key }) => [key, 'absent'] as const)
      expect({ ...kept, ...Object.fromEntries(absent) }, path).to.deep.equal(collected)
      for (const words of log) expect(run.log.join('\n'), path).to.contain(words)
    })
  }
})

async function play({ path, answers, statuses = {}, options }: CloudCapture) {
  const certificate = makeCertificate({ hosts: ['127.0.0.1'] })
  const bodies = JSON.parse(fixture(`${dirname(path)}/${answers}`).toString()) as Record<string, unknown>
  const device = await startHttpsDevice(
    ({ path: asked }) => {
      const refusal = statuses[asked]
      const isKey = asked === '/administered/identities/me'
      const body = refusal ? { errors: refusal.errors } : isKey ? {} : (bodies[asked] ?? { errors: [] })
      const status = refusal?.status ?? (isKey || asked in bodies ? 200 : 404)
      return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    },
    { certificate },
  )
  const cloud = { baseUrl: `https://127.0.0.1:${device.port}`, shard: '', authority: certificate.cert, key: 'a-key' }
  try {
    return await collectFromMeraki(cloud, options)
  } finally {
    await device.close()
  }
}

function summaryOf(
  { metadata, problems = [] }: CapturedText,
  document: MerakiDocument | undefined,
  expected: 'absent' | KeptArtifact | undefined,
): KeptArtifact {
  const named = typeof expected === 'object' ? (expected.absent ?? []) : []
  return {
    resources: Object.keys(document?.resources ?? {}).length,
    ...(named.length > 0 && { absent: named.filter((path) => document?.absent[path]) }),
    ...(problems.length > 0 && { problems: problems.map((problem) => render(problem, 'en')) }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}
