import fs from 'node:fs'
import path from 'node:path'
import type { S3Settings } from './objects/s3-settings.ts'
import { CannotStart } from './store/cannot-start.ts'

/** What is in force, read once at the start. */
export interface Settings {
  host: string
  port: number
  baseUrl: string
  trustProxy: boolean | number | string
  dataDirectory: string
  database: { url: string; ownerUrl: string; listenUrl: string } | 'embedded'
  objectStore: S3Settings | 'disk'
  masterKey: string | null
  admin: { email: string; password: string | null }
  localAgent: boolean
  timeZone: string
  scheduleJitterMinutes: number
  integrityDays: number
  /** How many nightly dumps of the database are kept in the object store; 0: none is made. */
  dumpKeep: number
  sessionTtlMinutes: number
  logLevel: string
  limits: Limits
}

/** The contract's limits, in bytes and lines. */
export interface Limits {
  filePreviewBytes: number
  diffFileBytes: number
  diffLines: number
  archiveBytes: number
}

type Environment = Record<string, string | undefined>

/**
 * Reads the environment; the only place that does. A secret is taken out of it, so that no child inherits it, and may be
 * given as `…_FILE`.
 * @throws CannotStart in one line: the variable, what was given (never a secret), what is expected
 */
export function readSettings(environment: Environment): Settings {
  const read = reader(environment)
  const host = read.text('BKP_HOST', '127.0.0.1')
  const port = read.whole('BKP_PORT', 8080, 0, 65_535)
  const database = databaseOf(read)
  return {
    host,
    port,
    baseUrl: read.address('BKP_BASE_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    trustProxy: trustOf(read.text('BKP_TRUST_PROXY', 'false')),
    dataDirectory: path.resolve(read.text('BKP_DATA_DIR', './data')),
    database,
    objectStore: objectStoreOf(read),
    masterKey: read.secret('BKP_MASTER_KEY'),
    admin: { email: read.text('BKP_ADMIN_EMAIL', 'admin@localhost'), password: read.secret('BKP_ADMIN_PASSWORD') },
    localAgent: read.flag('BKP_LOCAL_AGENT', database === 'embedded'),
    timeZone: read.timeZone('BKP_TIMEZONE', 'UTC'),
    scheduleJitterMinutes: read.whole('BKP_SCHEDULE_JITTER_MINUTES', 10, 0, 60),
    integrityDays: read.whole('BKP_INTEGRITY_DAYS', 30, 1, 3650),
    dumpKeep: read.whole('BKP_DUMP_KEEP', 7, 0, 3650),
    sessionTtlMinutes: read.whole('BKP_SESSION_TTL_MINUTES', 480, 1, 525_600),
    logLevel: read.choice('BKP_LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    limits: {
      filePreviewBytes: read.whole('BKP_MAX_FILE_PREVIEW_BYTES', 2 * 1024 ** 2, 1),
      diffFileBytes: read.whole('BKP_MAX_DIFF_FILE_BYTES', 5 * 1024 ** 2, 1),
      diffLines: read.whole('BKP_MAX_DIFF_LINES', 5_000, 1),
      archiveBytes: read.whole('BKP_MAX_ARCHIVE_BYTES', 2 * 1024 ** 3, 1),
    },
  }
}

/** The settings as lines `name value` for people: secrets are told as set or not. */
export function describeSettings(settings: Settings): string[] {
  const { database, objectStore, masterKey, admin, limits, ...plain } = settings
  return [
    ...Object.entries(plain).map(([name, value]) => `${name} ${String(value)}`),
    `database ${database === 'embedded' ? 'embedded' : withoutPassword(database.url)}`,
    ...linesOf(objectStore),
    `masterKey ${masterKey === null ? 'of the data directory' : 'given'}`,
    `admin.email ${admin.email}`,
    `admin.password ${admin.password === null ? 'generated on the first start' : 'given'}`,
    ...Object.entries(limits).map(([name, value]) => `limits.${name} ${value}`),
  ]
}

function databaseOf(read: Reader): Settings['database'] {
  const url = databaseUrl(read, 'BKP_DATABASE_URL')
  const ownerUrl = databaseUrl(read, 'BKP_DATABASE_OWNER_URL')
  const listenUrl = databaseUrl(read, 'BKP_DATABASE_LISTEN_URL')
  if (url) return { url, ownerUrl: ownerUrl ?? url, listenUrl: listenUrl ?? url }
  if (ownerUrl || listenUrl) {
    throw new CannotStart(`${ownerUrl ? 'BKP_DATABASE_OWNER_URL' : 'BKP_DATABASE_LISTEN_URL'} needs BKP_DATABASE_URL`)
  }
  return 'embedded'
}

function databaseUrl(read: Reader, name: string): string | null {
  const url = read.secret(name)
  const isAddress = url !== null && /^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')
  if (url === null || isAddress) return url
  throw new CannotStart(`${name} is not an address: expected postgres://LOGIN:PASSWORD@HOST/DATABASE`)
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

function objectStoreOf(read: Reader): Settings['objectStore'] {
  const given = s3Names.find((name) => read.isGiven(name))
  if (!given) return 'disk'
  const needed = (name: string, value: string | null) => {
    if (value) return value
    throw new CannotStart(`${given} needs ${name}`)
  }
  const bucket = needed('BKP_S3_BUCKET', read.text('BKP_S3_BUCKET', ''))
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/.test(bucket)) {
    throw new CannotStart(`BKP_S3_BUCKET is '${bucket}': expected the name of a bucket`)
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
  }
}

function linesOf(objectStore: Settings['objectStore']): string[] {
  if (objectStore === 'disk') return ['objectStore the data directory']
  const { secretAccessKey, ...told } = objectStore
  const secret = `objectStore.secretAccessKey ${secretAccessKey && 'given'}`
  return [...Object.entries(told).map(([name, value]) => `objectStore.${name} ${String(value)}`), secret]
}

/** PostgreSQL's addresses may also name a password, and files of keys, behind the question mark. */
function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return 'given'
  parsed.password = parsed.password && '•••'
  parsed.search = parsed.search && '?•••'
  return decodeURI(parsed.href)
}

