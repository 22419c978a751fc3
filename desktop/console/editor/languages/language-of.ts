/** Syntax of a text. */
export type Language = 'indented' | 'fortios' | 'braces' | 'json' | 'xml' | 'settings' | 'none'

/** Origin of a text, as far as known. */
export interface TextOrigin {
  platform?: string
  /** Name of a file in a snapshot. */
  fileName?: string
}

/** Detects the syntax by the beginning of the text if it is conclusive, otherwise by the platform or the file name. */
export function languageOf(text: string, { platform, fileName }: TextOrigin): Language {
  const beginning = text.slice(0, 4_000)
  if (/^\s*<(?:\?xml|!--|[A-Za-z])/.test(beginning)) return 'xml'
  if (/^\s*(?:\{\s*"|\{\s*\}|\[\s*[[{"\]])/.test(beginning)) return 'json'
  if (platform === 'fwco_fortios' || /^#config-version=|^config system/m.test(beginning)) return 'fortios'
  if (platform === 'netco_iosxe' || platform === 'netco_nxos') return 'indented'
  if (platform === 'routeco_junos' || platform === 'lbco_bigip') return 'braces'
  if (platform === 'linux_server' || fileName !== undefined) return 'settings'
  return 'none'
}
