import { violatedConstraint } from '../../store/violated-constraint.ts'
import type { DomainError } from './domain-error.ts'

/**
 * Awaits a write and returns its result.
 * @param duplicate returns the error for the name of the unique constraint that the write violates
 */
export async function rejectDuplicate<T>(
  writing: Promise<T>,
  duplicate: (constraint: string) => DomainError,
): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const violated = violatedConstraint(error)
    throw violated?.kind === 'unique' ? duplicate(violated.name) : error
  }
}
