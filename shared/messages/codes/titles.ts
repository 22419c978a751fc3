import type { MessageGroup } from '../parameters.ts'

/** The titles of problems (RFC 9457), one for each status. */
export const titles = {
  title_invalid_request: {},
  title_not_authenticated: {},
  title_not_allowed: {},
  title_not_found: {},
  title_method_not_allowed: {},
  title_conflict: {},
  title_precondition_failed: {},
  title_too_large: {},
  title_unsupported_type: {},
  title_invalid_value: {},
  title_too_many_requests: {},
  title_internal_error: {},
  title_unavailable: {},
} as const satisfies MessageGroup
