import fs from 'node:fs'
import path from 'node:path'
import type { Messages, MessageCatalogue } from '../../desktop/console/language/define-messages.ts'

const root = path.join(import.meta.dirname, '../../desktop/console')

/** A text of the console in both languages, and its key: `storage.title`. */
interface Said {
  where: string
  en: string
  fr: string
}

/** Returns every text of the console. Plural forms are separated by `|`. */
export async function listConsoleMessages(): Promise<Said[]> {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[/-])messages\.ts$/.test(file) && !file.startsWith('language'))
  const modules = await Promise.all(
    files.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isCatalogue)
    .flatMap(({ feature, en, fr }) => textsOf(feature, en, fr))
}

function isCatalogue(exported: unknown): exported is MessageCatalogue {
  return typeof exported === 'object' && exported !== null && 'feature' in exported && 'fr' in exported
}

function textsOf(where: string, en: Messages, fr: Messages): Said[] {
  return Object.entries(en).flatMap(([key, text]) => {
    const french = fr[key]
    const at = `${where}.${key}`
    if (typeof text === 'string') return typeof french === 'string' ? [{ where: at, en: text, fr: french }] : []
    return typeof french === 'object' ? textsOf(at, text, french) : []
  })
}
