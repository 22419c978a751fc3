import type { Locale } from '../../../../../shared/messages/create-renderer.ts'

/** Sections of a report, in the order in which they appear. */
export const reportSectionNames = ['coverage', 'failures', 'changes', 'storage', 'restores', 'access'] as const

export type ReportSectionName = (typeof reportSectionNames)[number]

export interface ReportLogo {
  type: 'image/png' | 'image/jpeg'
  data: Buffer
}

/** How a report is written. */
export interface ReportOptions {
  locale: Locale
  /** Shown at the top; one that cannot be decoded is left out. */
  logo: ReportLogo | null
  /** Address of the console, for links; null: the report has no links. */
  consoleUrl: string | null
  /** Other sections are left out. */
  sections: ReportSectionName[]
}

/** A report as a mail. `html` refers to the logo as `cid:logo`. */
export interface RenderedReport {
  subject: string
  html: string
  text: string
  /** To attach with the content id `logo`; null: `html` shows none, because none was given or it cannot be decoded. */
  logo: ReportLogo | null
}
