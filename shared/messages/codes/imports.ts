import type { MessageGroup } from '../parameters.ts'

/** Warnings of an import. The code of the API is the one here without `import_`. */
export const imports = {
  import_agent_not_found: { agent: 'text', effect: 'word' },
  import_agents_not_enrolled: { agents: 'texts' },
  import_agents_not_permitted: { count: 'count', permission: 'text' },
  import_column_unknown: { column: 'text', hint: 'word' },
  import_columns_unknown: { count: 'count' },
  import_credential_not_found: { credential: 'text', effect: 'word' },
  import_credentials_not_permitted: { count: 'count', permission: 'text' },
  import_credentials_without_secrets: { credentials: 'texts' },
  import_field_unknown: { field: 'text', of: 'word', count: 'count' },
  import_lines_of_other_customers: { count: 'count' },
  import_netbox_inactive: { count: 'count', states: 'texts' },
  import_netbox_without_address: {},
  import_netbox_without_platform: {},
  import_no_agent: {},
  import_other_customer: { from: 'text', to: 'text' },
  import_platform_unknown: { platform: 'text' },
  import_sections_of_other_customers: { count: 'count' },
  import_setting_not_permitted: { setting: 'text', permission: 'text' },
  import_setting_rejected: { setting: 'text', reasons: 'messages' },
  import_settings_kept: { settings: 'texts' },
  import_unscheduled: { count: 'count' },
} as const satisfies MessageGroup
