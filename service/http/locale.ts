import type { Request } from 'express'
import type { Locale } from '../../shared/messages/create-renderer.ts'

/** Returns the language that the client prefers of those that there are sentences in; English where it names none. */
export function localeOf(req: Pick<Request, 'acceptsLanguages'>): Locale {
  return req.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en'
}
