import asn1 from 'asn1'
import { createBerReader } from './ber-reader.ts'

const { OctetString, Sequence, Constructor } = asn1.Ber
const sequence = Sequence | Constructor

/** `snmpUsmMIB`, the only security model of SNMPv3 that is used (RFC 3411, section 5). */
const userSecurityModel = 3

/** The longest message that is accepted: what fits into a datagram. */
const maxBytes = 65_507

/** An SNMPv3 message (RFC 3412, section 6; RFC 3414, section 2.4). */
export interface SecuredMessage {
  id: number
  isAuthenticated: boolean
  isEncrypted: boolean
  /** Whether the sender expects an answer: a response or a report. */
  isReportable: boolean
  engineId: Buffer
  boots: number
  time: number
  user: Buffer
  /** A view of the message. */
  digest: Buffer
  salt: Buffer
  /** The scoped PDU; encrypted if `isEncrypted`. */
  content: Buffer
}

/** @throws Error for anything else than a message of the user-based security model */
export function readSecuredMessage(message: Buffer): SecuredMessage {
  const reader = createBerReader(message)
  reader.readSequence(sequence)
  reader.readInt() // msgVersion
  const header = createBerReader(bytesOf(reader, sequence))
  const id = wholeNumber(header)
  wholeNumber(header) // msgMaxSize
  const [flags = 0] = bytesOf(header, OctetString)
  if (wholeNumber(header) !== userSecurityModel) throw new Error('another security model')
  const parameters = createBerReader(bytesOf(reader, OctetString))
  parameters.readSequence(sequence)
  const engineId = bytesOf(parameters, OctetString)
  const [boots, time] = [wholeNumber(parameters), wholeNumber(parameters)]
  const user = bytesOf(parameters, OctetString)
  const digest = bytesOf(parameters, OctetString)
  const salt = bytesOf(parameters, OctetString)
  const isEncrypted = (flags & 2) !== 0
  const at = reader.offset
  const encrypted = bytesOf(reader, isEncrypted ? OctetString : sequence)
  return {
    id,
    isAuthenticated: (flags & 1) !== 0,
    isEncrypted,
    isReportable: (flags & 4) !== 0,
    ...{ engineId, boots, time, user, digest, salt },
    content: isEncrypted ? encrypted : message.subarray(at, reader.offset),
  }
}

function bytesOf(reader: asn1.BerReader, tag: number): Buffer {
  const bytes = reader.readString(tag, true)
  if (bytes === null) throw new Error('the message is cut')
  return bytes
}

function wholeNumber(reader: asn1.BerReader): number {
  const value = reader.readInt()
  if (value === null || value < 0) throw new Error('a number is missing or negative')
  return value
}

/** Returns the message with a digest of zeros, or of the bytes of `digest`. */
export function writeSecuredMessage(message: SecuredMessage): Buffer {
  const { id, isAuthenticated, isEncrypted, isReportable, engineId, boots, time, user, digest, salt, content } = message
  const flags = (isAuthenticated ? 1 : 0) | (isEncrypted ? 2 : 0) | (isReportable ? 4 : 0)
  return value(
    sequence,
    integer(3),
    value(
      sequence,
      integer(id),
      integer(maxBytes),
      value(OctetString, Buffer.from([flags])),
      integer(userSecurityModel),
    ),
    value(
      OctetString,
      value(
        sequence,
        value(OctetString, engineId),
        integer(boots),
        integer(time),
        ...[user, digest, salt].map((bytes) => value(OctetString, bytes)),
      ),
    ),
    isEncrypted ? value(OctetString, content) : content,
  )
}

/** `usmStats` (RFC 3414, section 5), and the tag of a report. */
const usmStats = [0x2b, 6, 1, 6, 3, 15, 1, 1]
const reportTag = 0xa8
const counterTag = 0x41

/** Returns the scoped PDU of a report of a counter of `usmStats`. */
export function writeReport(engineId: Buffer, counter: number, count: number): Buffer {
  const oid = value(asn1.Ber.OID, Buffer.from([...usmStats, counter, 0]))
  const binding = value(sequence, oid, integer(count, counterTag))
  const pdu = value(reportTag, integer(0), integer(0), integer(0), value(sequence, binding))
  return value(sequence, value(OctetString, engineId), value(OctetString), pdu)
}

function value(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** @param number from 0 to 2^31 - 1 */
function integer(number: number, tag: number = asn1.Ber.Integer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  let first = 0
  while (first < 3 && bytes[first] === 0 && (bytes[first + 1] ?? 0) < 0x80) first += 1
  return value(tag, bytes.subarray(first))
}
