import { IntlMessageFormat } from 'intl-messageformat'
import type { components } from '../contract/api-types.ts'
import { type Locale, formatBytes, isKnownCode } from '../messages/create-renderer.ts'
import { plainText } from '../messages/plain-text.ts'
import { render } from '../messages/render.ts'
import { approvalActionNames } from './approval-action-names.ts'
import { eventTexts } from './event-texts.ts'

type EventType = components['schemas']['EventType']

/** The fields of an event that its sentence is made of. */
export interface DescribedEvent {
  /** One of another version is described by the type and its subject. */
  type: string
  device: { name: string } | null
  agent: { name: string } | null
  data: Readonly<Record<string, unknown>>
}

const formats = new Map<string, IntlMessageFormat>()

/**
 * Returns what happened as a sentence, in one line: "Backup of core-sw1 failed. The device refused the login." Instants
 * are in UTC. Control and format characters of names become spaces.
 */
export function describeEvent(event: DescribedEvent, locale: Locale): string {
  const { type } = event
  if (!isEventType(type)) return [type, subjectOf(event)].filter(Boolean).join(' ')
  const key = `${locale} ${type}`
  let format = formats.get(key)
  if (!format) {
    format = new IntlMessageFormat(eventTexts[locale].types[type].sentence, locale, undefined, { ignoreTag: true })
    formats.set(key, format)
  }
  return String(format.format(valuesOf(event, format, locale)))
}

/** Returns the name of a type, such as "a backup failed"; one of another version unchanged. */
export function nameEventType(type: string, locale: Locale): string {
  return isEventType(type) ? eventTexts[locale].types[type].label : type
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTexts.en.types, type)
}

function subjectOf({ device, agent }: DescribedEvent): string {
  return plainText(device?.name ?? agent?.name ?? '')
}

/** An absent parameter is `none`, which the choices of sentences name; a plural without a number is -1. */
function valuesOf({ device, agent, data }: DescribedEvent, format: IntlMessageFormat, locale: Locale) {
  const given: Record<string, unknown> = { ...data, device, agent }
  const values = parametersOf(format).map(({ name, isPlural }): [string, string | number] => {
    if (name === 'cause') return [name, causeOf(data['error_code'], locale)]
    return [name, valueOf(name, given[name], locale) ?? (isPlural ? -1 : 'none')]
  })
  return Object.fromEntries(values)
}

function valueOf(name: string, value: unknown, locale: Locale): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return name.endsWith('_bytes') ? formatBytes(value, locale) : value
  if (Array.isArray(value)) return plainText(value.join(', '))
  if (typeof value === 'object') return 'name' in value ? plainText(value.name) : null
  if (name === 'action') return actionIn(value, locale)
  return (isTime(name) ? instantIn(value, locale) : null) ?? plainText(value)
}

function actionIn(value: unknown, locale: Locale): string {
  const actions: Readonly<Record<string, string>> = approvalActionNames[locale]
  return typeof value === 'string' && Object.hasOwn(actions, value) ? (actions[value] ?? value) : plainText(value)
}

/** Returns a space and the sentence of a failure, or '' without one. */
function causeOf(code: unknown, locale: Locale): string {
  const known = `failure_${String(code)}`
  return typeof code === 'string' && isKnownCode(known) ? ` ${render({ code: known, params: {} }, locale)}` : ''
}

/** Other parameters contain names, which may look like a date. */
function isTime(name: string): boolean {
  return /(^|_)(at|since|until|day)$/.test(name)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/
const day = /^\d{4}-\d\d-\d\d$/

function instantIn(value: unknown, locale: Locale): string | null {
  const text = String(value)
  if (Number.isNaN(Date.parse(text))) return null
  const region = locale === 'en' ? 'en-GB' : 'fr-FR'
  if (instant.test(text)) {
    const format = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
    return `${format.format(new Date(text))} UTC`
  }
  if (!day.test(text)) return null
  return new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text))
}

interface Parameter {
  name: string
  isPlural: boolean
}

const parameters = new WeakMap<IntlMessageFormat, Parameter[]>()

function parametersOf(format: IntlMessageFormat): Parameter[] {
  const stored = parameters.get(format)
  if (stored) return stored
  const found = parametersIn(format.getAst() as readonly AstElement[])
  parameters.set(format, found)
  return found
}

/** The parts of an element of a parsed sentence that name parameters: types 5 and 6 are `select` and `plural`. */
interface AstElement {
  type: number
  value?: unknown
  options?: Readonly<Record<string, { value: readonly AstElement[] }>>
}

function parametersIn(elements: readonly AstElement[]): Parameter[] {
  return elements.flatMap(({ type, value, options = {} }) => {
    const nested = Object.values(options).flatMap((option) => parametersIn(option.value))
    return type >= 1 && type <= 6 ? [{ name: String(value), isPlural: type === 6 }, ...nested] : nested
  })
}
