import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import type { Manifest } from '../../../../shared/repository/manifest.ts'
import type { TreeCounts } from '../../../../shared/repository/tree.ts'
import type { Pack } from '../../../store/models/pack.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { PackAddressParts } from './pack-address.ts'
import type { TreeWalkBudget } from './tree-walk-budget.ts'

/** Under which lease of which job an agent writes. */
export interface PackOwner {
  agentId: string
  jobId: string
  leaseId: string
}

/** A pack that an agent is about to send: size in bytes, raw digests of all of it. */
export interface AnnouncedPack {
  size: number
  sha256: Buffer
  md5: Buffer
}

/** Packs that one job announces before it uploads them. */
export interface PackAnnouncement {
  owner: PackOwner
  packs: readonly AnnouncedPack[]
}

/**
 * Where one pack may be sent to, for 15 minutes: straight to the store, or to `relay`, a path of the service itself. Where
 * agents cannot send to the store, `url` is that path too.
 */
export interface PackAddress {
  id: string
  url: string
  headers: Record<string, string>
  relay: string
}

/**
 * What the service found when it looked for a pack: `verified`, its chunks count from now on; `missing`, nothing came;
 * `wrong`, what came is no pack of this customer with these digests, for the reason given.
 */
export interface PackState {
  id: string
  state: 'verified' | 'missing' | 'wrong'
  reason?: string
}

/** A stored tree as it really is, whatever its writer said of it. */
export interface StoredTree {
  identity: string
  counts: TreeCounts
  /** Raw ids, 32 bytes each, of everything the tree is made of; some may come twice. */
  chunks: Buffer
  /** What it refers to and is not stored: the first 10,000. The rest of the answer means nothing unless it is empty. */
  missing: ChunkId[]
}

/** The customers' repositories: packs in the object store, their index in the database. No connection is held meanwhile. */
export interface Repository {
  /**
   * Reads and checks chunks of one customer. Rejects with ChunkMissing or ChunkDamaged, both BackupDamaged, with
   * KeysDestroyed, StoreUnreachable or DatabaseUnavailable. What it finds it keeps the place of, so a reader is for one
   * request or job. What it returns may be read by others too, and must not be written to.
   */
  chunkReader(tenantId: string): ChunkReader
  /**
   * Writes a row for each pack, in the call's transaction, and says where to send it.
   * @throws DomainError 422 for one that is longer than a pack may be; 429 `too_many_packs`
   */
  announcePacks(context: TenantContext, owner: PackOwner, packs: readonly AnnouncedPack[]): Promise<PackAddress[]>
  /** The same for several announcements, in order. A rejected one does not affect the others. */
  announceBatch(
    context: TenantContext,
    announcements: readonly PackAnnouncement[],
  ): Promise<PromiseSettledResult<PackAddress[]>[]>
  /**
   * Takes the bytes that come to an address of the service itself to the store; `verifyPack` says what they are.
   * @throws DomainError 403, 404, 422 or 503
   * @throws StoreUnreachable
   */
  receivePack(address: PackAddressParts, body: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Reads an announced pack back from the store, checks digests and every chunk in it, and lets its chunks count. Again
   * for one that was verified before: the same answer at once.
   * @param known its row, where the caller has just read it
   * @throws StoreUnreachable
   * @throws DomainError 503 when there is too much to check
   */
  verifyPack(tenantId: string, packId: string, known?: Pack): Promise<PackState>
  /** Room for what the walks of one job's trees give, until whoever asked gives it back. */
  walkMemory(tenantId: string): TreeWalkBudget
  /**
   * Walks a whole tree: everything it refers to must be stored and of the length it says, and what is beside it too.
   * @param root null for the contents beside it alone
   * @throws DomainError 503 when too many walks wait for room
   * @throws TreeDamaged, ContentDamaged or ChunkDamaged for a tree that no honest agent wrote, or of too many entries
   */
  walkStoredTree(
    tenantId: string,
    root: ChunkId | null,
    memory: Pick<TreeWalkBudget, 'grow'>,
    beside?: readonly Content[],
  ): Promise<StoredTree>
  /**
   * Stores the sealed manifests of versions of one customer under their ids; before the versions' rows, which may then
   * rely on them.
   */
  writeManifests(tenantId: string, manifests: readonly Manifest[]): Promise<void>
}
