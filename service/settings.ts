import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import { EnvironmentReader, type Socket, urlHost } from './environment-reader.ts'
import { hasPasswordLength, passwordLength } from './domain/inventory/passwords/password-length.ts'
import { parseMasterKey } from './keys/load-master-key.ts'
import type { LockSettings } from './objects/object-locks.ts'
import type { S3Settings } from './objects/s3-settings.ts'
import { StartupError } from './store/startup-error.ts'

/** The settings in force, read once at start. */
export interface Settings {
  host: string
  port: number
  baseUrl: string
  /** PEM files. If set, the service serves TLS and reloads the files when they change. */
  tls: TlsFiles | null
  trustProxy: false | string
  /** Origins whose pages may use the API from a browser. */
  corsOrigins: string[]
  /** Whether the API description and reference need no token. */
  openReference: boolean
  /** Whether metrics have a series with the facts of each device. */
  metricsFacts: boolean
  /** Number of devices that have metrics of their own; 0: none. */
  metricsDevices: number
  /** Processes of this replica that serve the API. With 1, the main process serves it. */
  processes: number
  /** Limit of connections to this replica, over all addresses. */
  maxConnections: number
  /** Limit of one actor across all replicas; 0: unlimited. */
  requestsPerMinute: number
  dataDirectory: string
  database: { url: string; ownerUrl: string; listenUrl: string } | 'embedded'
  objectStore: S3Settings | 'disk'
  masterKey: string | null
  admin: { email: string; password: string | null }
  localAgent: boolean
  /** Number of local agents of all customers; the first one, of the customer `default`, counts too. */
  maxLocalAgents: number
  /** Whether imports and webhooks may connect to addresses of private networks. */
  importAllowPrivate: boolean
  /** Addresses on the service's computer or in private networks that imports and webhooks may connect to. */
  outgoingAllow: Socket[]
  timeZone: string
  scheduleJitterMinutes: number
  integrityDays: number
  /** Days within which a version of each lineage is read back as a restore would. */
  restoreCheckDays: number
  /** Number of nightly database dumps to store; 0: no dumps. */
  dumpKeep: number
  /** Days for which wrapped keys of a former master key remain in the object store; 0: until a command removes them. */
  formerKeysDays: number
  sessionTtlMinutes: number
  /** A file that the command breached-passwords wrote; null: new passwords are not compared with breaches. */
  breachedPasswords: string | null
  meraki: MerakiSettings
  /** Null: no traces are sent. */
  traces: TraceSettings | null
  logLevel: string
  limits: Limits
  /** Variables with the prefix of a setting that match no setting, such as misspelt ones. */
  ignored: string[]
}

/** Files of the service's certificate chain and private key. */
export interface TlsFiles {
  certFile: string
  keyFile: string
}

/** Connection settings of the cloud of netco_meraki. */
export interface MerakiSettings {
  /** Base URL for networks that specify no region. */
  url: string
  /** Additional hosts, `host` or `host:port`, that the cloud's responses may refer to. */
  hosts: string[]
  /** Limit of one organisation, across all replicas. */
  callsPerSecond: number
  /** Trusted authorities in PEM, in addition to the system's. */
  authorities: string[]
}

/** A collector of traces that accepts OTLP over HTTP. */
export interface TraceSettings {
  url: string
  headers: Record<string, string>
  /** Percentage of the runs whose traces are sent. */
  percent: number
}

/** Limits of the contract, in bytes and lines. */
export interface Limits {
  filePreviewBytes: number
  diffFileBytes: number
  diffLines: number
  archiveBytes: number
}

