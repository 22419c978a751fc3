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
  /** Of all names and targets together. */
  nameBytes: number
  /** Of the archive when it is not compressed. */
  bytes: number
  /** How many bytes one compressed byte may become, beyond the first 64 MiB. */
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
  /** Takes the members' contents. */
  writer: ChunkWriter
  limits: ArchiveLimits
}

/** The members of an archive, by their clean paths. */
export interface Members {
  /** Sorted, so that a tree writer takes them: a folder before what is in it. */
  entries: { path: Buffer; entry: CollectedEntry }[]
  /** Of what the archive says (shared/repository/archive-identity.ts). */
  identity: string
}

/**
 * Reads a gzipped tar as it comes. Nothing of it is written anywhere but as chunks, no link is followed, and of a path
 * that stands there twice the last one counts, as for tar. Where the members cannot be read the rest is unpacked all the
 * same, to its checksum: but not of what becomes more than it may.
 * @throws MembersUnreadable, ArchiveDamaged, and what `compressed` throws
 */
export async function readMembers(compressed: AsyncIterable<Uint8Array>, context: MembersContext): Promise<Members> {
  const inflated = inflate(compressed, context.limits)
  try {
    return await readInflated(inflated, context)
  } catch (error) {
    // its checksum is looked at all the same
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
    found.delete(name) // so that it stands where the last one stood
    found.set(name, one)
  }
  const missing = archive.requiredMembers.find((pattern) => ![...found.keys()].some((name) => pattern.test(name)))
  if (missing) throw new ArchiveDamaged(`it has no member like ${missing.source}`)
  return { entries: sorted(found), identity: identify(found, archive) }
}

interface Found {
  path: Buffer
  entry: CollectedEntry
  /** How its text is compared, where it is. */
  text?: string
}

const gzipMagic = Buffer.from([0x1f, 0x8b])

/**
 * What OpenSSL writes before what it encrypts with a passphrase; GnuPG, in text and in its two packets of a session's key
 * (RFC 4880, 5.1 and 5.3): a tag, one or two bytes of length, a version.
 */
function isEncrypted(head: Buffer): boolean {
  const beginning = head.toString('latin1')
  const [first, , third, fourth] = head
  const isPacket = (first === 0x8c && third === 4) || (first === 0x85 && fourth === 3)
  return isPacket || beginning.startsWith('Salted__') || beginning.startsWith('-----BEGIN PGP')
}

/** Beyond so many bytes what comes out is held against what went in. */
const freeBytes = 64 * 1024 * 1024

async function* inflate(compressed: AsyncIterable<Uint8Array>, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  let taken = 0
  const source = sniffed(compressed, (bytes) => void (taken += bytes))
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  pipeline(Readable.from(source), gunzip, () => undefined) // its errors come out of the reading below
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

/** @throws MembersUnreadable for what is encrypted, ArchiveDamaged for what else does not begin as gzip does */
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

/** Longer names of owners are cut. */
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

/** Another name of an earlier member. One that is not there has no bytes to give. */
function linked(path: Buffer, leader: Found | undefined, base: Base): Found {
  if (leader?.entry.type !== 'file') return { path, entry: { ...base, type: 'file', problem: 'unreadable' } }
  leader.entry.hardLink ??= leader.path.toString('latin1')
  return { ...leader, path, entry: { ...leader.entry } }
}

/** By the components of their paths. @throws MembersUnreadable `unsafe_names` for a member below one that is no folder */
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
