/**
 * Removes the signature of a Windows program: one that no longer matches is worse than none (Microsoft, PE Format: the
 * certificate table is the fifth data directory, at the end of the file).
 * @throws Error for another file format
 */
export function unsignPe(program: Buffer): Buffer {
  const header = program.readUInt32LE(0x3c)
  const isPe32Plus =
    program.toString('latin1', header, header + 4) === 'PE\0\0' && program.readUInt16LE(header + 24) === 0x20b
  if (!isPe32Plus) throw new Error('not a program for Windows of 64 bit')
  const directory = header + 24 + 112 + 4 * 8
  const [offset, size] = [program.readUInt32LE(directory), program.readUInt32LE(directory + 4)]
  if (size === 0) return program
  if (offset + size !== program.length) throw new Error('its signature is not at its end')
  const unsigned = Buffer.from(program.subarray(0, offset))
  unsigned.fill(0, directory, directory + 8)
  return unsigned
}
