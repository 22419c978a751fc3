import { createHash } from 'node:crypto'

/**
 * Returns the engine id of an agent as a receiver of SNMP notifications. It is the same after each start. Cisco accepts at
 * most 12 octets: an enterprise number (that of documentation, RFC 5612), the format 5 (octets), and seven octets
 * (RFC 3411, section 5).
 */
export function snmpEngineId(agentId: string): Buffer {
  const octets = createHash('sha256').update(agentId).digest().subarray(0, 7)
  return Buffer.concat([Buffer.from('80007ed905', 'hex'), octets])
}
