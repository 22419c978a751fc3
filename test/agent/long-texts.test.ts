import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { heldTextBytes } from '../../agent/collect/text-pipeline.ts'
import type { JobResult, JobLink } from '../../agent/job-link.ts'
import type { LeasedJob } from '../../agent/leased-job.ts'
import { createSharedBudget, heldBytes, openBudget } from '../../agent/repository/memory-budget.ts'
import { runJob } from '../../agent/runner.ts'
import { openSsh } from '../../agent/sessions/ssh.ts'
import { normaliseText } from '../../shared/platforms/normalise.ts'
import { pafwPanorama } from '../../shared/platforms/pafw_panorama.ts'
import { fingerprintOf } from '../../shared/repository/fingerprint.ts'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { apiLimits, apiOrder } from '../support/collect-over-api.ts'
import { startHttpsDevice, type HttpsDevice } from '../support/https-device.ts'

const budgetBytes = 12 * 1024 * 1024
const objects = 150_000
const chunkIdKey = randomBytes(32)

describe('a text that is too long for memory', () => {
  const shared = createSharedBudget(budgetBytes, 1)
  let device: HttpsDevice
  let committed: JobResult[]
  let packedBytes: number
  let mostHeld: number

  beforeEach(async () => {
    committed = []
    packedBytes = 0
    mostHeld = 0
    const status = JSON.stringify({ version: 'v6.4.4', serial: 'FGVMK6TM20000000' })
    device = await startHttpsDevice(({ path }) =>
      path.endsWith('/status')
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: status }
        : { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: largeConfiguration },
    )
  })
  afterEach(async () => {
    await device.close()
    expect(heldBytes(shared)).to.equal(0)
  })

  it('is stored as it arrives, with the same fingerprint as if buffered', async () => {
    await run(async (artifacts) => new Set(artifacts.map(({ key, transport }) => `${key}/${transport}`)))

    const hmac = createHmac('sha256', createHmac('sha256', chunkIdKey).update('coffer text fingerprint 1').digest())
    let sizeBytes = 0
    for (const piece of largeConfiguration()) {
      hmac.update(piece)
      sizeBytes += piece.length
    }
    const [artifact] = committed[0]?.artifacts ?? []
    expect(artifact).to.include({ state: 'captured', fingerprint: hmac.digest('hex') })
    expect(artifact?.content?.size).to.equal(sizeBytes)
    expect(sizeBytes).to.be.greaterThan(2 * budgetBytes)
    expect(packedBytes).to.be.greaterThan(0)
    // Memory contains the budget and the packs that are being built.
    expect(mostHeld).to.be.lessThan(2 * budgetBytes)
  })

  it('sends no chunk that is already stored', async () => {
    await run(
      () => Promise.resolve(new Set<string>()),
      () => Promise.resolve(new Set<never>()),
    )

    expect(committed[0]?.artifacts[0]).to.include({ state: 'unchanged' })
    expect(packedBytes).to.equal(0)
  })

  it('is stored and laid out as it arrives when all of it is one line of XML', async () => {
    await device.close()
    const headers = { 'content-type': 'application/xml; charset=UTF-8' }
    const system =
      '<response status="success"><result><system><model>Panorama</model><serial>1</serial><sw-version>11.1.2</sw-version></system></result></response>'
    device = await startHttpsDevice(({ body }) =>
      body.includes('type=op') ? { status: 200, headers, body: system } : { status: 200, headers, body: largePanorama },
    )

    await run(async (artifacts) => new Set(artifacts.map(({ key, transport }) => `${key}/${transport}`)), undefined, {
      platform: 'pafw_panorama',
      options: { artifacts: ['running-config'] },
    })

    const answer = Buffer.concat([...largePanorama()]).toString('latin1')
    const raw = Buffer.from(answer.slice(answer.indexOf('<config'), answer.indexOf('</result>')), 'latin1')
    const [artifact] = committed[0]?.artifacts ?? []
    expect(artifact).to.include({
      state: 'captured',
      fingerprint: fingerprintOf(chunkIdKey, raw),
      normalised_fingerprint: fingerprintOf(chunkIdKey, normaliseText(pafwPanorama, 'running-config', raw)),
    })
    expect(artifact?.content?.size).to.equal(raw.length).and.to.be.greaterThan(heldTextBytes)
    expect(mostHeld).to.be.lessThan(2 * budgetBytes)
  })

  async function run(
    check: JobLink['check'],
    missingChunks: JobLink['missingChunks'] = (ids) => Promise.resolve(new Set(ids)),
    { platform = 'fwco_fortios', options = {} } = {},
  ): Promise<void> {
    const { publicKey: repositoryPublicKey } = await makeRepositoryKeys()
    const job: LeasedJob = {
      order: apiOrder(device, platform, options),
      target: { tenantId: randomUUID(), repositoryPublicKey, chunkIdKey },
    }
    const link: JobLink = {
      checkFingerprint: () => Promise.resolve('pending'),
      payload: () => Promise.reject(new Error('no restore')),
      async *baseline() {},
      check,
      missingChunks,
      storePack({ bytes }) {
        packedBytes += bytes.length
        mostHeld = Math.max(mostHeld, heldBytes(shared))
        return Promise.resolve()
      },
      log: () => Promise.resolve(),
      commit(findings) {
        committed.push(findings)
        return Promise.resolve('over')
      },
    }
    const memory = openBudget(shared, 0)
    const { signal } = new AbortController()
    await runJob(job, link, { openSsh, memory, now: () => new Date(), signal, requestLimits: apiLimits })
    expect(committed[0]?.report.error).to.equal(undefined)
  }
})

/** The answer of a Panorama with many objects. */
function* largePanorama(): Generator<Buffer> {
  yield Buffer.from('<response status="success"><result><config version="11.1.0"><mgt-config><users/></mgt-config>')
  yield Buffer.from('<devices><entry name="localhost.localdomain"><device-group>')
  for (let from = 0; from < 60; from++) {
    const entries = Array.from({ length: 1000 }, (_, at) => {
      const name = createHmac('sha1', 'name').update(`${from} ${at}`).digest('hex')
      return `<entry name="${name}"><address><entry name="a &amp; b"><ip-netmask>192.0.2.${at}</ip-netmask></entry></address></entry>`
    })
    yield Buffer.from(entries.join(''))
  }
  yield Buffer.from('</device-group></entry></devices></config></result></response>')
}

/** Text that is not very compressible, and the same each time. */
function* largeConfiguration(): Generator<Buffer> {
  yield Buffer.from('#config-version=FGVMK6-6.4.4-FW-build1803-201209:opmode=0:vdom=0:user=backup\n#buildno=1803\n')
  yield Buffer.from('#global_vdom=1\nconfig system admin\nend\nconfig firewall address\n')
  for (let from = 0; from < objects; from += 1000) {
    const lines = Array.from({ length: 1000 }, (_, at) => {
      const name = createHmac('sha1', 'name')
        .update(String(from + at))
        .digest('base64')
      return `    edit "${name}"\n        set uuid 5f2c0f6e-${from + at}\n        set comment "object ${from + at} of ${objects}"\n        set subnet 192.0.2.1 255.255.255.255\n    next\n`
    })
    yield Buffer.from(lines.join(''))
  }
  yield Buffer.from('end\n')
}
