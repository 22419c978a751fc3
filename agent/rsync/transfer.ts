import { createHash, type Hash } from 'node:crypto'
import type { Channel } from '../sessions/session.ts'
import { refuse } from './rsync-fault.ts'
import type { WireReader } from './wire-reader.ts'
import { createIndexReader, createIndexWriter, dataFrame, done } from './wire-numbers.ts'

/** Takes the bytes of files as they come. A file that came damaged is sent, and opened, a second time. */
export interface FileReceiver {
  /** `attempt` is 1, or 2 when the first one's checksum was wrong: what came then is void. */
  open(position: number, attempt: 1 | 2): FileSink
  /** The server cannot send this file; the reason came as a text just before, where the server sends texts in-band. */
  notSent(position: number): void
  /** How many bytes of this file are taken before the sender is refused. */
  limitBytes(position: number): number
}

export interface FileSink {
  /** The buffer may not be changed; it may share memory with others. Resolves when more can be taken. */
  push(data: Buffer): Promise<void> | undefined
  /** `intact`: the MD5 was that of the bytes. */
  end(intact: boolean): Promise<void> | undefined
}

export interface TransferStatistics {
  bytesRead: number
  bytesWritten: number
  totalSize: number
  listBuildMs: number
  listTransferMs: number
}

export interface Transfer {
  /**
   * Asks for the files at `positions` of the sorted list (ascending, regular files only), hands them over one after the
   * other, and takes leave. Call it once: only the leave-taking says that the server was content. Afterwards its exit
   * status remains to be seen.
   * @throws RsyncFault
   */
  receive(positions: Iterable<number>, receiver: FileReceiver): Promise<TransferStatistics>
  /** Takes leave without asking for anything. In place of `receive`. */
  leave(): Promise<TransferStatistics>
  /** To be told of every NO_SEND message. */
  noSend(position: number): void
}

/**
 * Requests under way at once. One at a time is ten times slower; beyond some hundreds nothing is won. It is refilled
 * when half are answered, so that requests leave in large writes.
 */
const windowSize = 512

/** The transfer phases of one connection whose file list has been read (sender.c, send_files). */
export function createTransfer(reader: WireReader, channel: Channel, protocol: number): Transfer {
  const writeIndex = createIndexWriter()
  const readIndex = createIndexReader(reader)
  const outstanding = new Set<number>()
  let upcoming: Iterator<number> | undefined

  /** Keeps the window full; the last request is followed by the word that there are no more. */
  function ask(): void {
    if (!upcoming || outstanding.size > windowSize / 2) return
    const requests: Buffer[] = []
    while (outstanding.size < windowSize && upcoming) {
      const next = upcoming.next()
      if (next.done) {
        requests.push(writeIndex(done))
        upcoming = undefined
      } else {
        outstanding.add(next.value)
        requests.push(writeIndex(next.value), wholeFileRequest)
      }
    }
    channel.write(dataFrame(Buffer.concat(requests)))
  }

  function answered(position: number): void {
    if (!outstanding.delete(position)) throw refuse('an answer to a request that was not made')
    ask()
  }

  /** One round: asks for all, takes the answers, ends when the server says it is done. */
  async function phase(positions: Iterable<number>, attempt: 1 | 2, receiver?: FileReceiver): Promise<number[]> {
    const damaged: number[] = []
    upcoming = positions[Symbol.iterator]()
    ask()
    for (;;) {
      const position = await reader.attempt(readIndex)
      if (position === done) break
      if (!receiver || !outstanding.has(position)) throw refuse('a file that was not asked for')
      await reader.attempt(readReplyHead)
      if (!(await receiveOne(position, attempt, receiver))) damaged.push(position)
      answered(position)
    }
    if (upcoming || outstanding.size > 0) throw refuse('an end before all requests were answered')
    return damaged
  }

  function readReplyHead(): void {
    const flags = reader.take(2).readUInt16LE()
    if (flags !== transferFlag) throw refuse(`an answer with flags ${flags.toString(16)}`)
    const sumHead = reader.take(16)
    if (sumHead.readInt32LE() !== 0) throw refuse('an answer that builds on a file that we do not have')
  }

  async function receiveOne(position: number, attempt: 1 | 2, receiver: FileReceiver): Promise<boolean> {
    const sink = receiver.open(position, attempt)
    const md5 = createHash('md5')
    const most = receiver.limitBytes(position)
    let received = 0
    for (;;) {
      const length = await reader.attempt(() => reader.int32())
      if (length === 0) break
      if (length < 0) throw refuse('an answer that builds on a file that we do not have')
      received += length
      if (received > most) throw refuse(`more than ${most} bytes of a file that was listed as far smaller`)
      await passOn(length, sink, md5)
    }
    const intact = md5.digest().equals(await reader.attempt(() => reader.take(16)))
    await sink.end(intact)
    return intact
  }

  async function passOn(length: number, sink: FileSink, md5: Hash): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await reader.some(left)
      left -= piece.length
      md5.update(piece)
      const room = sink.push(piece)
      if (room) await room
    }
  }

  async function expectDone(): Promise<void> {
    if ((await reader.attempt(readIndex)) !== done) throw refuse('something else than the end of a phase')
  }

  async function takeLeave(): Promise<TransferStatistics> {
    const sayDone = () => channel.write(dataFrame(writeIndex(done)))
    sayDone()
    await expectDone()
    const statistics = await reader.attempt(() => ({
      bytesRead: reader.varlong(3),
      bytesWritten: reader.varlong(3),
      totalSize: reader.varlong(3),
      listBuildMs: reader.varlong(3),
      listTransferMs: reader.varlong(3),
    }))
    sayDone()
    if (protocol >= 31) {
      await expectDone()
      sayDone()
    }
    channel.end()
    await reader.end()
    return statistics
  }

  let onNoSend: (position: number) => void = () => undefined
  return {
    noSend(position) {
      answered(position)
      onNoSend(position)
    },
    async receive(positions, receiver) {
      onNoSend = receiver.notSent
      const damaged = await phase(positions, 1, receiver)
      await phase(damaged, 2, receiver)
      return takeLeave()
    },
    async leave() {
      await phase([], 1)
      await phase([], 2)
      return takeLeave()
    },
  }
}

/** ITEM_TRANSFER: the file's bytes are wanted. */
const transferFlag = 0x8000

/** What follows the index of a request: the flag, and a sum head of zeros, for we have nothing that it could build on. */
const wholeFileRequest = Buffer.concat([Buffer.of(0x00, 0x80), Buffer.alloc(16)])
