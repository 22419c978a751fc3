/** Returns the creation time in a UUIDv7 (RFC 9562 §5.7), by its creator's clock; null for other text. */
export function uuidCreationTime(id: string): Date | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null
  return new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
