/**
 * What the console can request from the desktop app. Preload exposes it as `window.coffer`, and the main process
 * handles it (`main/ipc.ts`); both are checked against this interface. In a browser it is missing, and the console
 * hides what needs it.
 */
export interface Bridge extends Questions {
  /** Subscribes to all events of the app for this window. @returns a function that unsubscribes */
  onEvent(hear: (event: BridgeEvent) => void): () => void
}

/**
 * Each call is one message to the main process and one reply. A promise is rejected with a message, `{ code, params }`.
 */
export interface Questions {
  about(): Promise<About>

  listConnections(): Promise<SavedConnection[]>
  /** Creates a connection, or changes the one with this id. @returns the saved connection */
  saveConnection(connection: { id: string | null; name: string; url: string }): Promise<SavedConnection>
  /** Deletes the connection, its session and its pin. The bundled connection cannot be deleted. */
  removeConnection(id: string): Promise<void>
  /**
   * Brings a window of the connection to the front, at a route such as `/devices`. Without one, loads the console of the
   * connection in this window, or in a new one.
   */
  openConnection(id: string, route: string, inNewWindow: boolean): Promise<void>

  /** Returns the stored session of the calling connection; null if it has none or it has expired. */
  readSession(): Promise<KeptSession | null>
  keepSession(session: KeptSession): Promise<SessionKeeping>
  /** Deletes the stored session, unless another window has stored a newer one. */
  forgetSession(token: string): Promise<void>

  /** Returns the certificate problem of the calling connection's last attempt; null if there was no problem. */
  readCertificateTrouble(): Promise<CertificateTrouble | null>
  /** Trusts exactly this certificate for the calling connection. The user has compared it. */
  pinCertificate(fingerprint: string): Promise<void>
  unpinCertificate(id: string): Promise<void>

  readService(): Promise<ServiceState>
  startService(): Promise<ServiceState>
  stopService(): Promise<ServiceState>
  restartService(): Promise<ServiceState>
  changeService(change: Partial<ServiceChoices>): Promise<ServiceState>
  /** Returns the last lines of the service's log, oldest first. */
  readServiceLog(lines: number): Promise<string[]>
  showServiceLog(): Promise<void>
  showDataFolder(): Promise<void>
  /** Prompts for a folder. @returns the state with the new folder, or unchanged if the user cancels */
  chooseDataFolder(): Promise<ServiceState>
  /** Returns the first administrator until `dropFirstPassword`; null if there is nothing to show. */
  readFirstPassword(): Promise<{ email: string; password: string } | null>
  /** Deletes the file with the password. The user has stored it. */
  dropFirstPassword(): Promise<void>

  /**
   * Saves the response of a URL from `POST /api/downloads` in the user's downloads folder. @returns the download's id
   */
  saveDownload(path: string): Promise<string>
  cancelDownload(id: string): Promise<void>
  listDownloads(): Promise<Download[]>
  showDownload(id: string): Promise<void>

  /** Returns the break-glass copies of the calling connection on this computer. */
  listBreakGlass(): Promise<BreakGlassList>
  /** Stores a copy that the service has registered, still empty. */
  createBreakGlass(copy: NewBreakGlassCopy): Promise<void>
  /** Starts a refresh; the list shows its end. */
  refreshBreakGlass(id: string): Promise<void>
  /** @param everyHours null: only on demand */
  scheduleBreakGlass(id: string, everyHours: number | null): Promise<void>
  deleteBreakGlass(id: string): Promise<void>
  /** The user has seen why a copy was deleted. */
  dismissBreakGlass(id: string): Promise<void>
  /** Opens a copy with its passphrase, also while the service cannot be reached. */
  unlockBreakGlass(id: string, passphrase: string): Promise<BreakGlassEntry[]>
  lockBreakGlass(id: string): Promise<void>
  /** Returns a text of an unlocked copy. */
  readBreakGlass(id: string, artifactId: string): Promise<BreakGlassText>
  /** Saves a text, unencrypted, where the user chooses. @returns the file; null if the user cancels */
  saveBreakGlass(id: string, artifactId: string): Promise<string | null>

