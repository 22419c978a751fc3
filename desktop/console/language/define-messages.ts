export type Language = 'en' | 'fr'

/** A short text in both languages, used before a feature's texts are loaded: titles, navigation, actions. */
export type Text = Readonly<Record<Language, string>>

export interface Messages {
  readonly [key: string]: string | Messages
}

/** The keys of `T`, with texts of another language. */
export type SameKeys<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : SameKeys<T[Key]> }

export interface MessageCatalogue<T extends Messages = Messages> {
  feature: string
  en: T
  fr: SameKeys<T>
}

/** Every text below `T`, such as `empty.title`. */
export type KeyOf<T> = T extends string
  ? never
  : { [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${KeyOf<T[Key]>}` }[keyof T & string]

/**
 * Defines a feature's texts in both languages; `fr` must have the keys of `en`. In a text `{name}` is replaced, `|`
 * separates plural forms (`no device | one device | {n} devices`), and a literal `@`, `{`, `|` is written as `{'@'}`.
 */
export function defineMessages<const T extends Messages>(
  feature: string,
  texts: { en: T; fr: NoInfer<SameKeys<T>> },
): MessageCatalogue<T> {
  return { feature, ...texts } as MessageCatalogue<T>
}
