import type { components } from '../contract/api-types.ts'
import type { Locale } from '../messages/create-renderer.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

type Schemas = components['schemas']

/** Texts of events in one locale. */
export interface EventTexts {
  types: Record<
    Schemas['EventType'],
    {
      /** Names the type: `a backup failed`. */
      label: string
      /** Describes an event, in ICU MessageFormat; its parameters are the fields of `data`, `device`, `agent` and `cause`. */
      sentence: string
    }
  >
}

/** The texts of every event type. A missing one does not compile. */
export const eventTexts: Record<Locale, EventTexts> = { en, fr }