  /**
   * Listens on this computer for the end of a login in the system's browser, only directly after a click. A former wait
   * ends. @returns the address to which the service returns the browser
   */
  openLoginReturn(): Promise<string>
  /**
   * Opens the provider's address in the browser, and awaits its return. @returns the code; null after ten minutes, or if
   * another login began
   */
  awaitLoginReturn(url: string): Promise<string | null>

  readPreferences(): Promise<Preferences>
  changePreferences(change: Partial<Preferences>): Promise<Preferences>
  /** Shows a notification if no window of the connection is focused and the preferences allow it. A click opens the route. */
  notify(notification: { title: string; body: string; route: string; urgent: boolean }): Promise<void>
  readUpdates(): Promise<UpdateState>
  checkForUpdates(): Promise<UpdateState>
  /** Downloads the release that the last check found, only directly after a click. Events report the progress. */
  downloadUpdate(): Promise<UpdateState>
  /** Quits the app, installs the downloaded release and starts it, only directly after a click. */
  installUpdate(): Promise<void>
  /** Opens a URL in the user's browser: https only, and only directly after a click. */
  openLink(url: string): Promise<void>
}

export interface About {
  version: string
  platform: 'linux' | 'darwin' | 'win32'
  /** The connection that this window shows; null before one was chosen. */
  connection: SavedConnection | null
  /** Where sessions are kept. */
  sessions: SessionKeeping
}

export interface SavedConnection {
  id: string
  name: string
  /** Origin, such as `https://backup.example.com`. That of the bundled service contains its port. */
  url: string
  /** E-mail address of the last user. */
  lastUser: string | null
  isBundled: boolean
  /** SHA-256, in hexadecimal pairs, of the certificate that the user trusts here. */
  pinned: string | null
}

export interface KeptSession {
  token: string
  user: string
  /** RFC 3339. */
  expiresAt: string
}

/** `keychain`: encrypted by the system's keychain. `memory`: until the app ends, with the reason. */
export type SessionKeeping = { where: 'keychain' } | { where: 'memory'; reason: 'no-keychain' | 'basic-text' }

/** A certificate that is not from a trusted authority, or not valid for this address or time. */
export interface CertificateTrouble {
  connectionId: string
  host: string
  problem: 'unknown-issuer' | 'wrong-name' | 'expired' | 'not-yet-valid' | 'revoked' | 'weak' | 'other'
  /** The system's name of the error, such as `net::ERR_CERT_AUTHORITY_INVALID`. */
  error: string
  subject: string
  issuer: string
  /** RFC 3339. */
  validFrom: string
  validTo: string
  /** SHA-256 in hexadecimal pairs. */
  fingerprint: string
  /** The fingerprint that the user trusted before, if it was another one. */
  pinnedBefore: string | null
  /** False for a revoked certificate, which cannot be pinned. */
  mayPin: boolean
}

/** The user's settings of the bundled service. */
export interface ServiceChoices {
  port: number
  /** Whether the service starts with the app. */
  startsWithApp: boolean
  /** Whether the service continues after the app ends. */
  goesOn: boolean
}

export interface ServiceState extends ServiceChoices {
  stage: 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'
  url: string
  pid: number | null
  /** RFC 3339: when it first responded. */
  runningSince: string | null
  /** Whether it was already running when the app started, because an earlier app left it running. */
  wasFound: boolean
  dataFolder: string
  logFile: string
  /** Why it does not run, or ended unexpectedly. */
  trouble: ServiceTrouble | null
  hasFirstPassword: boolean
}

export interface ServiceTrouble {
  code: 'port-in-use' | 'data-in-use' | 'refused' | 'crashed' | 'killed' | 'missing'
  /** Why the service ended, as it reported it. */
  reason: { code: string; params: Record<string, unknown> } | null
  /** What the system, or a crash, reported. */
  output: string | null
  /** The process that uses the port, as far as it is known. */
  holder: { pid: number | null; name: string | null } | null
  /** The next free port. */
  offeredPort: number | null
  exitCode: number | null
  signal: string | null
  /** The end of the log. */
  lastLines: string[]
}

