import { expect } from 'chai'
import { openBaseline, sealBaseline } from '../../../shared/agent-protocol/baseline.ts'
import { publicKeyOf, signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import {
  EnvelopeRefused,
  type EnvelopeBinding,
  type JobEnvelope,
  openEnvelope,
  sealEnvelope,
} from '../../../shared/agent-protocol/envelope.ts'
import { SealDamaged } from '../../../shared/repository/damaged.ts'
import { makeRepositoryKeys } from '../../../shared/repository/seal.ts'
import { failureOf } from '../../support/failure-of.ts'

const service = signingKeyFrom(Buffer.alloc(32, 2))
const place: EnvelopeBinding = {
  tenantId: 'tenant',
  agentId: 'agent',
  sessionId: 'session',
  jobId: 'job',
  leaseId: 'lease',
  kind: 'backup',
}
const order: JobEnvelope = {
  device: {
    id: 'd',
    name: 'r1',
    platform: 'netco_iosxe',
    host: '192.0.2.1',
    ports: { ssh: 22, api: 443 },
    options: {},
  },
  transports: ['ssh'],
  credentials: { ssh: { username: 'backup', password: 'a secret' } },
  addressApproved: true,
  rejectedFingerprints: [],
  approvedFingerprints: [],
  posture: 'strict',
  normaliserRevision: 1,
  repositoryPublicKey: '',
  chunkIdKey: '',
  reportKey: '',
  labMode: false,
}

describe('a job envelope', () => {
  it('opens for its process and lease', async () => {
    const process = await makeRepositoryKeys()

    const envelope = await sealEnvelope(process.publicKey, place, order, service)

    expect(await openEnvelope(process.privateKey, place, envelope, publicKeyOf(service))).to.deep.equal(order)
    expect(envelope.sealed.includes('a secret')).to.equal(false)
  })

  it('opens for no other process, lease, kind or signer', async () => {
    const process = await makeRepositoryKeys()
    const other = await makeRepositoryKeys()
    const envelope = await sealEnvelope(process.publicKey, place, order, service)
    const forged = await sealEnvelope(process.publicKey, place, order, signingKeyFrom(Buffer.alloc(32, 9)))
    const serviceKey = publicKeyOf(service)

    const failures = [
      await failureOf(openEnvelope(other.privateKey, place, envelope, serviceKey)),
      await failureOf(openEnvelope(process.privateKey, { ...place, leaseId: 'later' }, envelope, serviceKey)),
      await failureOf(openEnvelope(process.privateKey, { ...place, kind: 'test' }, envelope, serviceKey)),
      await failureOf(openEnvelope(process.privateKey, place, forged, serviceKey)),
    ]

    expect(failures[0]).to.be.instanceOf(SealDamaged)
    for (const failure of failures.slice(1)) expect(failure).to.be.instanceOf(EnvelopeRefused)
  })
})

describe('a baseline page', () => {
  it('opens only under its lease and position', async () => {
    const process = await makeRepositoryKeys()
    const file = { path: 'etc/hosts', size: 0, seconds: 1, nanoseconds: 2, content: { size: 0, chunks: [] } }

    const sealed = await sealBaseline(process.publicKey, { ...place, after: '' }, [file])

    expect(await openBaseline(process.privateKey, { ...place, after: '' }, sealed)).to.deep.equal([file])
    expect(await failureOf(openBaseline(process.privateKey, { ...place, after: 'x' }, sealed))).to.be.instanceOf(
      SealDamaged,
    )
  })
})
