import { languageNow } from '../../language/i18n.ts'
import type { KeyOf, Messages } from '../../language/define-messages.ts'
import { type Severity, severities } from '../../ui/events/event-groups.ts'
import { dayName, days } from '../../ui/schedule/days.ts'
import type { FormSection } from '../../ui/schema-form/form-definition.ts'
import type { Channel } from './channel-state.ts'
import type { ChannelValues } from './channel-values.ts'
import type { messages } from './form-messages.ts'

type Say = (key: KeyOf<typeof messages extends { en: infer T extends Messages } ? T : never>) => string

const digests = [0, 5, 15, 60, 240, 1440]

/** Returns the sections of how and when a channel sends: messages, quiet hours and escalation. */
export function timeSections(
  t: Say,
  {
    values,
    targets,
    ofDigest,
    ofSeverity,
  }: {
    /** Of the form, when it exists. */
    values: () => ChannelValues
    /** Channels to which this one may escalate. */
    targets: () => readonly Channel[]
    ofDigest: (minutes: number) => string
    ofSeverity: (severity: Severity) => string
  },
): FormSection[] {
  const severityOptions = () => severities.map((value) => ({ value, label: ofSeverity(value) }))
  const isQuiet = () => values().hasQuietHours
  const isEscalating = () => values().escalates
  return [
    {
      key: 'message',
      title: () => t('section.message'),
      fields: [
        {
          key: 'language',
          label: () => t('language'),
          as: 'choice',
          options: () => [
            { value: 'en', label: t('english') },
            { value: 'fr', label: t('french') },
          ],
        },
        {
          key: 'digest_minutes',
          label: () => t('digest'),
          as: 'choice',
          options: () =>
            [...new Set([...digests, Number(values().digest_minutes)])]
              .toSorted((one, other) => one - other)
              .map((minutes) => ({ value: String(minutes), label: ofDigest(minutes) })),
        },
        { key: 'include_summaries', label: () => t('summaries'), as: 'check', whole: true },
      ],
    },
    {
      key: 'quiet',
      title: () => t('section.quiet'),
      hint: () => t('quietHint'),
      fields: [
        { key: 'hasQuietHours', label: () => t('hasQuietHours'), as: 'check', whole: true },
        { key: 'quiet_hours.from', label: () => t('from'), as: 'time', isNeeded: true, isShown: isQuiet },
        { key: 'quiet_hours.to', label: () => t('to'), as: 'time', isNeeded: true, isShown: isQuiet },
        {
          key: 'quiet_hours.days',
          label: () => t('days'),
          as: 'choices',
          options: () => days.map((value) => ({ value, label: dayName(value, languageNow(), 'long') })),
          none: () => t('noDay'),
          check: () => (values().quiet_hours.days.length === 0 ? t('noDay') : undefined),
          isShown: isQuiet,
          whole: true,
        },
        {
          key: 'quiet_hours.time_zone',
          label: () => t('timeZone'),
          as: 'choice',
          options: () => timeZones(values().quiet_hours.time_zone),
          isShown: isQuiet,
        },
        {
          key: 'quiet_hours.min_severity',
          label: () => t('quietSent'),
          as: 'choice',
          options: severityOptions,
          isShown: isQuiet,
        },
      ],
    },
    {
      key: 'escalation',
      title: () => t('section.escalation'),
      hint: () => t('escalationHint'),
      fields: [
        { key: 'escalates', label: () => t('escalates'), as: 'check', whole: true },
        {
          key: 'escalation.after_minutes',
          label: () => t('after'),
          as: 'number',
          rules: { required: true, minimum: 1, maximum: 1440 },
          isShown: isEscalating,
        },
        {
          key: 'escalation.channel_id',
          label: () => t('target'),
          as: 'choice',
          hint: () => (targets().length === 0 ? t('noTarget') : undefined),
          options: () => [
            { value: '', label: t('chooseTarget') },
            ...targets().map(({ id, name }) => ({ value: id, label: name })),
          ],
          isNeeded: true,
          isShown: isEscalating,
        },
        {
          key: 'escalation.min_severity',
          label: () => t('escalated'),
          as: 'choice',
          options: severityOptions,
          isShown: isEscalating,
        },
      ],
    },
  ]
}

function timeZones(chosen: string) {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])
  return [...all].map((value) => ({ value, label: value }))
}
