import { codes } from './codes.ts'
import { isKnownCode, isMessage } from './create-renderer.ts'
import type { ReceivedMessage } from './message.ts'
import type { ParameterKind } from './parameters.ts'

/**
 * Returns a message with `change` applied to every text in its parameters, also of messages in them. Words, which the
 * sentence selects by, and numbers stay as they are.
 */
export function mapTexts<Given extends ReceivedMessage>(message: Given, change: (text: string) => string): Given {
  const kinds: Readonly<Record<string, ParameterKind>> = isKnownCode(message.code) ? codes[message.code] : {}
  const params = Object.entries(message.params).map(([name, value]) => [
    name,
    kinds[name] === 'word' ? value : mapValue(value, change),
  ])
  return { ...message, params: Object.fromEntries(params) as Given['params'] }
}

function mapValue(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one: unknown) => mapValue(one, change))
  return isMessage(value) ? mapTexts(value, change) : value
}
