import { type Locale, type Renderer, createRenderer } from './create-renderer.ts'
import { english } from './en/catalogue.ts'
import { french } from './fr/catalogue.ts'
import { type ReceivedFailure, composeFailure } from './failure.ts'
import type { ReceivedMessage } from './message.ts'

const renderers: Record<Locale, Renderer> = {
  en: createRenderer('en', english),
  fr: createRenderer('fr', french),
}

/** Returns the sentence of a message in a locale. */
export function render(message: ReceivedMessage, locale: Locale): string {
  return renderers[locale](message)
}

/** Returns the text of a failure in a locale. */
export function renderFailure(failure: ReceivedFailure, locale: Locale): string {
  return composeFailure(failure, renderers[locale])
}
