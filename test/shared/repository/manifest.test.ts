import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { ManifestDamaged } from '../../../shared/repository/damaged.ts'
import { openManifest, sealManifest } from '../../../shared/repository/manifest.ts'
import type { Manifest } from '../../../shared/repository/manifest.ts'
import { makeRepositoryKeys } from '../../../shared/repository/seal.ts'

const keys = await makeRepositoryKeys()
const keeper = { tenantId: uuid(1), repositoryPrivateKey: keys.privateKey }

describe('manifests', () => {
  it('restore all that is known of a text, a tree and an archive', () => {
    const manifests = [
      aText(),
      aTree(),
      { ...aTree(), kind: 'archive' as const, content: { size: 9, list: [chunk('c')] } },
    ]

    const opened = manifests.map((manifest) => openManifest(sealManifest(manifest, keeper), uuid(2), keeper))

    expect(opened).to.deep.equal(manifests)
  })

  it('open only for their tenant, version and key', async () => {
    const sealed = sealManifest(aText(), keeper)
    const stranger = { ...keeper, repositoryPrivateKey: (await makeRepositoryKeys()).privateKey }

    expect(() => openManifest(sealed, uuid(3), keeper)).to.throw(ManifestDamaged)
    expect(() => openManifest(sealed, uuid(2), { ...keeper, tenantId: uuid(9) })).to.throw(ManifestDamaged)
    expect(() => openManifest(sealed, uuid(2), stranger)).to.throw(ManifestDamaged)
    expect(() => openManifest(sealed, uuid(2), { ...keeper, repositoryPrivateKey: keys.publicKey })).to.throw(
      ManifestDamaged,
    )
  })

  it('are rejected whichever byte was changed and wherever they were truncated', () => {
    const sealed = sealManifest(aText(), keeper)

    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered[at]! ^= 1 << (at % 8)
      expect(() => openManifest(altered, uuid(2), keeper), `byte ${at}`).to.throw(ManifestDamaged)
      expect(() => openManifest(sealed.subarray(0, at), uuid(2), keeper), `cut at ${at}`).to.throw(ManifestDamaged)
    }
  })

  it('expose nothing of the device without the key', () => {
    expect(sealManifest(aText(), keeper).includes('edge-1')).to.equal(false)
  })

  it('are not created from rows that could not be restored', () => {
    const faults: [string, Partial<Record<keyof Manifest, unknown>>][] = [
      ['versionId', { versionId: 'v1' }],
      ['device', { device: { id: uuid(5), name: 'a' } }],
      ['transport', { transport: 'telnet' }],
      ['capturedAt', { capturedAt: 'yesterday' }],
      ['content', { content: { size: -1, chunks: [] } }],
      ['root', { root: 'root' }],
      ['counts', { counts: { files: 1 } }],
      ['fingerprint', { fingerprint: null }],
      ['labMode', { labMode: undefined }],
      ['suspicions', { suspicions: ['it shrank'] } as never],
      ['nothing that was stored', { content: null, root: null }],
    ]

    for (const [name, change] of faults) {
      expect(() => sealManifest({ ...aText(), ...change } as Manifest, keeper)).to.throw(RangeError, name)
    }
    expect(() => sealManifest({ ...aText(), tenantId: uuid(8) }, keeper)).to.throw(RangeError, 'another customer')
  })
})

function aText(): Manifest {
  return {
    tenantId: uuid(1),
    versionId: uuid(2),
    snapshotId: null,
    jobId: uuid(4),
    device: { id: uuid(5), name: 'edge-1', platform: 'netco_iosxe' },
    artifactKey: 'running-config',
    transport: 'ssh',
    kind: 'text',
    capturedAt: '2026-11-21T10:00:00.000Z',
    content: { size: 11, chunks: [chunk('a')] },
    root: null,
    counts: null,
    sizeBytes: 11,
    lines: 1,
    fingerprint: chunk('b'),
    rawFingerprint: chunk('c'),
    normaliserRevision: 1,
    metadata: { author: 'opérateur', masked: ['admin'] },
    suspicious: null,
    suspicions: [message('last_section_missing')],
    labMode: false,
    hostNotCompared: true,
  }
}

function aTree(): Manifest {
  const counts = { files: 1, directories: 2, symlinks: 3, others: 4, bytes: 2 ** 40, problems: 0 }
  const none = { content: null, lines: null, rawFingerprint: null, normaliserRevision: null, suspicions: [] }
  return { ...aText(), ...none, artifactKey: 'filetree', kind: 'tree', snapshotId: uuid(6), root: chunk('d'), counts }
}

function chunk(digit: string): ChunkId {
  return digit.repeat(64) as ChunkId
}

function uuid(number: number): string {
  return `0199c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
}
