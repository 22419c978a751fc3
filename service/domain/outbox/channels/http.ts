import type { HttpSecrets, HttpSettings } from './channel-settings.ts'
import type { Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import { TemplateRefused, renderTemplate } from './render-template.ts'
import type { SenderDependencies } from './sender-dependencies.ts'

/** Sends the rendered template. `x-coffer-delivery` is the id of the delivery, by which a receiver ignores a repeated one. */
export function createHttpSender(
  dependencies: SenderDependencies,
  { method, contentType, template }: HttpSettings,
  { url, headers }: HttpSecrets,
): Send {
  return async (notification) => {
    try {
      const body = renderTemplate(template, notification, contentType)
      const own = { 'content-type': contentType, 'x-coffer-delivery': notification.id }
      return await postNotification(dependencies, { method, url, headers: { ...headers, ...own }, body })
    } catch (error) {
      if (error instanceof TemplateRefused) return { status: null, error: error.reason }
      throw error
    }
  }
}