/**
 * Reads the settings from the environment; no other code does. Secrets may be set as `…_FILE`. They are removed from
 * the environment, so that no child process inherits them.
 * @throws StartupError with the variable, the actual value (never a secret) and the expected one
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const read = new EnvironmentReader(environment)
  const host = read.host('BKP_HOST', '127.0.0.1')
  const port = read.whole('BKP_PORT', 8080, 0, 65_535)
  const database = databaseOf(read)
  const tls = tlsOf(read)
  const settings = {
    host,
    port,
    baseUrl: read.address('BKP_BASE_URL', `${tls ? 'https' : 'http'}://${urlHost(host)}:${port}`),
    tls,
    trustProxy: read.proxies('BKP_TRUST_PROXY'),
    corsOrigins: read.origins('BKP_CORS_ORIGINS'),
    openReference: read.flag('BKP_OPEN_REFERENCE', false),
    metricsFacts: read.flag('BKP_METRICS_FACTS', false),
    metricsDevices: read.whole('BKP_METRICS_DEVICES', 0, 0, 100_000),
    requestsPerMinute: read.whole('BKP_REQUESTS_PER_MINUTE', 6_000, 0),
    processes: read.whole('BKP_PROCESSES', defaultProcesses(availableParallelism(), totalmem()), 1, 64),
    maxConnections: read.whole('BKP_MAX_CONNECTIONS', 10_000, 100),
    dataDirectory: path.resolve(read.text('BKP_DATA_DIR', './data')),
    database,
    objectStore: objectStoreOf(read),
    masterKey: masterKeyOf(read),
    admin: { email: read.email('BKP_ADMIN_EMAIL', 'admin@localhost'), password: adminPasswordOf(read) },
    localAgent: read.flag('BKP_LOCAL_AGENT', database === 'embedded'),
    maxLocalAgents: read.whole('BKP_MAX_LOCAL_AGENTS', 5, 1, 100),
    importAllowPrivate: read.flag('BKP_IMPORT_ALLOW_PRIVATE', database === 'embedded' && isThisMachine(host)),
    outgoingAllow: read.sockets('BKP_OUTGOING_ALLOW'),
    timeZone: read.timeZone('BKP_TIMEZONE', 'UTC'),
    scheduleJitterMinutes: read.whole('BKP_SCHEDULE_JITTER_MINUTES', 10, 0, 60),
    integrityDays: read.whole('BKP_INTEGRITY_DAYS', 30, 1, 3650),
    restoreCheckDays: read.whole('BKP_RESTORE_CHECK_DAYS', 30, 1, 3650),
    dumpKeep: read.whole('BKP_DUMP_KEEP', 7, 0, 3650),
    formerKeysDays: read.whole('BKP_FORMER_KEYS_DAYS', 30, 0, 3650),
    sessionTtlMinutes: read.whole('BKP_SESSION_TTL_MINUTES', 480, 1, 525_600),
    breachedPasswords: read.text('BKP_BREACHED_PASSWORDS', '') || null,
    meraki: {
      url: read.secureAddress('BKP_MERAKI_URL', merakiUrl),
      hosts: read.hosts('BKP_MERAKI_HOSTS'),
      callsPerSecond: read.whole('BKP_MERAKI_CALLS_PER_SECOND', 5, 1, 10),
      authorities: read.certificates('BKP_MERAKI_CA_FILE'),
    },
    traces: tracesOf(read),
    logLevel: read.choice('BKP_LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    limits: {
      filePreviewBytes: read.whole('BKP_MAX_FILE_PREVIEW_BYTES', 2 * 1024 ** 2, 1),
      diffFileBytes: read.whole('BKP_MAX_DIFF_FILE_BYTES', 5 * 1024 ** 2, 1),
      diffLines: read.whole('BKP_MAX_DIFF_LINES', 5_000, 1),
      archiveBytes: read.whole('BKP_MAX_ARCHIVE_BYTES', 2 * 1024 ** 3, 1),
    },
  }
  return { ...settings, ignored: read.ignored(readElsewhere) }
}

/**
 * Memory for each HTTP process. A process uses about 300 MB when idle and 750 MB under load; PostgreSQL needs as much
 * again.
 */
const bytesOfProcess = 1.5 * 1024 ** 3

/** Returns one process for each core, limited by memory and to eight: more would get too few connections each. */
export function defaultProcesses(cores: number, memoryBytes: number): number {
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / bytesOfProcess), 8))
}

/** Returns whether a service that listens on this host is reachable only from its own computer. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Returns the default settings for the same database and the same network address. */
export function defaultsBeside({ host, port, tls, database }: Settings): Settings {
  return readSettings({
    BKP_HOST: host,
    BKP_PORT: String(port),
    ...(tls && { BKP_TLS_CERT_FILE: tls.certFile, BKP_TLS_KEY_FILE: tls.keyFile }),
    ...(database !== 'embedded' && { BKP_DATABASE_URL: database.url }),
  })
}

/** The vendor's cloud for all regions except Canada, China, India and the US government. */
const merakiUrl = 'https://api.meraki.com/api/v1'

function tlsOf(read: EnvironmentReader): TlsFiles | null {
  const certFile = read.text('BKP_TLS_CERT_FILE', '')
  const keyFile = read.text('BKP_TLS_KEY_FILE', '')
  if (certFile && keyFile) return { certFile: path.resolve(certFile), keyFile: path.resolve(keyFile) }
  if (!certFile && !keyFile) return null
  const [given, absent] = ['BKP_TLS_CERT_FILE', 'BKP_TLS_KEY_FILE'] as const
  throw new StartupError(
    'setting_requires',
    certFile ? { variable: given, required: absent } : { variable: absent, required: given },
  )
}

