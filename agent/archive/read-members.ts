import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { countedMember } from '../../shared/platforms/comparable-member.ts'
import { createNormaliser } from '../../shared/platforms/normalise.ts'
import type { ArchiveDescription, Platform } from '../../shared/platforms/platform.ts'
import { createArchiveIdentity } from '../../shared/repository/archive-identity.ts'
import type { ChunkWriter } from '../../shared/repository/chunk-writer.ts'
import { writeContent } from '../../shared/repository/content.ts'
import { createFingerprint } from '../../shared/repository/fingerprint.ts'
import type { CollectedEntry } from '../../shared/repository/tree-writer.ts'
import { ArchiveDamaged, MembersUnreadable } from './archive-fault.ts'
import { cleanMemberPath } from './member-path.ts'
import { readTar, type TarMember } from './read-tar.ts'

export interface ArchiveLimits {
  members: number
  /** Limit for all names and link targets together. */
  nameBytes: number
  /** Limit for the uncompressed archive. */
  bytes: number
  /** Limit for uncompressed bytes per compressed byte, applied after the first 64 MiB. */
  ratio: number
}

export const archiveLimits: ArchiveLimits = {
  members: 50_000,
  nameBytes: 8 * 1024 * 1024,
  bytes: 16 * 1024 ** 3,
  ratio: 200,
}

export interface MembersContext {
  platform: Platform
  archive: ArchiveDescription
  chunkIdKey: Uint8Array
  /** Stores the content of the members. */
  writer: ChunkWriter
  limits: ArchiveLimits
}

/** The members of an archive, with normalised paths. */
export interface Members {
  /** Sorted for a tree writer: a folder precedes its content. */
  entries: { path: Buffer; entry: CollectedEntry }[]
  /** The identity of the archive's content (shared/repository/archive-identity.ts). */
  identity: string
}

/**
 * Reads a gzipped tar from a stream. Content is written only as chunks, and links are not followed. If a path occurs
 * more than once, the last member counts, as in tar. If the members cannot be read, the rest is still decompressed to
 * verify its checksum, unless it exceeds a limit.
 * @throws MembersUnreadable, ArchiveDamaged, and errors of `compressed`
 */
export async function readMembers(compressed: AsyncIterable<Uint8Array>, context: MembersContext): Promise<Members> {
  const inflated = inflate(compressed, context.limits)
  try {
    return await readInflated(inflated, context)
  } catch (error) {
    // Read on to verify the checksum.
    if (error instanceof MembersUnreadable) while (!(await inflated.next()).done) continue
    throw error
  } finally {
    await inflated.return(undefined)
  }
}

async function readInflated(inflated: AsyncIterable<Uint8Array>, context: MembersContext): Promise<Members> {
  const { archive, limits } = context
  const found = new Map<string, Found>()
  let count = 0
  let nameBytes = 0
  for await (const member of readTar(inflated)) {
    count += 1
    nameBytes += member.name.length + member.target.length
    if (count > limits.members) throw new MembersUnreadable('too_many_members', `more than ${limits.members} members`)
    if (nameBytes > limits.nameBytes)
      throw new MembersUnreadable('too_large', `over ${limits.nameBytes} bytes of names`)
    const path = cleanMemberPath(member.name)
    const name = path.toString('latin1')
    const one = await readMember(member, path, found, context)
    found.delete(name) // moves the path to the position of its last member
    found.set(name, one)
  }
  const missing = archive.requiredMembers.find((pattern) => ![...found.keys()].some((name) => pattern.test(name)))
  if (missing) throw new ArchiveDamaged(`it has no member like ${missing.source}`)
  return { entries: sorted(found), identity: identify(found, archive) }
}

interface Found {
  path: Buffer
  entry: CollectedEntry
  /** The fingerprint of the normalised text, if the content is compared as text. */
  text?: string
}

const gzipMagic = Buffer.from([0x1f, 0x8b])

/**
 * The headers of encrypted data: OpenSSL with a passphrase; GnuPG as text and as its two session key packets (RFC 4880,
 * 5.1 and 5.3), which are a tag, a length of one or two bytes and a version.
 */
function isEncrypted(head: Buffer): boolean {
  const beginning = head.toString('latin1')
  const [first, , third, fourth] = head
  const isPacket = (first === 0x8c && third === 4) || (first === 0x85 && fourth === 3)
  return isPacket || beginning.startsWith('Salted__') || beginning.startsWith('-----BEGIN PGP')
}

/** The ratio limit applies above this size. */
const freeBytes = 64 * 1024 * 1024

