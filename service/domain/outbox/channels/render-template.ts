import { message } from '../../../../shared/messages/message.ts'
import type { DeliveryError } from '../../../store/models/notification-delivery.ts'
import { maxInDigest } from './digest-groups.ts'
import type { Notification } from './notification.ts'

/** A template that cannot be used; the reason is for the user who wrote it. */
export class TemplateRefused extends Error {
  readonly reason: DeliveryError

  constructor(reason: DeliveryError) {
    super(reason.code)
    this.reason = reason
  }
}

export const maxTemplateBytes = 16 * 1024
const maxOutputBytes = 256 * 1024
const maxDepth = 4

/** Parts of a template that are written, each time that a section repeats them. */
const maxWritten = 50_000

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'json'; name: string }
  | { kind: 'section'; name: string; isInverse: boolean; nodes: Node[] }

/** The names of values. `.` is the current line of a section over `lines` or `summaries`. */
const names = ['id', 'kind', 'at', 'severity', 'title', 'text', 'link', 'customer', 'alert.key', 'alert.resolved', 'lines', 'summaries', 'summary', 'events', '.'] as const // prettier-ignore

/**
 * Returns the body of a notification. `{{title}}` is replaced by a value, escaped for the content type: inside the quotes
 * of a JSON string, as XML, as a form field, or as it is. `{{json events}}` is replaced by a value in JSON with its quotes, escaped too.
 * `{{#lines}}…{{.}}…{{/lines}}` repeats its content for each line. `{{#link}}…{{/link}}` shows its content if the value
 * exists, `{{^link}}…{{/link}}` if it is absent. Templates have no other names and no functions. Values are not parsed as
 * templates.
 * @throws TemplateRefused
 */
export function renderTemplate(template: string, notification: Notification, contentType: string): string {
  const nodes = parseTemplate(template)
  const escape = escapeFor(contentType)
  const escapeJson = isJson(contentType) ? (text: string) => text : escape
  const values = valuesOf(notification)
  const output: string[] = []
  let bytes = 0
  let written = 0

  function write(text: string): void {
    bytes += Buffer.byteLength(text)
    if (bytes > maxOutputBytes) throw tooLong()
    output.push(text)
  }

  function renderNodes(nodes: readonly Node[], line: string): void {
    for (const node of nodes) {
      written += 1
      if (written > maxWritten) throw tooLong()
      if (node.kind === 'text') {
        write(node.text)
        continue
      }
      const value = node.name === '.' ? line : values[node.name]
      if (node.kind === 'value') write(escape(textOf(value)))
      else if (node.kind === 'json') write(escapeJson(JSON.stringify(value ?? null)))
      else if (node.nodes.length > 0) {
        for (const item of itemsOf(value, node.isInverse)) renderNodes(node.nodes, item ?? line)
      }
    }
  }

  renderNodes(nodes, '')
  const body = output.join('')
  if (isJson(contentType) && !parses(body)) throw new TemplateRefused(message('template_not_json'))
  return body
}

/** Returns why a template cannot be used, without a notification; otherwise null. */
export function findTemplateFault(template: string, contentType: string): DeliveryError | null {
  try {
    for (const notification of [example, longest]) renderTemplate(template, notification, contentType)
    return null
  } catch (error) {
    if (error instanceof TemplateRefused) return error.reason
    throw error
  }
}

/** With characters that an escape is needed for. */
const example: Notification = {
  id: '01980f3a-5c00-7000-8000-000000000001',
  kind: 'event',
  at: new Date(0),
  severity: 'warning',
  title: 'a "title"',
  lines: ['a "line"', 'another'],
  summaries: ['a "summary"'],
  link: 'https://coffer.example.net/',
  customer: 'a "customer"',
  alert: { key: 'key', resolved: false },
  events: [{}],
}

/** With as many lines as a digest has. */
const longest: Notification = {
  ...example,
  kind: 'digest',
  lines: Array.from({ length: maxInDigest }, () => 'a "line"'),
  events: Array.from({ length: maxInDigest }, () => ({})),
}

