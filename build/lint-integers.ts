import type { OperationFault } from './lint-operations.ts'

const largest = 2 ** 31 - 1

/** Fields that contain bytes or unbounded numbers. */
const wide = /bytes|^size$|^stored$|^collected$|^unique$|^growth_per_day$|^seq$|^sequence$/

/**
 * Finds integers that may exceed 32 bits and lack `int64`: generators of Go, Java and C# use 32 bits without a format.
 */
export function lintIntegers(document: unknown): OperationFault[] {
  return faultsIn(document, [])
}

function faultsIn(node: unknown, place: string[]): OperationFault[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([name, child]) => faultsIn(child, [...place, name]))
  return isTooNarrow(node, place) ? [{ operation: place.join('/'), message: 'needs format: int64' }, ...below] : below
}

function isTooNarrow(node: object, place: string[]): boolean {
  const schema = node as { type?: unknown; format?: unknown; maximum?: unknown }
  if (![schema.type].flat().includes('integer') || schema.format === 'int64') return false
  if (typeof schema.maximum === 'number') return schema.maximum > largest
  return wide.test(place.at(-1) ?? '')
}
