import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'

/** Timeouts in milliseconds: to connect, between two signs of activity, and for a whole request. */
export interface S3RetryOptions {
  connectMs: number
  idleMs: number
  totalMs: number
}

export const s3Timeouts: S3RetryOptions = { connectMs: 5_000, idleMs: 30_000, totalMs: 300_000 }

/**
 * Creates a client for one address of the store. All settings are explicit: the environment, the account's files and
 * the machine's metadata service do not affect destination or credentials.
 */
export function createS3Client(settings: S3Settings, endpoint: string, timeouts: S3RetryOptions): S3Client {
  const { region, accessKeyId, secretAccessKey, forcePathStyle } = settings
  const agent = { keepAlive: true, maxSockets: 64 }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      socketTimeout: timeouts.idleMs,
      httpAgent: agent,
      httpsAgent: agent,
      logger: silent,
    },
    logger: silent,
    // some stores reject bodies with trailing checksums or store them incorrectly
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard',
    authSchemePreference: ['sigv4'],
    sigv4aSigningRegionSet: [region],
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: 'coffer',
  })
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }
