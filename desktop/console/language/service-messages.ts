import { shallowReactive } from 'vue'
import { type Renderer, createRenderer, isKnownCode } from '../../../shared/messages/create-renderer.ts'
import { type ReceivedFailure, composeFailure } from '../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { languageNow } from './i18n.ts'
import type { Language } from './define-messages.ts'

const renderers = shallowReactive<Partial<Record<Language, Renderer>>>({})

/** Loads the service's messages in a language. Pages that show one are rendered again. */
export async function loadMessages(language: Language): Promise<void> {
  renderers[language] ??= createRenderer(language, await loaders[language]())
}

const loaders = {
  en: async () => (await import('../../../shared/messages/en/catalogue.ts')).english,
  fr: async () => (await import('../../../shared/messages/fr/catalogue.ts')).french,
}

/**
 * Returns a message in the language of the console; undefined for a code of a newer service, or while the sentences are
 * loading.
 */
export function messageText({ code, params }: { code?: string; params?: Record<string, unknown> }): string | undefined {
  if (code === undefined || !isKnownCode(code)) return undefined
  return renderers[languageNow()]?.({ code, params: params ?? {} } satisfies ReceivedMessage)
}

/**
 * Returns the text of a failure in the language of the console; undefined for a code of a newer service, or while the
 * sentences are loading.
 */
export function failureInLanguage(failure: ReceivedFailure): string | undefined {
  const { code, step, expected, advice } = failure
  const isKnown = [`failure_${code}`, step?.code, expected?.code, advice.code].every(
    (one) => one === undefined || isKnownCode(one),
  )
  const renderer = renderers[languageNow()]
  return isKnown && renderer ? composeFailure(failure, renderer) : undefined
}
