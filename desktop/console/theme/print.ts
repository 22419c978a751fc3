import { asProperties, light } from './tokens.ts'

/** Paper is white, whatever the screen is: in print the colours are those of the light theme. */
export function lightOnPaper(): void {
  const properties = asProperties({ ...light, ground: '#ffffff' }).map(
    ([name, value]) => `${name}: ${value} !important`,
  )
  const sheet = new CSSStyleSheet({ media: 'print' })
  sheet.replaceSync(`:root { color-scheme: light !important; background: white !important; ${properties.join('; ')} }`)
  document.adoptedStyleSheets.push(sheet)
}
