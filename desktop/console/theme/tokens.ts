/** Base of every colour of the console. Texts have a contrast of at least 4.5:1 on their backgrounds. */
export interface Tokens {
  /** Backgrounds: page, cards and tables, floating elements, wells. */
  ground: string
  surface: string
  raised: string
  sunken: string
  hover: string
  /** Borders between elements; of input fields, with 3:1. */
  border: string
  edge: string
  text: string
  muted: string
  accent: string
  accentHover: string
  onAccent: string
  accentSoft: string
  good: string
  goodSoft: string
  warn: string
  warnSoft: string
  bad: string
  badSoft: string
  info: string
  infoSoft: string
  quiet: string
  quietSoft: string
  /** Diff colours: a line, and the changed part of it. */
  added: string
  addedWord: string
  removed: string
  removedWord: string
  shadow: string
}

export const light: Tokens = {
  ground: '#f4f6f8',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#eceff3',
  hover: '#f0f3f7',
  border: '#dde2e8',
  edge: '#828d9b',
  text: '#17202c',
  muted: '#546072',
  accent: '#2457c5',
  accentHover: '#1b47a6',
  onAccent: '#ffffff',
  accentSoft: '#e7eefc',
  good: '#146c41',
  goodSoft: '#e1f3e9',
  warn: '#875000',
  warnSoft: '#fdf0d7',
  bad: '#b0241c',
  badSoft: '#fce8e6',
  info: '#1b5ba3',
  infoSoft: '#e3effb',
  quiet: '#546072',
  quietSoft: '#ebeef2',
  added: '#e3f5e9',
  addedWord: '#b4e3c3',
  removed: '#fdeae8',
  removedWord: '#f8c4bf',
  shadow: '0 1px 2px rgb(23 32 44 / 6%), 0 8px 24px rgb(23 32 44 / 10%)',
}

export const dark: Tokens = {
  ground: '#0f1419',
  surface: '#161c23',
  raised: '#1d242d',
  sunken: '#0b0f13',
  hover: '#1e2630',
  border: '#2a333e',
  edge: '#6d7a89',
  text: '#e3e8ee',
  muted: '#a2aebc',
  accent: '#7ba6ff',
  accentHover: '#97b9ff',
  onAccent: '#0a1528',
  accentSoft: '#1a2844',
  good: '#66d49a',
  goodSoft: '#132b20',
  warn: '#efb458',
  warnSoft: '#302613',
  bad: '#ff9187',
  badSoft: '#381b1b',
  info: '#7fbef6',
  infoSoft: '#14293b',
  quiet: '#a2aebc',
  quietSoft: '#232c36',
  added: '#12291d',
  addedWord: '#1f5237',
  removed: '#351b1c',
  removedWord: '#6b2a2b',
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 45%)',
}

/** Returns custom properties of the page: `accentSoft` is `--accent-soft`. */
export function asProperties(tokens: Tokens): [name: string, value: string][] {
  return Object.entries(tokens).map(([name, value]) => [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value]) // prettier-ignore
}
