import fs from 'node:fs'
import path from 'node:path'
import type { Messages, Words } from '../../desktop/console/language/words.ts'

const root = path.join(import.meta.dirname, '../../desktop/console')

/** A text of the console in both languages, and its key: `storage.title`. */
export interface Said {
  where: string
  en: string
  fr: string
}

/** Returns every text of the console. Plural forms are separated by `|`. */
export async function wordsOfConsole(): Promise<Said[]> {
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[/-])words\.ts$/.test(file) && !file.startsWith('language'))
  const modules = await Promise.all(
    files.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isWords)
    .flatMap(({ feature, en, fr }) => textsOf(feature, en, fr))
}

function isWords(exported: unknown): exported is Words {
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