/** express's own setting: a number of proxies, a list of addresses, or nothing trusted. */
function trustOf(text: string): boolean | number | string {
  if (text === 'false' || text === 'true') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}

type Reader = ReturnType<typeof reader>

function reader(environment: Environment) {
  const text = (name: string, otherwise: string) => environment[name]?.trim() || otherwise
  const refuse = (name: string, expected: string) => {
    throw new CannotStart(`${name} is '${environment[name]}': expected ${expected}`)
  }
  return {
    text,
    isGiven: (name: string) => Boolean(environment[name]?.trim() || environment[`${name}_FILE`]?.trim()),
    whole(name: string, otherwise: number, least: number, most = Number.MAX_SAFE_INTEGER) {
      const value = Number(text(name, String(otherwise)))
      if (Number.isInteger(value) && value >= least && value <= most) return value
      return refuse(name, `a whole number from ${least}${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}`)
    },
    flag(name: string, otherwise: boolean) {
      const value = text(name, otherwise ? 'on' : 'off').toLowerCase()
      if (['on', 'true', '1', 'yes'].includes(value)) return true
      if (['off', 'false', '0', 'no'].includes(value)) return false
      return refuse(name, 'on or off')
    },
    choice(name: string, otherwise: string, among: string[]) {
      const value = text(name, otherwise)
      return among.includes(value) ? value : refuse(name, `one of ${among.join(', ')}`)
    },
    address(name: string, otherwise: string) {
      const value = text(name, otherwise)
      const parsed = URL.parse(value)
      if (parsed?.username || parsed?.password) throw new CannotStart(`${name} holds a login: give it without one`)
      if (parsed && /^https?:$/.test(parsed.protocol)) return value.replace(/\/+$/, '')
      return refuse(name, 'an address such as https://coffer.example.net')
    },
    timeZone(name: string, otherwise: string) {
      const value = text(name, otherwise)
      try {
        new Intl.DateTimeFormat('en', { timeZone: value })
        return value
      } catch {
        return refuse(name, 'a time zone such as Europe/Paris')
      }
    },
    secret(name: string): string | null {
      const given = environment[name]?.trim() || null
      const file = environment[`${name}_FILE`]?.trim() || null
      delete environment[name]
      if (!file) return given
      try {
        return fs.readFileSync(file, 'utf8').trim()
      } catch {
        throw new CannotStart(`${name}_FILE is '${file}': expected a file that can be read`)
      }
    },
  }
}
