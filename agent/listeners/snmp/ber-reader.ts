import asn1 from 'asn1'

/** Returns a reader that throws for a negative length: it would move back, and read the same bytes for ever. */
export function createBerReader(bytes: Buffer): asn1.BerReader {
  const reader = new asn1.BerReader(bytes)
  const readLength = reader.readLength.bind(reader)
  reader.readLength = (offset) => {
    const next = readLength(offset)
    if (reader.length < 0) throw new Error('a length is negative')
    return next
  }
  return reader
}
