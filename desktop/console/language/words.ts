export type Language = 'en' | 'fr'

/** Something short in both languages, where a feature's words are not loaded yet: titles, navigation, actions. */
export type Text = Readonly<Record<Language, string>>

export interface Messages {
  readonly [key: string]: string | Messages
}

/** The keys of `T`, with texts of another language. */
export type SameKeys<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : SameKeys<T[Key]> }

export interface Words<T extends Messages = Messages> {
  feature: string
  en: T
  fr: SameKeys<T>
}

/** Every text below `T`, as `empty.title`. */
export type KeyOf<T> = T extends string
  ? never
  : { [Key in keyof T & string]: T[Key] extends string ? Key : `${Key}.${KeyOf<T[Key]>}` }[keyof T & string]

/**
 * A feature's words in both languages; the type of `fr` is forced to the keys of `en`. In a text `{name}` is replaced,
 * `|` parts the forms of a count (`no device | one device | {n} devices`), and a literal `@`, `{`, `|` stands as `{'@'}`.
 */
export function defineWords<const T extends Messages>(
  feature: string,
  texts: { en: T; fr: NoInfer<SameKeys<T>> },
): Words<T> {
  return { feature, ...texts } as Words<T>
}