function tracesOf(read: EnvironmentReader): TraceSettings | null {
  const headers = read.headers('BKP_TRACES_HEADERS')
  const percent = read.whole('BKP_TRACES_PERCENT', 100, 1, 100)
  if (read.isGiven('BKP_TRACES_URL')) return { url: read.address('BKP_TRACES_URL', ''), headers, percent }
  if (Object.keys(headers).length === 0) return null
  throw new StartupError('setting_requires', { variable: 'BKP_TRACES_HEADERS', required: 'BKP_TRACES_URL' })
}

function masterKeyOf(read: EnvironmentReader): string | null {
  const given = read.secret('BKP_MASTER_KEY')
  if (given !== null) parseMasterKey(given, 'BKP_MASTER_KEY')
  return given
}

/** Returns the initial administrator's password. The length rules are those of every password. */
function adminPasswordOf(read: EnvironmentReader): string | null {
  const given = read.secret('BKP_ADMIN_PASSWORD')
  if (given === null || hasPasswordLength(given)) return given
  throw new StartupError('admin_password_length', { length: [...given].length, ...passwordLength })
}

function databaseOf(read: EnvironmentReader): Settings['database'] {
  const url = databaseUrl(read, 'BKP_DATABASE_URL')
  const ownerUrl = databaseUrl(read, 'BKP_DATABASE_OWNER_URL')
  const listenUrl = databaseUrl(read, 'BKP_DATABASE_LISTEN_URL')
  if (url) return { url, ownerUrl: ownerUrl ?? url, listenUrl: listenUrl ?? url }
  if (ownerUrl || listenUrl) {
    const variable = ownerUrl ? 'BKP_DATABASE_OWNER_URL' : 'BKP_DATABASE_LISTEN_URL'
    throw new StartupError('setting_requires', { variable, required: 'BKP_DATABASE_URL' })
  }
  return 'embedded'
}

function databaseUrl(read: EnvironmentReader, name: string): string | null {
  const url = read.secret(name)
  const isAddress = url !== null && /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')
  if (url === null || isAddress) return url
  throw new StartupError('database_url_invalid', { variable: name })
}

const s3Names = [
  'ENDPOINT',
  'PUBLIC_ENDPOINT',
  'REGION',
  'BUCKET',
  'ACCESS_KEY_ID',
  'SECRET_ACCESS_KEY',
  'FORCE_PATH_STYLE',
].map((name) => `BKP_S3_${name}`)

/** Variables of this environment that other programs or commands read. */
const readElsewhere = [
  ...s3Names.flatMap((name) => [name, `${name}_FILE`]),
  'BKP_NEW_MASTER_KEY_FILE',
  ...['URL', 'TOKEN_FILE', 'STATE_DIR', 'CONCURRENCY', 'CA_FILE'].map((name) => `BKP_AGENT_${name}`),
]

function objectStoreOf(read: EnvironmentReader): Settings['objectStore'] {
  const given = s3Names.find((name) => read.isGiven(name))
  const objectLock = objectLockOf(read)
  if (!given && objectLock) {
    throw new StartupError('object_lock_without_bucket', { mode: objectLock.mode })
  }
  if (!given) return 'disk'
  const needed = (name: string, value: string | null) => {
    if (value) return value
    throw new StartupError('setting_requires', { variable: given, required: name })
  }
  const bucket = needed('BKP_S3_BUCKET', read.text('BKP_S3_BUCKET', ''))
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/.test(bucket)) {
    throw new StartupError('setting_invalid', { variable: 'BKP_S3_BUCKET', given: bucket, expected: 'bucket' })
  }
  const region = read.text('BKP_S3_REGION', 'us-east-1')
  const isAmazon = !read.isGiven('BKP_S3_ENDPOINT')
  const endpoint = read.address('BKP_S3_ENDPOINT', `https://s3.${region}.amazonaws.com`)
  return {
    endpoint,
    publicEndpoint: read.address('BKP_S3_PUBLIC_ENDPOINT', endpoint),
    region,
    bucket,
    accessKeyId: needed('BKP_S3_ACCESS_KEY_ID', read.secret('BKP_S3_ACCESS_KEY_ID')),
    secretAccessKey: needed('BKP_S3_SECRET_ACCESS_KEY', read.secret('BKP_S3_SECRET_ACCESS_KEY')),
    forcePathStyle: read.flag('BKP_S3_FORCE_PATH_STYLE', !isAmazon),
    objectLock,
  }
}

function objectLockOf(read: EnvironmentReader): LockSettings | null {
  const mode = read.choice('BKP_S3_OBJECT_LOCK', 'off', ['off', 'governance', 'compliance'])
  const days = read.whole('BKP_S3_OBJECT_LOCK_DAYS', 30, 1, 3650)
  return mode === 'governance' || mode === 'compliance' ? { mode, days } : null
}
