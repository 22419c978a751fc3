/**
 * What the console may ask of the computer it runs on. Preload offers it as `window.coffer`, the main process answers it
 * (`main/ipc.ts`), and both are checked against this one interface. In a browser there is no such thing: the console looks
 * whether it is there and leaves out what needs it.
 */
export interface Bridge extends Questions {
  /** Hears everything that the computer tells this window. @returns ends it */
  onEvent(hear: (event: BridgeEvent) => void): () => void
}

/** Each is one message to the main process and one answer. A promise is rejected with a message, `{ code, params }`. */
export interface Questions {
  about(): Promise<About>

  listConnections(): Promise<SavedConnection[]>
  /** Makes one, or changes the one with that id. @returns it as it was saved */
  saveConnection(connection: { id: string | null; name: string; url: string }): Promise<SavedConnection>
  /** With its session and its pin. The bundled one stays. */
  removeConnection(id: string): Promise<void>
  /** Loads the console anew for that connection, at a route such as `/devices`. */
  openConnection(id: string, route: string): Promise<void>

  /** The session of the connection that asks, if one was kept and its time is not over. */
  readSession(): Promise<KeptSession | null>
  keepSession(session: KeptSession): Promise<SessionKeeping>
  forgetSession(): Promise<void>

  /** What was wrong with the certificate of the connection that asks, when it was last tried; null when nothing was. */
  readCertificateTrouble(): Promise<CertificateTrouble | null>
  /** The person has compared it: from now on this very certificate is trusted for the connection that asks. */
  pinCertificate(fingerprint: string): Promise<void>
  unpinCertificate(id: string): Promise<void>

  readService(): Promise<ServiceState>
  startService(): Promise<ServiceState>
  stopService(): Promise<ServiceState>
  restartService(): Promise<ServiceState>
  changeService(change: Partial<ServiceChoices>): Promise<ServiceState>
  /** The last lines of its log, oldest first. */
  readServiceLog(lines: number): Promise<string[]>
  showServiceLog(): Promise<void>
  showDataFolder(): Promise<void>
  /** Asks the person for a folder. @returns the state with the new one, or as it was when none was chosen */
  chooseDataFolder(): Promise<ServiceState>
  /** The first administrator, until `dropFirstPassword`; null when there is none to hand over. */
  readFirstPassword(): Promise<{ email: string; password: string } | null>
  /** The person has kept it: the file that holds it is removed. */
  dropFirstPassword(): Promise<void>

  /** Saves what the address has, which is one of `POST /api/downloads`, in the person's folder for downloads. @returns its id */
  saveDownload(path: string): Promise<string>
  cancelDownload(id: string): Promise<void>
  listDownloads(): Promise<Download[]>
  showDownload(id: string): Promise<void>

  readPreferences(): Promise<Preferences>
  changePreferences(change: Partial<Preferences>): Promise<Preferences>
  /** Shown when the window is not looked at and the preferences have it; a click on it opens the route. */
  notify(notification: { title: string; body: string; route: string; urgent: boolean }): Promise<void>
  readUpdates(): Promise<UpdateState>
  checkForUpdates(): Promise<UpdateState>
  /** In the person's own browser: https only, and only when the person has just clicked. */
  openLink(url: string): Promise<void>
}

export interface About {
  version: string
  platform: 'linux' | 'darwin' | 'win32'
  /** Whose console this window shows; null before one was chosen. */
  connection: SavedConnection | null
  /** Where sessions are kept. */
  sessions: SessionKeeping
}

export interface SavedConnection {
  id: string
  name: string
  /** Origin, such as `https://backup.example.com`. The bundled service's follows its port. */
  url: string
  /** Who was signed in last: an e-mail address. */
  lastUser: string | null
  isBundled: boolean
  /** SHA-256 in hex pairs of the certificate that the person trusts here. */
  pinned: string | null
}

export interface KeptSession {
  token: string
  user: string
  /** RFC 3339. */
  expiresAt: string
}

/** `keychain`: encrypted by the system's own. `memory`: until the program ends, and why. */
export type SessionKeeping = { where: 'keychain' } | { where: 'memory'; reason: 'no-keychain' | 'basic-text' }

/** A certificate that leads to no authority which this computer trusts, or is not for this address or this time. */
export interface CertificateTrouble {
  connectionId: string
  host: string
  problem: 'unknown-issuer' | 'wrong-name' | 'expired' | 'not-yet-valid' | 'revoked' | 'weak' | 'other'
  /** The system's own name of it, such as `net::ERR_CERT_AUTHORITY_INVALID`. */
  error: string
  subject: string
  issuer: string
  /** RFC 3339. */
  validFrom: string
  validTo: string
  /** SHA-256 in hex pairs. */
  fingerprint: string
  /** What the person has trusted here until now, when it was another one. */
  pinnedBefore: string | null
  /** Pinning cannot mend a revoked one. */
  mayPin: boolean
}

/** What the person decides about the bundled service. */
export interface ServiceChoices {
  port: number
  /** With the program. */
  startsWithApp: boolean
  /** When the program ends, the service goes on. */
  goesOn: boolean
}

export interface ServiceState extends ServiceChoices {
  stage: 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'
  url: string
  pid: number | null
  /** RFC 3339: when it was found to answer. */
  runningSince: string | null
  /** It was running already when the program started: a program before this one had left it. */
  wasFound: boolean
  dataFolder: string
  logFile: string
  /** Why it does not run, or ended by itself. */
  trouble: ServiceTrouble | null
  hasFirstPassword: boolean
}

export interface ServiceTrouble {
  code: 'port-in-use' | 'data-in-use' | 'refused' | 'crashed' | 'killed' | 'missing'
  /** Why the service ended, as it reported it. */
  reason: { code: string; params: Record<string, unknown> } | null
  /** What the system, or a crash, reported. */
  said: string | null
  /** Who has the port, as far as the system tells. */
  holder: { pid: number | null; name: string | null } | null
  /** The next port that is free. */
  offeredPort: number | null
  exitCode: number | null
  signal: string | null
  /** The end of the log. */
  lastLines: string[]
}

export interface Download {
  id: string
  /** Empty until the service has said it. */
  name: string
  stage: 'running' | 'done' | 'cancelled' | 'failed'
  receivedBytes: number
  /** Null: the service did not say. */
  totalBytes: number | null
  folder: string
  /** Why it failed. */
  reason: string | null
}

export interface Preferences {
  notifications: 'off' | 'urgent' | 'all'
  /** Once at each start. */
  looksForUpdates: boolean
  /** https address of the folder that releases are put into; empty: none is known. */
  updateFeed: string
}

export interface UpdateState {
  stage: 'off' | 'no-feed' | 'unknown' | 'current' | 'newer' | 'failed'
  version: string
  newest: string | null
  /** RFC 3339. */
  checkedAt: string | null
  reason: string | null
}

export type BridgeEvent =
  | { kind: 'service'; state: ServiceState }
  | { kind: 'download'; download: Download }
  | { kind: 'certificate'; trouble: CertificateTrouble }
  /** A menu entry, a notification or a link asks for a route. */
  | { kind: 'go'; route: string }
  | { kind: 'updates'; state: UpdateState }
