import { serviceText } from './said/service-text.ts'

/** The text of a failure in the language of the moment, where it is known there. */
export function failureText(text: string): string
export function failureText(text: string | null | undefined): string | null | undefined
export function failureText(text: string | null | undefined): string | null | undefined {
  return text ? serviceText(text) : text
}
