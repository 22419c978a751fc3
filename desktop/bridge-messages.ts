import type { BridgeEvent, Questions } from './bridge.ts'

export type QuestionName = keyof Questions

/**
 * Whether these are the arguments of that question: as many, each of the right shape and size, and nothing beside. Asked by
 * preload before a message leaves the page, and by the main process of what has come, which may be anything.
 */
export function isQuestion(name: QuestionName, given: readonly unknown[]): boolean {
  const shapes = shapesOf[name]
  return given.length === shapes.length && shapes.every((shape, at) => shape(given[at]))
}

export const questionNames = () => Object.keys(shapesOf) as QuestionName[]

/** The name of the channel that carries it. */
export function channelOf(name: QuestionName): string {
  return `coffer:${name}`
}

export const eventChannel = 'coffer:event'

/** Whether the page may be told that: preload hands on nothing else. */
export function isEvent(value: unknown): value is BridgeEvent {
  return typeof value === 'object' && value !== null && 'kind' in value && eventKinds.includes(value.kind as never)
}

const eventKinds: BridgeEvent['kind'][] = ['service', 'download', 'certificate', 'go', 'updates', 'break-glass']

type Shape = (value: unknown) => boolean

const text =
  (longest: number, shortest = 0): Shape =>
  (value) =>
    typeof value === 'string' && value.length >= shortest && value.length <= longest

const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && value.length <= 8_192 && pattern.test(value)

const whole =
  (least: number, most: number): Shape =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most

const flag: Shape = (value) => typeof value === 'boolean'

const oneOf =
  (...values: string[]): Shape =>
  (value) =>
    values.includes(value as string)

const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value)

/** Plain objects with these fields and no others. */
function fields(shapes: Record<string, Shape>, needed = Object.keys(shapes)): Shape {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const entries = Object.entries(value)
    return (
      needed.every((name) => Object.hasOwn(value, name)) &&
      entries.every(([name, one]) => Object.hasOwn(shapes, name) && shapes[name]?.(one))
    )
  }
}

const some = (shapes: Record<string, Shape>) => fields(shapes, [])

const connectionId = matching(/^(bundled|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const route = matching(/^\/(?!\/)[^\s\\]{0,2000}$/)
const fingerprint = matching(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/)
const instant = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/)
const everyHours = orNull(whole(1, 24 * 30))
const passphrase = text(1_000, 1)
const nothing: Shape[] = []

const shapesOf: { readonly [Name in QuestionName]: readonly Shape[] } = {
  about: nothing,
  listConnections: nothing,
  saveConnection: [fields({ id: orNull(connectionId), name: text(80, 1), url: text(2_000, 1) })],
  removeConnection: [connectionId],
  openConnection: [connectionId, route, flag],
  readSession: nothing,
  keepSession: [fields({ token: text(4_096, 1), user: text(320), expiresAt: instant })],
  forgetSession: [text(4_096, 1)],
  readCertificateTrouble: nothing,
  pinCertificate: [fingerprint],
  unpinCertificate: [connectionId],
  readService: nothing,
  startService: nothing,
  stopService: nothing,
  restartService: nothing,
  changeService: [some({ port: whole(1_024, 65_535), startsWithApp: flag, goesOn: flag })],
  readServiceLog: [whole(1, 5_000)],
  showServiceLog: nothing,
  showDataFolder: nothing,
  chooseDataFolder: nothing,
  readFirstPassword: nothing,
  dropFirstPassword: nothing,
  saveDownload: [matching(/^\/api\/downloads\/[A-Za-z0-9_-]{20,8000}$/)],
  cancelDownload: [uuid],
  listDownloads: nothing,
  showDownload: [uuid],
  listBreakGlass: nothing,
  createBreakGlass: [
    fields({
      ...{ id: uuid, tenantId: uuid, contactKey: matching(/^[A-Za-z0-9_-]{43}$/), expiresAfterDays: whole(1, 90) },
      ...{ tenantName: text(200), computer: text(120, 1), everyHours, passphrase },
    }),
  ],
  refreshBreakGlass: [uuid],
  scheduleBreakGlass: [uuid, everyHours],
  deleteBreakGlass: [uuid],
  dismissBreakGlass: [uuid],
  unlockBreakGlass: [uuid, passphrase],
  lockBreakGlass: [uuid],
  readBreakGlass: [uuid, uuid],
  saveBreakGlass: [uuid, uuid],
  openLoginReturn: nothing,
  awaitLoginReturn: [matching(/^(https:\/\/|http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/])[^\s\\]{1,8000}$/)],
  readPreferences: nothing,
  changePreferences: [
    some({
      notifications: oneOf('off', 'urgent', 'all'),
      ...{ runsInBackground: flag, startsAtLogin: flag, looksForUpdates: flag },
      ...{ updateFeed: text(2_000), updateKey: text(100) },
    }),
  ],
  notify: [fields({ title: text(200, 1), body: text(1_000), route, urgent: flag })],
  readUpdates: nothing,
  checkForUpdates: nothing,
  downloadUpdate: nothing,
  installUpdate: nothing,
  openLink: [matching(/^https:\/\/[^\s\\]{1,2000}$/)],
}
