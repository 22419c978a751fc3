import { merakiPartial } from './meraki-document.ts'
import { merakiEndpoints } from './meraki-endpoints.ts'
import { commonOptions, platform } from './platform.ts'
import { merakiSecrets } from './vendor-secrets.ts'

const keys = ['network', 'appliance', 'wireless', 'switch'] as const

/**
 * A network of the Meraki Dashboard, API v1. One device is one network. The service reads it without an agent. Tests:
 * test/fixtures/netco_meraki/.
 */
export const netcoMeraki = platform({
  id: 'netco_meraki',
  name: 'Cisco Meraki network',
  vendor: 'Cisco',
  transports: ['api'],
  preferred: 'api',
  reachedBy: 'service',
  artifacts: {
    network: { kind: 'text', transports: ['api'] },
    appliance: { kind: 'text', transports: ['api'] },
    wireless: { kind: 'text', transports: ['api'] },
    switch: { kind: 'text', transports: ['api'] },
  },
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['netco_network_id'],
    properties: {
      ...commonOptions(keys),
      netco_network_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'the network to back up' },
      netco_org_id: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: "the network's organisation; its calls are counted together",
      },
      netco_region: {
        type: 'string',
        enum: ['global', 'canada', 'china', 'india', 'us_government'],
        description: "the vendor's cloud that the network is in, when not the platform's setting",
      },
    },
  },

  api: {
    driver: 'netco_meraki',
    port: 443,
    endpoints: merakiEndpoints,
    limits: { idleMs: 60_000, totalMs: 120_000, maxBytes: 64 * 1024 * 1024, busyMs: 60_000, retryMs: 1_000 },
  },

  partial: merakiPartial,
  secrets: merakiSecrets,
  outline: 'indent',
  normalise: {
    revision: 2,
    rules: [
      // why a feature is absent, in varying words: in `absent`, whose members have the depth of a response's
      { member: /^ {6}"errors": / },
      // live values of devices, in /devices/*, /networks/*/devices and floor plans
      { artifacts: ['network'], volatile: /^ +"(?:lanIp|wan1Ip|wan2Ip|publicIp|firmware|usageInBytes)": (.*?),?$/ },
      { artifacts: ['network'], member: /^ +"details": / },
      // firmware that the vendor offers, and the times of upgrades
      { artifacts: ['network'], member: /^ +"(?:availableVersions|lastUpgrade)": / },
      { artifacts: ['network'], volatile: /^ +"time": ("\d{4}-\d\d-\d\dT[\d:.]+Z"),?$/ },
      // URLs that are signed at each read
      { artifacts: ['network'], volatile: /^ +"(?:imageUrl|imageUrlExpiresAt|imageExtension)": (.*?),?$/ },
      // the dashboard's page, which changes with the shard
      { volatile: /^ +"url": ("https:\/\/[\w-]+\.(?:meraki\.(?:com|ca|cn|in)|gov-meraki\.com)\/.*\/manage\/.*"),?$/ },
      { volatile: /^ +"(?:updatedAt|updated_at|configurationUpdatedAt|generation)": (.*?),?$/ },
    ],
  },
})

/** API addresses of the vendor's clouds. A key of one is not valid in another. */
export const merakiRegions: Readonly<Record<string, string>> = {
  global: 'https://api.meraki.com/api/v1',
  canada: 'https://api.meraki.ca/api/v1',
  china: 'https://api.meraki.cn/api/v1',
  india: 'https://api.meraki.in/api/v1',
  us_government: 'https://api.gov-meraki.com/api/v1',
}

/** The vendor's domains, to whose hosts a response may redirect a request. */
export const merakiDomains = ['meraki.com', 'meraki.ca', 'meraki.cn', 'meraki.in', 'gov-meraki.com'] as const
