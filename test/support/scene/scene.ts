import { hash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { countLines, normaliseText } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../../shared/repository/chunk-writer.ts'
import { type TreeCounts, emptyCounts } from '../../../shared/repository/tree.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import type { SealedPack } from '../../../shared/repository/pack-builder.ts'
import type { ActionContext, TenantContext } from '../../../service/domain/kernel/context.ts'
import type { ContentContext } from '../../../service/domain/repository/content/content-context.ts'
import type { PackAddress, PackState } from '../../../service/domain/repository/chunks/repository.ts'
import { prepareTenant, createTenant } from '../../../service/domain/inventory/tenants/create-tenant.ts'
import { sealField } from '../../../service/keys/sealed-field.ts'
import type { Dependencies } from '../../../service/dependencies.ts'
import { Device } from '../../../service/store/models/device.ts'
import { Snapshot } from '../../../service/store/models/snapshot.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Scope, inScope } from '../../../service/store/scope.ts'
import { createPackWriter } from '../pack-writer.ts'
import { anOwner, packAddressParts } from './packs.ts'
import { insertVersion, snapshotRow } from './rows.ts'
import { type TreeListing, writeBytes, writeTree } from './trees.ts'

export type Scene = Awaited<ReturnType<typeof createScene>>

export type TextFields = Partial<Version> & { key?: string; transport?: 'ssh' | 'api'; facts?: Record<string, unknown> }

type SceneDependencies = Pick<
  Dependencies,
  'knex' | 'keys' | 'masterKey' | 'serviceKeys' | 'store' | 'repository' | 'workers' | 'settings' | 'now' | 'log'
>

/** Returns an action context of the system, without a user. */
export function actionsIn(dependencies: SceneDependencies, scope: Scope) {
  return <T>(work: (call: ActionContext) => Promise<T>): Promise<T> =>
    inScope(dependencies.knex, scope, (trx) =>
      work({
        actor: { kind: 'service', id: null, name: 'service', role: null, tenantId: null },
        origin: { requestId: null, ip: null },
        tenantId: scope.kind === 'tenant' ? scope.tenantId : null,
        now: dependencies.now(),
        trx,
        keys: dependencies.keys,
      }),
    )
}

/**
 * Returns a new tenant, or the one with this id. Its backups are written by the real repository, without real devices,
 * agents and jobs.
 */
export async function createScene(dependencies: SceneDependencies, existing?: { id: string }) {
  const id = existing?.id ?? (await newTenant(dependencies))
  const prefix = `tenants/${id}`
  const inTenant = actionsIn(dependencies, { kind: 'tenant', tenantId: id })
  const inTransaction = <T>(work: (call: TenantContext) => Promise<T>): Promise<T> =>
    inTenant((call) => work(call as TenantContext))
  const { repository, keys } = dependencies

  function hasBlob(
    device: Device,
    key: string,
    { root, counts }: { root: ChunkId | null; counts: TreeCounts },
    fields: Partial<Version>,
  ) {
    return inTransaction(async (call) => {
      const named = { normaliserRevision: 0, sizeBytes: counts.bytes, lines: null, ...fields }
      const version = await insertVersion(call, device, { key, kind: 'blob' }, named)
      const { files, directories: folders, symlinks, problems, bytes: sizeBytes } = counts
      const others = symlinks + counts.others
      const found = { root: root && Buffer.from(root, 'hex'), files, folders, others, problems, sizeBytes }
      const snapshot = await Snapshot.query(call.trx).insert(snapshotRow(version, found)).returning('*')
      return { version, snapshot }
    })
  }
  const namedBy = (identity: string) => ({ fingerprint: identity, normalisedFingerprint: identity })

  const tenant = {
    id,
    prefix,
    inTransaction,
    /** Announces a pack, sends it to the service's own address and verifies it. */
    async sendPack(pack: SealedPack, owner = anOwner()): Promise<{ address: PackAddress; state: PackState }> {
      const { bytes, sha256 } = pack
      const [address] = await inTransaction((call) =>
        repository.announcePacks(call, owner, [{ size: bytes.length, sha256, md5: hash('md5', bytes, 'buffer') }]),
      )
      await repository.receivePack(packAddressParts(address!), Readable.from([bytes]))
      return { address: address!, state: await repository.verifyPack(id, address!.id) }
    },
    /** Packs the given chunks; `flush` sends the packs. */
    async writer(): Promise<ChunkWriter> {
      const { chunkIdKey, repositoryPublicKey } = await keys.of(id)
      return createPackWriter({ tenantId: id, chunkIdKey, repositoryPublicKey }, async (pack) => {
        const { state } = await tenant.sendPack(pack)
        if (state.state !== 'verified') throw new Error(`a pack is ${state.state}: ${state.reason}`)
      })
    },
    async hasDevice(fields: Partial<Device> = {}) {
      const name = `device-${randomBytes(4).toString('hex')}`
      const at = dependencies.now()
      return inTransaction(({ trx }) =>
        Device.query(trx)
          .insert({
            id: randomUUIDv7(),
            tenantId: id,
            name,
            hostname: '192.0.2.1',
            platform: 'netco_iosxe',
            options: {},
            search: name,
            createdAt: at,
            updatedAt: at,
            ...fields,
          })
          .returning('*')
          .execute(),
      )
    },
    async hasText(
      device: Device,
      text: string | Buffer,
      { key = 'running-config', transport, facts = {}, ...fields }: TextFields = {},
    ) {
      const raw = Buffer.from(text)
      const writer = await tenant.writer()
      const content = await writeBytes(writer, raw)
      await writer.flush()
      const tenantKeys = await keys.of(id)
      const versionId = randomUUIDv7()
      const platform = platformById(device.platform)!
      return inTransaction((call) =>
        insertVersion(
          call,
          device,
          { key, kind: 'text', transport },
          {
            id: versionId,
            fingerprint: fingerprintOf(tenantKeys.chunkIdKey, raw),
            normalisedFingerprint: fingerprintOf(tenantKeys.chunkIdKey, normaliseText(platform, key, raw)),
            normaliserRevision: platform.normalise?.revision ?? 0,
            content,
            sizeBytes: raw.length,
            lines: countLines(raw),
            metadata: sealField(tenantKeys, { row: versionId, field: 'metadata' }, JSON.stringify(facts)),
            ...fields,
          },
        ),
      )
    },
    async hasTree(device: Device, entries: TreeListing, fields: Partial<Version> = {}) {
      const { root, identity, counts } = await writeTree(await tenant.writer(), entries)
      return hasBlob(device, 'filetree', { root, counts }, { ...namedBy(identity), content: { root }, ...fields })
    },
    /** Stores an archive's bytes, and its members as a tree; null if they cannot be browsed. */
    async hasArchive(
      device: Device,
      bytes: Buffer | string,
      members: TreeListing | null,
      fields: Partial<Version> = {},
    ) {
      const writer = await tenant.writer()
      const archive = await writeBytes(writer, bytes)
      const { root, identity, counts } = members
        ? await writeTree(writer, members)
        : { root: null, identity: randomBytes(32).toString('hex'), counts: emptyCounts() }
      await writer.flush()
      const named = { ...namedBy(identity), content: { archive, members: root }, sizeBytes: archive.size, ...fields }
      return hasBlob(device, 'ucs', { root, counts }, named)
    },
    /** Returns the content context of a user with permission to download, in the tenant's scope. Without `readsSecrets`, texts are masked. */
    reading(limits: Partial<ContentContext['limits']> = {}, readsSecrets = true): ContentContext {
      return {
        inTransaction: inTenant,
        keys,
        repository,
        workers: dependencies.workers,
        limits: { ...dependencies.settings.limits, ...limits },
        log: dependencies.log,
        readsSecrets,
        signal: new AbortController().signal,
      }
    },
  }
  return tenant
}

async function newTenant(dependencies: SceneDependencies): Promise<string> {
  const slug = `t-${randomBytes(6).toString('hex')}`
  const wanted = { slug, name: slug }
  const prepared = await prepareTenant(dependencies.masterKey, dependencies.store, wanted, dependencies.now())
  await actionsIn(dependencies, { kind: 'platform' })((call) => createTenant(call, prepared, wanted))
  return prepared.id
}
