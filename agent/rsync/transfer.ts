import type { Channel } from '../sessions/session.ts'
import type { FileChecksum } from './file-checksum.ts'
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
  /** `intact`: the checksum matched the bytes. */
  end(intact: boolean): Promise<void> | undefined
}

export interface TransferStatistics {
  bytesRead: number
  bytesWritten: number
  totalSize: number
  listBuildMs: number
  listTransferMs: number
}

/**
 * Requests under way at once. One at a time is ten times slower; beyond some hundreds nothing is won. It is refilled
 * when half are answered, so that requests leave in large writes.
 */
const windowSize = 512

/** The transfer phases of one connection whose file list has been read (sender.c, send_files). */
export class Transfer {
  readonly #reader: WireReader
  readonly #channel: Channel
  readonly #protocol: number
  readonly #checksum: FileChecksum
  readonly #writeIndex = createIndexWriter()
  readonly #readIndex: () => number
  readonly #outstanding = new Set<number>()
  #upcoming: Iterator<number> | undefined
  #onNoSend: (position: number) => void = () => undefined

  constructor(reader: WireReader, channel: Channel, protocol: number, checksum: FileChecksum) {
    this.#reader = reader
    this.#channel = channel
    this.#protocol = protocol
    this.#checksum = checksum
    this.#readIndex = createIndexReader(reader)
  }

  /** Called with every NO_SEND message. */
  noSend(position: number): void {
    this.#markAnswered(position)
    this.#onNoSend(position)
  }

  /**
   * Requests the files at `positions` of the sorted list (ascending, regular files only), passes them on one after the
   * other, and ends the transfer. Call it once: only its end shows that the server sent everything. Its exit status
   * remains to be checked.
   * @throws RsyncFault
   */
  async receive(positions: Iterable<number>, receiver: FileReceiver): Promise<TransferStatistics> {
    this.#onNoSend = receiver.notSent
    const damaged = await this.#phase(positions, 1, receiver)
    await this.#phase(damaged, 2, receiver)
    return this.#finish()
  }

  /** Ends the transfer without a request. In place of `receive`. */
  async leave(): Promise<TransferStatistics> {
    await this.#phase([], 1)
    await this.#phase([], 2)
    return this.#finish()
  }

  /** Keeps the window full; after the last request the server is told that there are no more. */
  #request(): void {
    if (!this.#upcoming || this.#outstanding.size > windowSize / 2) return
    const requests: Buffer[] = []
    while (this.#outstanding.size < windowSize && this.#upcoming) {
      const next = this.#upcoming.next()
      if (next.done) {
        requests.push(this.#writeIndex(done))
        this.#upcoming = undefined
      } else {
        this.#outstanding.add(next.value)
        requests.push(this.#writeIndex(next.value), wholeFileRequest)
      }
    }
    this.#channel.write(dataFrame(Buffer.concat(requests)))
  }

  #markAnswered(position: number): void {
    if (!this.#outstanding.delete(position)) throw refuse('an answer to a request that was not made')
    this.#request()
  }

  /** One phase: requests all files and receives them, until the server ends it. */
  async #phase(positions: Iterable<number>, attempt: 1 | 2, receiver?: FileReceiver): Promise<number[]> {
    const damaged: number[] = []
    this.#upcoming = positions[Symbol.iterator]()
    this.#request()
    for (;;) {
      const position = await this.#reader.attempt(this.#readIndex)
      if (position === done) break
      if (!receiver || !this.#outstanding.has(position)) throw refuse('a file that was not asked for')
      await this.#reader.attempt(() => this.#readReplyHead())
      if (!(await this.#receiveOne(position, attempt, receiver))) damaged.push(position)
      this.#markAnswered(position)
    }
    if (this.#upcoming || this.#outstanding.size > 0) throw refuse('an end before all requests were answered')
    return damaged
  }

  #readReplyHead(): void {
    const flags = this.#reader.take(2).readUInt16LE()
    if (flags !== transferFlag) throw refuse(`an answer with flags ${flags.toString(16)}`)
    const sumHead = this.#reader.take(16)
    if (sumHead.readInt32LE() !== 0) throw refuse('an answer that builds on a file that we do not have')
  }

  async #receiveOne(position: number, attempt: 1 | 2, receiver: FileReceiver): Promise<boolean> {
    const sink = receiver.open(position, attempt)
    this.#checksum.begin()
    const most = receiver.limitBytes(position)
    let received = 0
    for (;;) {
      const length = await this.#reader.attempt(() => this.#reader.int32())
      if (length === 0) break
      if (length < 0) throw refuse('an answer that builds on a file that we do not have')
      received += length
      if (received > most) throw refuse(`more than ${most} bytes of a file that was listed as far smaller`)
      await this.#passOn(length, sink)
    }
    const intact = this.#checksum.end().equals(await this.#reader.attempt(() => this.#reader.take(16)))
    await sink.end(intact)
    return intact
  }

  async #passOn(length: number, sink: FileSink): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await this.#reader.some(left)
      left -= piece.length
      this.#checksum.update(piece)
      const room = sink.push(piece)
      if (room) await room
    }
  }

  async #expectDone(): Promise<void> {
    if ((await this.#reader.attempt(this.#readIndex)) !== done) throw refuse('something else than the end of a phase')
  }

  async #finish(): Promise<TransferStatistics> {
    const sayDone = () => this.#channel.write(dataFrame(this.#writeIndex(done)))
    sayDone()
    await this.#expectDone()
    const statistics = await this.#reader.attempt(() => ({
      bytesRead: this.#reader.varlong(3),
      bytesWritten: this.#reader.varlong(3),
      totalSize: this.#reader.varlong(3),
      listBuildMs: this.#reader.varlong(3),
      listTransferMs: this.#reader.varlong(3),
    }))
    sayDone()
    if (this.#protocol >= 31) {
      await this.#expectDone()
      sayDone()
    }
    this.#channel.end()
    await this.#reader.end()
    return statistics
  }
}

/** ITEM_TRANSFER: the file's bytes are wanted. */
const transferFlag = 0x8000

/** What follows the index of a request: the flag, and a sum head of zeros, for we have nothing that it could build on. */
const wholeFileRequest = Buffer.concat([Buffer.of(0x00, 0x80), Buffer.alloc(16)])
