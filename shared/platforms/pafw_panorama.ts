import { panosApi } from './panos-api.ts'
import { panosNormalisation } from './panos-layout.ts'
import { commonOptions, platform } from './platform.ts'
import { panosSecrets } from './vendor-secrets.ts'
import { panosChanges } from './panos-changes.ts'

const keys = ['running-config', 'candidate-config'] as const

/** Palo Alto Networks Panorama. Captures: test/fixtures/pafw_panorama/. */
export const pafwPanorama = platform({
  id: 'pafw_panorama',
  name: 'Palo Alto Panorama',
  vendor: 'Palo Alto Networks',
  transports: ['api'],
  preferred: 'api',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api'] },
    'candidate-config': { kind: 'text', transports: ['api'] },
  },
  changes: panosChanges,
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  api: panosApi('panorama'),

  secrets: panosSecrets,
  outline: 'indent',
  normalise: panosNormalisation,
})
