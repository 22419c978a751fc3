import { DomainError } from './domain-error.ts'

/** Returns a 503: the service is overloaded, and a repeat in a few seconds may succeed. */
export function serviceBusy(): DomainError {
  return new DomainError('busy', {}, { retry_after_seconds: 5 })
}
