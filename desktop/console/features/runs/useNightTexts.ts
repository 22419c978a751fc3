import type { components } from '../../../../shared/contract/api-types.ts'
import { useTenants } from '../../client/tenants.ts'
import { languageNow } from '../../language/i18n.ts'
import { useMessages } from '../../language/useMessages.ts'
import { failureReason } from '../../ui/failure-text.ts'
import { duration, localHour, localTime } from '../../ui/instants.ts'
import { messages as uiMessages } from '../../ui/messages.ts'
import type { TimelineBar, TimelineRow } from './night-layout.ts'
import { messages } from './night-messages.ts'

type Stretch = components['schemas']['BlackoutStretch']

/** Texts of the night's rows, bars and blackouts, for the picture and its table. */
export function useNightTexts() {
  const { t } = useMessages(messages)
  const { t: ui } = useMessages(uiMessages)
  const customers = useTenants()
  const hour = (at: string | null) => (at === null ? t('still') : localHour(new Date(at), languageNow()))
  const instant = (at: string | null | undefined) => (at ? localTime(new Date(at), languageNow(), 'short') : '')
  const customerName = (id: string | null) => (id === null ? '' : (customers.known(id)?.name ?? id))

  function rowName({ kind, agent }: TimelineRow): string {
    return kind === 'agent' ? (agent ?? '') : t(`agent.${kind}`)
  }

  function statusText({ statuses }: TimelineBar): string {
    return statuses.map((status) => ui(`runStatus.${status}`)).join(', ')
  }

  function causeText({ run }: TimelineBar): string {
    if (!run || run.error_code === null) return ''
    return failureReason({ error_code: run.error_code })?.title ?? run.error_code
  }

  /** The row, device, status, times and cause of a bar. */
  function barText(row: TimelineRow, bar: TimelineBar): string {
    const { run, runs, starts_at: start, ends_at: end } = bar
    if (!run) {
      const merged = t('mergedBar', { runs: t('attempts', { n: runs }), from: hour(start), to: hour(end) })
      return [rowName(row), statusText(bar), merged].join(' · ')
    }
    const waitedMs = Date.parse(start) - Date.parse(run.waits_since)
    const parts = [
      ...[rowName(row), run.device, statusText(bar)],
      ...(run.attempt > 1 ? [t('attempt', { number: run.attempt })] : []),
      `${hour(start)}–${hour(end)}`,
      ...(waitedMs > 0 ? [t('waited', { duration: duration(waitedMs, languageNow()) })] : []),
      causeText(bar),
    ]
    return parts.filter(Boolean).join(' · ')
  }

  function blackoutText({ level, name, site, device, tenant_id, starts_at, ends_at }: Stretch): string {
    const place = t(`blackoutAt.${level}`, {
      customer: customerName(tenant_id),
      site: site ?? '',
      device: device ?? '',
    })
    return `${t('blackout', { name })} · ${place} · ${instant(starts_at)} – ${instant(ends_at)}`
  }

  function barCells(row: TimelineRow, bar: TimelineBar): string[] {
    const { run, runs, starts_at, ends_at } = bar
    return [
      ...[rowName(row), customerName(run?.tenant_id ?? row.tenant_id), run?.device ?? '', statusText(bar)],
      ...[run && run.attempt > 0 ? String(run.attempt) : '', String(runs), instant(run?.waits_since)],
      ...[instant(starts_at), instant(ends_at), causeText(bar)],
    ]
  }

  function blackoutCells(stretch: Stretch): string[] {
    const { name, level, site, tenant_id, device, starts_at, ends_at } = stretch
    const customer = level === 'platform' ? t('blackoutAt.platform') : customerName(tenant_id)
    return [t('blackout', { name }), customer, device ?? site ?? '', '', '', '', '', instant(starts_at), instant(ends_at), ''] // prettier-ignore
  }

  return { rowName, customerName, barText, barCells, blackoutText, blackoutCells }
}
