import { asProperties, light } from './tokens.ts'

/** Print uses the colours of the light theme, because paper is white. */
export function lightOnPaper(): void {
  const properties = asProperties({ ...light, ground: '#ffffff' }).map(
    ([name, value]) => `${name}: ${value} !important`,
  )
  const sheet = new CSSStyleSheet({ media: 'print' })
  sheet.replaceSync(`:root { color-scheme: light !important; background: white !important; ${properties.join('; ')} }`)
  document.adoptedStyleSheets.push(sheet)
}
