import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import type { Manifest } from '../../../../shared/repository/manifest.ts'
import type { TreeCounts } from '../../../../shared/repository/tree.ts'
import type { Pack } from '../../../store/models/pack.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { PackAddressParts } from './pack-address.ts'
import type { TreeWalkBudget } from './tree-walk-budget.ts'

/** The job and lease under which an agent writes. */
export interface PackOwner {
  agentId: string
  jobId: string
  leaseId: string
}

/**
 * A pack that an agent will upload: size in bytes, and raw digests of the whole. Without an MD5, it goes through the
 * service.
 */
export interface AnnouncedPack {
  size: number
  sha256: Buffer
  md5: Buffer | null
}

/** Packs that one job announces before it uploads them. */
export interface PackAnnouncement {
  owner: PackOwner
  packs: readonly AnnouncedPack[]
}

/**
 * Upload destination of one pack, valid for 15 minutes: the store, or `relay`, a path of the service. If agents cannot
 * upload to the store, `url` is that path too.
 */
export interface PackAddress {
  id: string
  url: string
  headers: Record<string, string>
  relay: string
}

/**
 * Result of the verification of a pack: `verified`, its chunks are registered; `missing`, nothing was uploaded;
 * `wrong`, the upload is not a pack of this tenant with these digests, for the given reason.
 */
export interface PackState {
  id: string
  state: 'verified' | 'missing' | 'wrong'
  reason?: string
}

/** The verified properties of a stored tree, independent of what its writer declared. */
export interface StoredTree {
  identity: string
  counts: TreeCounts
  /** Raw ids, 32 bytes each, of all chunks of the tree; some may be repeated. */
  chunks: Buffer
  /** The first 10,000 referenced chunks that are not stored. The other fields are valid only if it is empty. */
  missing: ChunkId[]
}

/**
 * The tenants' repositories: packs in the object store, their index in the database. Operations hold no database
 * connection while they use the store.
 */
export interface Repository {
  /**
   * Returns a reader of verified chunks of one tenant. It rejects with ChunkMissing or ChunkDamaged (both
   * BackupDamaged), KeysDestroyed, StoreUnreachable or DatabaseUnavailable. It caches locations, so use it for one
   * request or job. Results are shared: callers must not write to them.
   */
  chunkReader(tenantId: string): ChunkReader
  /**
   * Returns the same for reading most of a tree in order: reads several blocks of a pack at once and opens them in
   * workers.
   */
  sequentialReader(tenantId: string): ChunkReader
  /**
   * Inserts a row for each pack, in the context's transaction, and returns the upload addresses.
   * @throws DomainError validation_failed for a pack above the maximum length, too_many_packs
   */
  announcePacks(context: TenantContext, owner: PackOwner, packs: readonly AnnouncedPack[]): Promise<PackAddress[]>
  /** The same for several announcements, in order. A rejected one does not affect the others. */
  announceBatch(
    context: TenantContext,
    announcements: readonly PackAnnouncement[],
  ): Promise<PromiseSettledResult<PackAddress[]>[]>
  /**
   * Stores the bytes that are uploaded to an address of the service; `verifyPack` checks them.
   * @throws DomainError address_refused, not_found, pack_refused, busy
   * @throws StoreUnreachable
   */
  receivePack(address: PackAddressParts, body: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Reads an announced pack back from the store, verifies its digests and all chunks, and registers the chunks. Returns
   * the stored result for a pack that is already verified.
   * @param known its row, if the caller has just read it
   * @throws StoreUnreachable
   * @throws DomainError busy if too many packs are being verified
   */
  verifyPack(tenantId: string, packId: string, known?: Pack): Promise<PackState>
  /** Returns the memory budget for the tree walks of one job; the caller must release it. */
  walkMemory(tenantId: string): TreeWalkBudget
  /**
   * Walks a whole tree: all content that the tree and `beside` reference must be stored and have the declared length.
   * @param root null to check only `beside`
   * @throws DomainError busy if too many walks wait for memory
   * @throws TreeDamaged, ContentDamaged or ChunkDamaged for a tree that a correct agent cannot have written, or one
   *   with too many entries
   */
  walkStoredTree(
    tenantId: string,
    root: ChunkId | null,
    memory: Pick<TreeWalkBudget, 'grow'>,
    beside?: readonly Content[],
  ): Promise<StoredTree>
  /**
   * Stores the sealed manifests of versions of one tenant, by version id. Called before the versions' rows are
   * committed, which depend on them.
   */
  writeManifests(tenantId: string, manifests: readonly Manifest[]): Promise<void>
}
