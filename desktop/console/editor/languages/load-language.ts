import { StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { braces } from './braces.ts'
import { fortios } from './fortios.ts'
import { indented } from './indented.ts'
import { json } from './json.ts'
import type { Language } from './language-of.ts'
import { settings } from './settings.ts'

/** Loads the extension for a language. The XML parser is loaded on demand. */
export async function loadLanguage(language: Language): Promise<Extension> {
  if (language === 'none') return []
  if (language === 'xml') return (await import('@codemirror/lang-xml')).xml()
  return own[language]
}

const own = {
  indented: StreamLanguage.define(indented),
  fortios: StreamLanguage.define(fortios),
  braces: StreamLanguage.define(braces),
  json: StreamLanguage.define(json),
  settings: StreamLanguage.define(settings),
}