function tooLong(): TemplateRefused {
  return new TemplateRefused(message('template_output_too_long', { max: maxOutputBytes }))
}

function valuesOf(notification: Notification): Record<string, unknown> {
  const { id, kind, at, severity, title, lines, summaries, link, customer, alert, events } = notification
  return {
    ...{ id, kind, severity, title, lines, summaries, link, customer, events },
    at: at.toISOString(),
    text: lines.join('\n'),
    summary: summaries.join('\n\n'),
    'alert.key': alert?.key ?? null,
    'alert.resolved': alert?.resolved ?? null,
  }
}

/** The lines to repeat a section for; null stands for the line outside of it. */
function itemsOf(value: unknown, isInverse: boolean): (string | null)[] {
  const isPresent = Array.isArray(value) ? value.length > 0 : Boolean(value)
  if (isInverse) return isPresent ? [] : [null]
  if (!Array.isArray(value)) return isPresent ? [null] : []
  return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function parseTemplate(template: string): Node[] {
  if (Buffer.byteLength(template) > maxTemplateBytes) {
    throw new TemplateRefused(message('template_too_long', { max: maxTemplateBytes }))
  }
  const root: Node[] = []
  const open: { name: string; line: number; nodes: Node[] }[] = [{ name: '', line: 0, nodes: root }]
  let at = 0
  let line = 1
  let counted = 0
  while (at < template.length) {
    const begin = template.indexOf('{{', at)
    const nodes = open.at(-1)?.nodes ?? root
    if (begin > at || begin === -1)
      nodes.push({ kind: 'text', text: template.slice(at, begin === -1 ? undefined : begin) })
    if (begin === -1) break
    const end = template.indexOf('}}', begin)
    for (
      let next = template.indexOf('\n', counted);
      next !== -1 && next < begin;
      next = template.indexOf('\n', counted)
    ) {
      line += 1
      counted = next + 1
    }
    if (end === -1) throw new TemplateRefused(message('template_tag_invalid', { line }))
    addTag(template.slice(begin + 2, end).trim(), line, open)
    at = end + 2
  }
  const left = open.at(-1)
  if (open.length > 1 && left) throw new TemplateRefused(message('template_section_unclosed', { name: left.name, line: left.line })) // prettier-ignore
  return root
}

function addTag(tag: string, line: number, open: { name: string; line: number; nodes: Node[] }[]): void {
  const [, sign = '', name = ''] = /^(json\s+|[#^/])?\s*([a-z.]+)$/.exec(tag) ?? []
  if (name === '') throw new TemplateRefused(message('template_tag_invalid', { line }))
  if (!names.some((known) => known === name))
    throw new TemplateRefused(message('template_name_unknown', { name, line }))
  const nodes = open.at(-1)?.nodes
  if (sign === '/') {
    if (open.length === 1 || open.pop()?.name !== name) {
      throw new TemplateRefused(message('template_section_unopened', { name, line }))
    }
  } else if (sign === '#' || sign === '^') {
    if (open.length > maxDepth) throw new TemplateRefused(message('template_too_deep', { max: maxDepth }))
    const section: Node = { kind: 'section', name, isInverse: sign === '^', nodes: [] }
    nodes?.push(section)
    open.push({ name, line, nodes: section.nodes })
  } else {
    nodes?.push(sign === '' ? { kind: 'value', name } : { kind: 'json', name })
  }
}

function escapeFor(contentType: string): (text: string) => string {
  const type = mediaType(contentType)
  if (isJson(contentType)) return (text) => JSON.stringify(text).slice(1, -1)
  if (/[/+](xml|html)$/.test(type)) return (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
  return type === 'application/x-www-form-urlencoded' ? encodeURIComponent : (text) => text
}

function isJson(contentType: string): boolean {
  return /[/+]json$/.test(mediaType(contentType))
}

function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
