import type { Request } from 'express'
import type { Locale } from '../../shared/messages/create-renderer.ts'

/** Returns the supported language that the client prefers; English if it specifies none. */
export function localeOf(req: Pick<Request, 'acceptsLanguages'>): Locale {
  return req.acceptsLanguages('en', 'fr') === 'fr' ? 'fr' : 'en'
}
