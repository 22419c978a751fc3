import type { OptionField } from './option-fields.ts'
import { words } from './form-words.ts'

type KnownOption = keyof typeof words.en.option.of

/** What an option is called: in the language of the moment, or in the words of the platform's schema for one that is new. */
export function optionLabel(
  { name, description }: OptionField,
  t: (key: `option.of.${KnownOption}`) => string,
): string {
  return name in words.en.option.of ? t(`option.of.${name as KnownOption}`) : `${name}: ${description}`
}
