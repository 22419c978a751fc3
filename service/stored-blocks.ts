/** Longest payload of a stored block. */
const payloadMax = 0xffff

/** Returns bytes as non-final deflate blocks (RFC 1951, 3.2.4) without compression: heads and payloads in turn. */
export function storedBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = []
  for (let from = 0; from < bytes.length; from += payloadMax) {
    const payload = bytes.subarray(from, from + payloadMax)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(payload.length, 1)
    head.writeUInt16LE(0xffff - payload.length, 3)
    blocks.push(head, payload)
  }
  return blocks
}
