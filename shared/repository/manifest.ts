import { hkdfSync, randomBytes } from 'node:crypto'
import type { ReceivedMessage } from '../messages/message.ts'
import { decrypt, encrypt } from './aes-gcm.ts'
import { packBlock, unpackBlock } from './block.ts'
import { isChunkId } from './chunk-id.ts'
import type { ChunkId } from './chunk-id.ts'
import { inlineChunks } from './content.ts'
import type { Content } from './content.ts'
import { ManifestDamaged } from './damaged.ts'
import type { TreeCounts } from './tree.ts'
import { secretKeyFrom } from './secret-key.ts'

/** The data of a version and its snapshot: with the packs, enough to write their rows again. Ids are UUIDs. */
export interface Manifest {
  tenantId: string
  versionId: string
  /** for a tree or an archive */
  snapshotId: string | null
  jobId: string
  /** at the time of the version */
  device: { id: string; name: string; platform: string }
  artifactKey: string
  transport: 'ssh' | 'api'
  kind: 'text' | 'tree' | 'archive'
  /** RFC 3339, UTC */
  capturedAt: string
  /** the exact bytes; null for a tree */
  content: Content | null
  /** the tree, or an archive's members; null for a text, or an archive that cannot be browsed */
  root: ChunkId | null
  counts: TreeCounts | null
  sizeBytes: number
  /** of a text */
  lines: number | null
  /**
   * fingerprint of the normalised text, or a tree's identity, in hexadecimal: a later capture with another one is a new
   * version
   */
  fingerprint: string
  /** of the exact bytes; null for a tree */
  rawFingerprint: string | null
  /** revision of the platform's normalisation for `fingerprint`; null without one */
  normaliserRevision: number | null
  metadata: Record<string, unknown>
  /** of an earlier version: sentences, joined by `; `; null in new manifests */
  suspicious: string | null
  /** why the version is suspicious; missing in a manifest of an earlier version */
  suspicions?: readonly ReceivedMessage[]
  /** the agent was in lab mode: this matches no real device */
  labMode: boolean
  /** no user had compared the host's fingerprint */
  hostNotCompared: boolean
}

/** The tenant and version of a manifest. The key never leaves the service, so no agent can write a manifest. */
export interface ManifestKeeper {
  tenantId: string
  repositoryPrivateKey: Uint8Array
}

/** Returns the bytes to store as `manifests/{versionId}`: magic, salt, then compressed and encrypted JSON. */
export function sealManifest(manifest: Manifest, keeper: ManifestKeeper): Buffer {
  if (manifest.tenantId !== keeper.tenantId) throw new RangeError('the manifest is another customer’s')
  const fault = faultOf(manifest)
  if (fault) throw new RangeError(`manifest: ${fault}`)
  const json = Buffer.from(JSON.stringify(manifest))
  if (json.length > manifestLimit) throw new RangeError(`a manifest of ${json.length} bytes`)
  const salt = randomBytes(saltBytes)
  const aad = aadOf(manifest.tenantId, manifest.versionId)
  return Buffer.concat([magic, salt, encrypt(keyOf(keeper, salt), nonce, aad, packBlock(json))])
}

/**
 * @param versionId from the object's name
 * @throws ManifestDamaged unless `sealManifest` made these bytes for this tenant and version
 */
export function openManifest(sealed: Uint8Array, versionId: string, keeper: ManifestKeeper): Manifest {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  if (!bytes.subarray(0, magic.length).equals(magic)) throw new ManifestDamaged('not a manifest of this format')
  const salt = bytes.subarray(magic.length, magic.length + saltBytes)
  const aad = aadOf(keeper.tenantId, versionId)
  const packed = decrypt(keyOf(keeper, salt), nonce, aad, bytes.subarray(magic.length + saltBytes))
  if (!packed) throw new ManifestDamaged('it does not open as that of this customer and version')
  const json = unpackBlock(packed, manifestLimit, (how) => new ManifestDamaged(how))
  const manifest = parse(json)
  const fault = faultOf(manifest)
  if (fault) throw new ManifestDamaged(fault)
  return manifest as Manifest
}

/** Name and version of the format. */
const magic = Buffer.from('cofferM1', 'latin1')
const saltBytes = 32

/** Maximum bytes of JSON. The largest valid manifest has 128 chunk ids and a device's metadata. */
const manifestLimit = 1024 * 1024

/** Each manifest has a key of its own, so the nonce is constant. */
const nonce = Buffer.alloc(12)

function keyOf(keeper: ManifestKeeper, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKeyFrom(keeper.repositoryPrivateKey), salt, 'coffer manifest key 1', 32))
}

function aadOf(tenantId: string, versionId: string): Buffer {
  return Buffer.from(`${magic.toString('latin1')}\0${tenantId}\0${versionId}`)
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch {
    throw new ManifestDamaged('it is no JSON')
  }
}

type Check = (value: unknown) => boolean

/** Checks of all fields, also for manifests of the service itself, because another version may have written them. */
const checks: Record<keyof Required<Manifest>, Check> = {
  tenantId: isUuid,
  versionId: isUuid,
  snapshotId: orNull(isUuid),
  jobId: isUuid,
  device: (value) => isRecord(value) && isUuid(value.id) && isText(value.name) && isText(value.platform),
  artifactKey: isText,
  transport: (value) => value === 'ssh' || value === 'api',
  kind: (value) => value === 'text' || value === 'tree' || value === 'archive',
  capturedAt: (value) => isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  content: orNull(isContent),
  root: orNull(isChunkId),
  counts: orNull((value) => isRecord(value) && countNames.every((name) => isCount(value[name]))),
  sizeBytes: isCount,
  lines: orNull(isCount),
  fingerprint: isDigest,
  rawFingerprint: orNull(isDigest),
  normaliserRevision: orNull(isCount),
  metadata: isRecord,
  suspicious: orNull(isText),
  suspicions: (value) => value === undefined || (Array.isArray(value) && value.every(isMessage)),
  labMode: (value) => typeof value === 'boolean',
  hostNotCompared: (value) => typeof value === 'boolean',
}

const countNames = ['files', 'directories', 'symlinks', 'others', 'bytes', 'problems'] satisfies (keyof TreeCounts)[]

function faultOf(manifest: unknown): string | undefined {
  if (!isRecord(manifest)) return 'it is no record'
  const wrong = Object.entries(checks).find(([name, check]) => !check(manifest[name]))
  if (wrong) return `its ${wrong[0]} cannot be used`
  return manifest.content === null && manifest.root === null ? 'it names nothing that was stored' : undefined
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && isText(value.code) && isRecord(value.params)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isUuid(value: unknown): boolean {
  return isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

function isDigest(value: unknown): boolean {
  return isText(value) && /^[0-9a-f]{64}$/.test(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isContent(value: unknown): boolean {
  if (!isRecord(value) || !isCount(value.size)) return false
  const ids = 'list' in value ? value.list : value.chunks
  return Array.isArray(ids) && ids.length <= inlineChunks && ids.every(isChunkId)
}