export interface Download {
  id: string
  /** Empty until the service has sent it. */
  name: string
  stage: 'running' | 'done' | 'cancelled' | 'failed'
  receivedBytes: number
  /** Null if the service did not send it. */
  totalBytes: number | null
  folder: string
  /** Why it failed. */
  reason: string | null
}

export interface BreakGlassList {
  copies: BreakGlassCopyState[]
  /** Copies that the desktop deleted and the user has not seen yet. */
  deletions: BreakGlassDeletion[]
}

/** An encrypted copy of configurations, readable with its passphrase while the service cannot be reached. */
export interface BreakGlassCopyState {
  id: string
  tenantId: string
  tenantName: string
  computer: string
  /** Hours between refreshes; null: only on demand. */
  everyHours: number | null
  /** RFC 3339, as the following. */
  createdAt: string
  contactedAt: string
  /** Null: the copy is still empty. */
  refreshedAt: string | null
  /** When it is deleted without further contact. */
  expiresAt: string
  expiresAfterDays: number
  devices: number
  configurations: number
  isRefreshing: boolean
  isUnlocked: boolean
  /** Why the last refresh failed. */
  problem: BreakGlassProblem | null
}

/** `unknown`: the service does not know the copy, or another user registered it. */
export interface BreakGlassProblem {
  kind: 'no-session' | 'unreachable' | 'unknown' | 'refused' | 'disk'
  message: { code: string; params: Record<string, unknown> } | null
}

export interface BreakGlassDeletion {
  id: string
  tenantName: string
  computer: string
  /** `revoked`: the service ended the copy. */
  reason: 'revoked' | 'expired' | 'user' | 'connection'
  /** RFC 3339. */
  deletedAt: string
}

export interface NewBreakGlassCopy {
  /** From the registration, as the key and the days. */
  id: string
  contactKey: string
  expiresAfterDays: number
  tenantId: string
  tenantName: string
  computer: string
  everyHours: number | null
  passphrase: string
}

/** A configuration of an unlocked copy. */
export interface BreakGlassEntry {
  artifactId: string
  versionId: string
  device: string
  hostname: string
  site: string
  platform: string
  key: string
  transport: 'ssh' | 'api'
  /** RFC 3339. */
  capturedAt: string
  lastSeenAt: string
  sizeBytes: number
  /** Whether it is known to be good. */
  isGood: boolean
}

export interface BreakGlassText {
  /** At most the first MiB. */
  text: string
  isCut: boolean
}

export interface Preferences {
  notifications: 'off' | 'urgent' | 'all'
  /** Whether connections stay live after their last window is closed. */
  runsInBackground: boolean
  /** Whether the app starts, in the background, when the user logs in to the computer. */
  startsAtLogin: boolean
  /** Whether the app checks for updates at each start. */
  looksForUpdates: boolean
  /** https URL of the folder with releases; empty if not configured. */
  updateFeed: string
  /** Ed25519 public key, 32 bytes in base64, that signs the releases; empty: releases are reported, not installed. */
  updateKey: string
}

export interface UpdateState {
  stage: 'off' | 'no-feed' | 'unknown' | 'current' | 'newer' | 'downloading' | 'ready' | 'failed'
  version: string
  newest: string | null
  /** RFC 3339. */
  checkedAt: string | null
  /** Whether the app can install the newer release: it is signed, and this package updates itself. */
  canInstall: boolean
  /** Of the download. */
  percent: number | null
  /** Why the check or the download failed. */
  problem: { code: string; params: Record<string, unknown> } | null
}

export type BridgeEvent =
  | { kind: 'service'; state: ServiceState }
  | { kind: 'download'; download: Download }
  | { kind: 'certificate'; trouble: CertificateTrouble }
  /** A menu entry, a notification or a link requests a route. */
  | { kind: 'go'; route: string }
  | { kind: 'updates'; state: UpdateState }
  /** The list of break-glass copies changed. */
  | { kind: 'break-glass' }
