/**
 * Frees the memory of bytes at once. Otherwise it waits for V8 to collect the whole heap, which V8 does the more often,
 * the more memory waits. Nothing may read the ArrayBuffer of the bytes afterwards. Ignores Node's shared pool.
 */
export function freeBytes({ buffer, length }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return
  const isPool = buffer.byteLength === Buffer.poolSize && length < buffer.byteLength
  if (!isPool) buffer.transfer(0)
}
