import asn1 from 'asn1'
import { createBerReader } from './ber-reader.ts'

/** An SNMP notification. */
export interface Trap {
  oid: string
  /** The answer that an inform request requires, which is sent back to its sender. */
  response?: Buffer
}

/** Tags of the messages (RFC 1157, section 4.1.6; RFC 3416, section 3). */
const tags = { response: 0xa2, trapOfVersion1: 0xa4, inform: 0xa6, trap: 0xa7 }

/** snmpTrapOID.0 (RFC 3418, section 2). */
const trapOidName = '1.3.6.1.6.3.1.1.4.1.0'

/** The standard notifications; generic trap `n` of SNMPv1 is the last number minus one (RFC 3584, section 3.1). */
const standardTraps = '1.3.6.1.6.3.1.1.5'

/** `generic-trap` of a notification that the vendor defines. */
const enterpriseSpecific = 6

/** Returns whether a message is of SNMPv3. @throws Error for a message of another protocol */
export function isVersion3(message: Buffer): boolean {
  const reader = createBerReader(message)
  reader.readSequence()
  return reader.readInt() === 3
}

/**
 * Reads a notification of SNMPv1 or SNMPv2c. The community is not verified: a notification only triggers a backup.
 * @returns null for any other message
 * @throws Error for a message of another protocol
 */
export function readTrap(message: Buffer): Trap | null {
  const reader = createBerReader(message)
  reader.readSequence()
  reader.readInt() // version
  reader.readString(asn1.Ber.OctetString, true) // community
  return readWithResponse(message, reader)
}

/**
 * Reads the scoped PDU of SNMPv3 (RFC 3412, section 6.8). The response of an inform is the scoped PDU of the answer.
 * @returns null for a PDU that is no notification
 * @throws Error for other bytes
 */
export function readScopedTrap(scoped: Buffer): Trap | null {
  const reader = createBerReader(scoped)
  reader.readSequence(asn1.Ber.Sequence | asn1.Ber.Constructor)
  const end = reader.offset + reader.length // padding of a cipher may follow
  const contextEngineId = reader.readString(asn1.Ber.OctetString, true)
  const contextName = reader.readString(asn1.Ber.OctetString, true)
  const isPdu = ((reader.peek() ?? 0) & 0xf0) === 0xa0
  if (end > scoped.length || !contextEngineId || !contextName || !isPdu) throw new Error('the bytes are no PDU')
  return readWithResponse(scoped.subarray(0, end), reader)
}

/** The answer to an inform is the same PDU with another tag (RFC 3416, section 4.2.7). */
function readWithResponse(message: Buffer, reader: asn1.BerReader): Trap | null {
  const at = reader.offset
  const trap = readPdu(reader)
  if (!trap || message[at] !== tags.inform) return trap
  const response = Buffer.from(message)
  response[at] = tags.response
  return { ...trap, response }
}

function readPdu(reader: asn1.BerReader): Trap | null {
  const tag = reader.peek()
  if (tag === null) return null
  reader.readSequence(tag)
  if (tag === tags.trapOfVersion1) {
    const enterprise = reader.readOID()
    skip(reader) // agent-addr
    const [generic, specific] = [reader.readInt(), reader.readInt()]
    if (generic === null || specific === null) return null
    return {
      oid: generic === enterpriseSpecific ? `${enterprise}.0.${specific}` : `${standardTraps}.${generic + 1}`,
    }
  }
  if (tag !== tags.trap && tag !== tags.inform) return null
  for (let field = 0; field < 3; field++) reader.readInt() // request-id, error-status, error-index
  reader.readSequence()
  const end = reader.offset + reader.length
  while (reader.offset < end) {
    const at = reader.offset
    reader.readSequence()
    if (reader.readOID() === trapOidName) return oidOf(reader)
    skip(reader)
    if (reader.offset <= at) return null
  }
  return null
}

function oidOf(reader: asn1.BerReader): Trap | null {
  const oid = reader.readOID()
  return oid === null ? null : { oid }
}

/** Skips a value of any type. */
function skip(reader: asn1.BerReader): void {
  reader.readString(reader.peek() ?? 0, true)
}
