import type { Settings } from './settings.ts'

type Shown = [variable: string, value: string | number | boolean | readonly string[] | null]

/** Returns the settings in force as lines `VARIABLE value`. For a secret it states only whether it is set. */
export function describeSettings(settings: Settings): string[] {
  const { tls, database, objectStore, admin, meraki, limits } = settings
  const shown: Shown[] = [
    ['BKP_HOST', settings.host],
    ['BKP_PORT', settings.port],
    ['BKP_BASE_URL', settings.baseUrl],
    ['BKP_TLS_CERT_FILE', tls && tls.certFile],
    ['BKP_TLS_KEY_FILE', tls && tls.keyFile],
    ['BKP_TRUST_PROXY', String(settings.trustProxy)],
    ['BKP_CORS_ORIGINS', settings.corsOrigins],
    ['BKP_OPEN_REFERENCE', settings.openReference],
    ['BKP_METRICS_FACTS', settings.metricsFacts],
    ['BKP_METRICS_DEVICES', settings.metricsDevices],
    ['BKP_REQUESTS_PER_MINUTE', settings.requestsPerMinute],
    ['BKP_PROCESSES', settings.processes],
    ['BKP_MAX_CONNECTIONS', settings.maxConnections],
    ['BKP_DATA_DIR', settings.dataDirectory],
    ...ofDatabase(database),
    ...ofStore(objectStore),
    ['BKP_MASTER_KEY', settings.masterKey === null ? '(of the data directory)' : '(given)'],
    ['BKP_ADMIN_EMAIL', admin.email],
    ['BKP_ADMIN_PASSWORD', admin.password === null ? '(generated on the first start)' : '(given)'],
    ['BKP_LOCAL_AGENT', settings.localAgent],
    ['BKP_MAX_LOCAL_AGENTS', settings.maxLocalAgents],
    ['BKP_IMPORT_ALLOW_PRIVATE', settings.importAllowPrivate],
    ['BKP_OUTGOING_ALLOW', settings.outgoingAllow.map(({ address, port }) => `${address}:${port}`)],
    ['BKP_TIMEZONE', settings.timeZone],
    ['BKP_SCHEDULE_JITTER_MINUTES', settings.scheduleJitterMinutes],
    ['BKP_DUMP_KEEP', settings.dumpKeep],
    ['BKP_FORMER_KEYS_DAYS', settings.formerKeysDays],
    ['BKP_INTEGRITY_DAYS', settings.integrityDays],
    ['BKP_RESTORE_CHECK_DAYS', settings.restoreCheckDays],
    ['BKP_SESSION_TTL_MINUTES', settings.sessionTtlMinutes],
    ['BKP_BREACHED_PASSWORDS', settings.breachedPasswords],
    ['BKP_MERAKI_URL', meraki.url],
    ['BKP_MERAKI_HOSTS', meraki.hosts],
    ['BKP_MERAKI_CALLS_PER_SECOND', meraki.callsPerSecond],
    ['BKP_MERAKI_CA_FILE', meraki.authorities.length > 0 ? '(given)' : null],
    ['BKP_TRACES_URL', settings.traces && settings.traces.url],
    ['BKP_TRACES_HEADERS', Object.keys(settings.traces?.headers ?? {}).length > 0 ? '(given)' : null],
    ['BKP_TRACES_PERCENT', settings.traces?.percent ?? 100],
    ['BKP_LOG_LEVEL', settings.logLevel],
    ['BKP_MAX_FILE_PREVIEW_BYTES', limits.filePreviewBytes],
    ['BKP_MAX_DIFF_FILE_BYTES', limits.diffFileBytes],
    ['BKP_MAX_DIFF_LINES', limits.diffLines],
    ['BKP_MAX_ARCHIVE_BYTES', limits.archiveBytes],
  ]
  return [...shown.map(([name, value]) => `${name} ${inWords(value)}`), ...settings.ignored.map(warnIgnoredSetting)]
}

/** Returns the warning for a variable that no setting reads. */
export function warnIgnoredSetting(name: string): string {
  return `${name} is no setting: it is ignored`
}

/** Returns the value as it would be set, or a note in brackets if it is not set. */
function inWords(value: Shown[1]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === null || (typeof value === 'object' && value.length === 0)) return '(none)'
  return typeof value === 'object' ? value.join(',') : String(value)
}

function ofDatabase(database: Settings['database']): Shown[] {
  if (database === 'embedded') return [['BKP_DATABASE_URL', '(embedded)']]
  return [
    ['BKP_DATABASE_URL', withoutPassword(database.url)],
    ['BKP_DATABASE_OWNER_URL', withoutPassword(database.ownerUrl)],
    ['BKP_DATABASE_LISTEN_URL', withoutPassword(database.listenUrl)],
  ]
}

function ofStore(store: Settings['objectStore']): Shown[] {
  if (store === 'disk') return [['BKP_S3_BUCKET', '(objects are in the data directory)']]
  return [
    ['BKP_S3_ENDPOINT', store.endpoint],
    ['BKP_S3_PUBLIC_ENDPOINT', store.publicEndpoint],
    ['BKP_S3_REGION', store.region],
    ['BKP_S3_BUCKET', store.bucket],
    ['BKP_S3_ACCESS_KEY_ID', store.accessKeyId],
    ['BKP_S3_SECRET_ACCESS_KEY', '(given)'],
    ['BKP_S3_FORCE_PATH_STYLE', store.forcePathStyle],
    ['BKP_S3_OBJECT_LOCK', store.objectLock?.mode ?? 'off'],
    ...(store.objectLock ? [['BKP_S3_OBJECT_LOCK_DAYS', store.objectLock.days] satisfies Shown] : []),
  ]
}

/** Removes passwords and key files from a PostgreSQL URL. Its query parameters may contain them too. */
function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return '(given)'
  parsed.password = parsed.password && '•••'
  parsed.search = parsed.search && '?•••'
  return decodeURI(parsed.href)
}
