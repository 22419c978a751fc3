import type { ExecChannel } from '../sessions/session.ts'
import { type ChecksumName, createFileChecksum } from './file-checksum.ts'
import { RsyncFault, refuse } from './rsync-fault.ts'
import { Transfer } from './transfer.ts'
import { readFileList, type FileList } from './file-list.ts'
import type { TableLimits } from './entry-table.ts'
import { WireReader, messageTags } from './wire-reader.ts'
import { dataFrame, int32Bytes } from './wire-numbers.ts'

export interface ConnectionSettings {
  /** what `secludedArguments` gives */
  secluded: Buffer
  /** the one that `secluded` requests */
  checksum: ChecksumName
  /** filter rules in rsync's syntax, e.g. `- *.log`; the first that matches wins */
  filters: readonly string[]
  limits: TableLimits
  silenceMs: number
  signal: AbortSignal
  isAllowed: (name: Buffer, isDirectory: boolean) => boolean
  /** one line that the server sent between the data: a complaint, or a remark */
  onText: (line: string) => void
  /** The far end is an rsync that we can talk to. */
  onGreeting: () => void
}

/** A server that has greeted and listed what it has. */
export interface Connection {
  readonly protocol: number
  readonly list: FileList
  readonly transfer: Transfer
  /** In place of a transfer when the list is empty: reads what the server still says until it leaves. */
  drain(): Promise<void>
  /** io_error bits of the list and of all messages so far */
  ioError(): number
}

/**
 * Speaks to a started `rsync --server --sender` as its receiving client, from the greeting to the end of the file list.
 * An empty list means that nothing matched: the server then exits, and no file may be requested.
 * We announce protocol 31, because 30 has no nanoseconds and 32 is the same on the wire (compat.c).
 * @throws RsyncFault
 */
export async function openConnection(channel: ExecChannel, settings: ConnectionSettings): Promise<Connection> {
  let ioError = 0
  let noSend: (index: number) => void = () => {
    throw refuse('an answer to a request that was not made')
  }
  const reader = new WireReader(channel, { ...settings, onMessage })

  function onMessage(tag: number, payload: Buffer): void {
    if (isTextTag(tag)) settings.onText(payload.toString('utf8'))
    else if (tag === messageTags.ioError) ioError |= payloadInt32(payload)
    else if (tag === messageTags.noSend) noSend(payloadInt32(payload))
    else if (tag === messageTags.errorExit) throwErrorExit(payload)
    else if (tag !== messageTags.noop && tag !== messageTags.ioTimeout) throw refuse(`a message of unknown tag ${tag}`)
  }

  channel.write(Buffer.concat([settings.secluded, int32Bytes(ourProtocol)]))
  const theirs = await reader.attempt(() => reader.int32()).catch(explainNoGreeting)
  if (theirs < 20 || theirs > 40) throw new RsyncFault('not_rsync', `${JSON.stringify(greetingText(theirs))}`)
  const protocol = Math.min(ourProtocol, theirs)
  if (protocol < 30) throw new RsyncFault('too_old', `protocol ${theirs}`)
  settings.onGreeting()
  const compat = await reader.attempt(() => reader.varint())
  if (compat & (compatFlags.incremental | compatFlags.negotiation)) {
    throw refuse(`compatibility flags that were not offered: ${compat}`)
  }
  await reader.attempt(() => reader.int32()) // the seed, which checksums of whole files do not use
  reader.startFrames()

  const rules = settings.filters.map((rule) => Buffer.from(rule))
  channel.write(dataFrame(Buffer.concat([...rules.flatMap((rule) => [int32Bytes(rule.length), rule]), int32Bytes(0)])))
  const format = { protocol, hasNameOfZero: (compat & compatFlags.nameOfZero) !== 0 }
  const list = await readFileList(reader, format, settings.limits, settings.isAllowed)
  ioError |= list.ioError

  const transfer = new Transfer(reader, channel, protocol, await createFileChecksum(settings.checksum))
  noSend = (index) => transfer.noSend(index)
  return { protocol, list, transfer, drain: () => reader.drain(), ioError: () => ioError }
}

const ourProtocol = 31

const compatFlags = { incremental: 1, negotiation: 128, nameOfZero: 256 }

function isTextTag(tag: number): boolean {
  const { errorXfer, info, error, warning } = messageTags
  return tag === errorXfer || tag === info || tag === error || tag === warning
}

function payloadInt32(payload: Buffer): number {
  if (payload.length !== 4) throw refuse(`a message of ${payload.length} bytes where 4 are due`)
  return payload.readInt32LE()
}

function throwErrorExit(payload: Buffer): void {
  const code = payload.length === 0 ? 0 : payloadInt32(payload)
  if (code !== 0) throw new RsyncFault('ended', `the server gave up with code ${code}`)
}

function explainNoGreeting(cause: unknown): never {
  if (cause instanceof RsyncFault && cause.kind === 'ended') {
    throw new RsyncFault('ended', 'the server closed the channel before its greeting')
  }
  throw cause
}

/** The four bytes of what should have been a protocol number: text in the way reads as a huge one. */
function greetingText(word: number): string {
  return int32Bytes(word).toString('latin1')
}
