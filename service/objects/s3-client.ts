import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from './s3-settings.ts'

/** How long a store may take, in milliseconds: to take a connection, between two signs of life, with one request in all. */
export interface S3RetryOptions {
  connectMs: number
  idleMs: number
  totalMs: number
}

export const s3Timeouts: S3RetryOptions = { connectMs: 5_000, idleMs: 30_000, totalMs: 300_000 }

/**
 * A client for one address of the store. Everything it could look for elsewhere is given here: the environment, the
 * account's files and the machine's metadata service have no say in where backups go or with whose rights.
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
    // bodies with trailing checksums are stored wrong by some stores and refused by others
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
