import type { MessageGroup } from '../parameters.ts'

/** Why a request to the object store failed, or its answer was not used. Each is a part of a sentence. */
export const objectStore = {
  object_locked: { key: 'text', until: 'instant' },
  store_answer_unusable: { problem: 'word' },
  store_answered_error: { status: 'count', store_code: 'text', cause: 'word' },
  store_bucket_unversioned: {},
  store_certificate_untrusted: { error: 'text' },
  store_clock_differs: {},
  store_connection_lost: {},
  store_connection_refused: {},
  store_default_retention: { mode: 'word' },
  store_disk_failed: { error: 'text' },
  store_lock_not_permitted: { mode: 'word' },
  store_lock_unavailable: { mode: 'word' },
  store_lock_unversioned: { mode: 'word' },
  store_name_unresolved: {},
  store_objects_unreadable: { object: 'text' },
  store_operation_failed: { operation: 'word', reason: 'message' },
  store_packs_not_listed: { prefix: 'text' },
  store_request_failed: { error: 'text' },
  store_timed_out: {},
  store_versions_remain: { versions: 'count' },
} as const satisfies MessageGroup
