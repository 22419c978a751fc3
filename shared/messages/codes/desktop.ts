import type { MessageGroup } from '../parameters.ts'

/** Why the desktop app did not do what its console asked. */
export const desktop = {
  desktop_address_has_login: {},
  desktop_address_has_path: { origin: 'text' },
  desktop_address_invalid: {},
  desktop_bundled_only: {},
  desktop_bundled_service_fixed: {},
  desktop_certificate_differs: {},
  desktop_click_required: {},
  desktop_connection_missing: {},
  desktop_connection_name_missing: {},
  desktop_connection_name_taken: { name: 'text' },
  desktop_connection_shown: {},
  desktop_folder_occupied: { folder: 'text' },
  desktop_folder_relative: { folder: 'text' },
  desktop_folder_unwritable: { folder: 'text', reason: 'text' },
  desktop_link_not_https: {},
  desktop_request_failed: { request: 'text' },
  desktop_request_rejected: { request: 'text', reason: 'word' },
  desktop_service_running: {},
  desktop_update_address_invalid: {},
} as const satisfies MessageGroup
