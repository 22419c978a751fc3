import { Refusal } from '../domain/refusal.ts'

/** 415: a body of a type, an encoding or a set of characters that is not read here. */
export function unsupportedType(detail: string): Refusal {
  return new Refusal(415, 'Unsupported type', detail)
}
