import { DomainError } from './domain-error.ts'

/** Returns `busy`: the service is overloaded, and a retry after a few seconds may succeed. */
export function serviceBusy(): DomainError {
  return new DomainError('busy', {}, { retry_after_seconds: 5 })
}