async function* inflate(compressed: AsyncIterable<Uint8Array>, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  let taken = 0
  const source = sniffed(compressed, (bytes) => void (taken += bytes))
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  pipeline(Readable.from(source), gunzip, () => undefined) // errors are thrown by the loop below
  let given = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      given += piece.length
      if (given > limits.bytes || given > freeBytes + taken * limits.ratio) {
        throw new MembersUnreadable('too_large', `${taken} bytes become more than ${given}`)
      }
      yield piece
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new ArchiveDamaged(message) : error
  }
}

/** @throws MembersUnreadable for encrypted data, ArchiveDamaged for other data without a gzip header */
async function* sniffed(pieces: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of pieces) {
    count(piece.length)
    if (!head) {
      yield piece
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < sniffedBytes) continue
    refuseOther(head)
    yield head
    head = undefined
  }
  if (!head) return
  refuseOther(head)
  yield head
}

const sniffedBytes = 16

function refuseOther(head: Buffer): void {
  if (head.subarray(0, gzipMagic.length).equals(gzipMagic)) return
  if (isEncrypted(head)) throw new MembersUnreadable('encrypted', 'it is encrypted with a passphrase')
  throw new ArchiveDamaged('it is neither compressed by gzip nor encrypted')
}

async function readMember(
  member: TarMember,
  path: Buffer,
  found: ReadonlyMap<string, Found>,
  context: MembersContext,
): Promise<Found> {
  const { type, mode, uid, gid, user, group, mtime, target, rdev } = member
  const base = {
    mode,
    uid,
    gid,
    mtime,
    size: 0,
    ...(user !== '' && { user: user.slice(0, ownerLength) }),
    ...(group !== '' && { group: group.slice(0, ownerLength) }),
  }
  switch (type) {
    case 'file':
      return readFile(member, path, base, context)
    case 'hard-link':
      return linked(path, found.get(cleanMemberPath(target).toString('latin1')), base)
    case 'symlink':
      return { path, entry: { ...base, type, target } }
    case 'char':
    case 'block':
      return { path, entry: { ...base, type, rdev } }
    case 'directory':
    case 'fifo':
      return { path, entry: { ...base, type } }
  }
}

/** Longer owner names are cut. */
const ownerLength = 255

type Base = Omit<CollectedEntry, 'type'>

async function readFile(
  { content: bytes, size }: TarMember,
  path: Buffer,
  base: Base,
  { platform, archive, chunkIdKey, writer }: MembersContext,
): Promise<Found> {
  const key = countedMember(archive, path, size)?.text
  const normaliser = key === undefined ? undefined : createNormaliser(platform, key)
  const fingerprint = createFingerprint(chunkIdKey)
  const content = writeContent(writer)
  for await (const piece of bytes) {
    await content.push(piece)
    if (normaliser) fingerprint.push(normaliser.push(piece))
  }
  if (normaliser) fingerprint.push(normaliser.end())
  const entry: CollectedEntry = { ...base, type: 'file', size, content: await content.end() }
  return { path, entry, ...(normaliser && { text: fingerprint.end() }) }
}

/** Returns a hard link to an earlier member. A link to a missing member has no content. */
function linked(path: Buffer, leader: Found | undefined, base: Base): Found {
  if (leader?.entry.type !== 'file') return { path, entry: { ...base, type: 'file', problem: 'unreadable' } }
  leader.entry.hardLink ??= leader.path.toString('latin1')
  return { ...leader, path, entry: { ...leader.entry } }
}

/**
 * Sorts members by path component. @throws MembersUnreadable `unsafe_names` for a member below a path that is not a
 * folder
 */
function sorted(found: ReadonlyMap<string, Found>): Members['entries'] {
  const entries = [...found.entries()].map(([name, { path, entry }]) => {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      const parent = found.get(name.slice(0, at))
      if (parent && parent.entry.type !== 'directory') {
        throw new MembersUnreadable('unsafe_names', 'a member stands below one that is no folder')
      }
    }
    return { order: name.replaceAll('/', '\0'), path, entry }
  })
  entries.sort((a, b) => (a.order < b.order ? -1 : 1))
  return entries.map(({ path, entry }) => ({ path, entry }))
}

function identify(found: ReadonlyMap<string, Found>, archive: ArchiveDescription): string {
  const identity = createArchiveIdentity()
  for (const { path, entry, text } of found.values()) {
    if (entry.type === 'directory' || !countedMember(archive, path, entry.size)) continue
    const { type, content, target } = entry
    identity.add(path, { type, content, text, target })
  }
  return identity.end()
}
