import type { MessageGroup } from '../parameters.ts'

/** Why a device has no artifact of a kind, or a scan left out an organisation. */
export const collection = {
  artifact_empty: {},
  artifact_not_on_device: { seen: 'text' },
  artifact_not_of_network: { artifact: 'text', products: 'texts' },
  artifact_not_of_vsys: {},
  organisation_api_disabled: {},
  organisation_networks_denied: { status: 'count' },
  organisation_not_visible: {},
} as const satisfies MessageGroup
