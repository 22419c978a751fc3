import { randomBytes } from 'node:crypto'
import { decrypt, encrypt, tagBytes } from '../../../../shared/repository/aes-gcm.ts'
import { type MasterKey, unwrap, wrap } from '../../../keys/master-key.ts'
import { DumpDamaged } from './dump-damaged.ts'

/** Plaintext bytes of a frame; the last one may be shorter. */
const frameBytes = 256 * 1024

const magic = Buffer.from('COFFER DUMP 1\n')
const purpose = 'a dump of the database'
const wrappedKeyBytes = 12 + 32 + tagBytes
const lastFlag = 0x8000_0000

/**
 * Seals a stream of any length in constant memory. The result is a fresh key, wrapped with the master key, then frames
 * of AES-256-GCM, each with a length of 4 bytes and a ciphertext. A frame's nonce contains its number and whether it is
 * the last; its additional data is the wrapped key. Missing, repeated, reordered or foreign frames fail authentication.
 */
export async function* sealStream(masterKey: MasterKey, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const key = randomBytes(32)
  const head = Buffer.concat([magic, wrap(masterKey, purpose, key)])
  yield head
  let number = 0
  const frame = (bytes: Buffer, isLast: boolean) => {
    const sealed = encrypt(key, nonceOf(number++, isLast), head, bytes)
    const length = Buffer.alloc(4)
    length.writeUInt32BE((sealed.length | (isLast ? lastFlag : 0)) >>> 0)
    return Buffer.concat([length, sealed])
  }
  let [waiting, waitingBytes]: [Buffer[], number] = [[], 0]
  for await (const bytes of plain) {
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes <= frameBytes) continue
    const all = Buffer.concat(waiting)
    const whole = Math.floor((all.length - 1) / frameBytes) * frameBytes // at least one byte remains for the last frame
    for (let at = 0; at < whole; at += frameBytes) yield frame(all.subarray(at, at + frameBytes), false)
    waiting = [all.subarray(whole)]
    waitingBytes = all.length - whole
  }
  yield frame(Buffer.concat(waiting), true)
  key.fill(0)
}

/**
 * Decrypts a stream of `sealStream`; yields a frame's bytes only after they are authenticated.
 * @throws DumpDamaged at the first invalid byte, or if the end is missing
 * @throws WrongMasterKey
 */
export async function* openStream(masterKey: MasterKey, sealed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = createByteSource(sealed)
  const head = await source.take(magic.length + wrappedKeyBytes)
  if (!head?.subarray(0, magic.length).equals(magic)) throw new DumpDamaged('dump_not_recognised')
  const key = unwrap(masterKey, purpose, head.subarray(magic.length))
  for (let number = 0, isLast = false; !isLast; number += 1) {
    const frame = await readFrame(source)
    if (!frame) throw new DumpDamaged('dump_cut_short', { part: number })
    isLast = frame.isLast
    const plain = decrypt(key, nonceOf(number, isLast), head, frame.sealed)
    if (!plain) throw new DumpDamaged('dump_altered', { part: number + 1 })
    yield plain
  }
  if (await source.take(1)) throw new DumpDamaged('dump_trailing_data')
}

async function readFrame(source: ByteSource): Promise<{ sealed: Buffer; isLast: boolean } | null> {
  const length = (await source.take(4))?.readUInt32BE()
  if (length === undefined) return null
  const isLast = length >= lastFlag
  const size = isLast ? length - lastFlag : length
  const isPossible = size >= tagBytes && size <= frameBytes + tagBytes
  const sealed = isPossible ? await source.take(size) : null
  return sealed && { sealed, isLast }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeUIntBE(number, 6, 6)
  return nonce
}

/** Re-chunks a stream into the sizes that the reader requests. */
interface ByteSource {
  /** Returns the next `size` bytes, or null if fewer are left. */
  take(size: number): Promise<Buffer | null>
}

function createByteSource(stream: AsyncIterable<Uint8Array>): ByteSource {
  const pieces = stream[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let heldBytes = 0
  return {
    async take(size) {
      while (heldBytes < size) {
        const next = await pieces.next()
        if (next.done) return null
        held.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength))
        heldBytes += next.value.byteLength
      }
      const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held) // no copy for a long block
      held = [all.subarray(size)]
      heldBytes = all.length - size
      return all.subarray(0, size)
    },
  }
}
