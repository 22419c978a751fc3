/**
 * Returns the lines without trailing whitespace, and with one space for each other run of whitespace. The number of
 * lines does not change.
 */
export function squeezeWhitespace(text: Uint8Array): Uint8Array {
  const squeezed = new Uint8Array(text.length)
  let length = 0
  let isBlankDue = false
  let isLineBegun = false
  for (const byte of text) {
    if (byte === newline) {
      squeezed[length++] = byte
      isBlankDue = false
      isLineBegun = false
    } else if (byte === space || byte === tab || byte === carriageReturn) {
      isBlankDue = isLineBegun
    } else {
      if (isBlankDue) squeezed[length++] = space
      squeezed[length++] = byte
      isBlankDue = false
      isLineBegun = true
    }
  }
  return squeezed.subarray(0, length)
}

const [newline, space, tab, carriageReturn] = [0x0a, 0x20, 0x09, 0x0d]
