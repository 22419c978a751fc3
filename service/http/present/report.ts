import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { ReportDay } from '../../domain/reporting/daily-report/list-report-days.ts'
import {
  type TenantReport,
  type DailyReport,
  type ReportAgent,
  type ReportException,
  type ReportSummary,
  coverageOf,
} from '../../domain/reporting/daily-report/daily-report.ts'
import { presentFailure } from './failure.ts'

type Schemas = components['schemas']

/** @param isConsolidated whether the report covers all tenants; each is then listed besides the totals */
export function presentReport(report: DailyReport, isConsolidated: boolean, locale: Locale): Schemas['DailyReport'] {
  const customers = report.customers.map((tenant) => presentTenant(tenant, locale))
  return {
    day: report.day,
    computed_at: report.computedAt.toISOString(),
    frozen: report.isFrozen,
    summary: presentSummary(report.summary),
    exceptions: customers.flatMap(({ exceptions }) => exceptions),
    unscheduled: customers.flatMap(({ unscheduled }) => unscheduled),
    exceptions_truncated: report.customers.some(({ isTruncated }) => isTruncated),
    agents: customers.flatMap(({ agents }) => agents),
    ...(isConsolidated && { customers }),
  }
}

export function presentReportDay({ day, computedAt, summary }: ReportDay): Schemas['ReportDay'] {
  return {
    day,
    computed_at: computedAt.toISOString(),
    devices: summary.devices,
    covered: summary.covered,
    coverage_pct: coverageOf(summary),
    exceptions: summary.exceptions,
  }
}

function presentTenant(customer: TenantReport, locale: Locale): Schemas['CustomerReport'] {
  const { id, slug, name, summary, exceptions, isTruncated, unscheduled, agents } = customer
  return {
    id,
    slug,
    name,
    summary: presentSummary(summary),
    exceptions: exceptions.map((exception) => presentException(exception, slug, locale)),
    exceptions_truncated: isTruncated,
    unscheduled: unscheduled.map(({ deviceId, name: device, site }) => {
      return { device_id: deviceId, name: device, customer: slug, site }
    }),
    agents: agents.map((agent) => presentAgent(agent, slug)),
  }
}

function presentSummary(summary: ReportSummary): Schemas['ReportSummary'] {
  return {
    devices: summary.devices,
    covered: summary.covered,
    coverage_pct: coverageOf(summary),
    unscheduled: summary.unscheduled ?? 0,
    exceptions: summary.exceptions,
    without_agent: summary.withoutAgent ?? 0,
    states: summary.states,
    suspicious_versions: summary.suspiciousVersions,
    hosts_not_compared: summary.hostsNotCompared,
    drifted: summary.drifted,
  }
}

function presentException(exception: ReportException, customer: string, locale: Locale): Schemas['ReportException'] {
  const warnings = exception.warnings.map((warning) => render(warning, locale))
  const failure = exception.failure && presentFailure(exception.failure, locale)
  const failedArtifacts = exception.failedArtifacts.map((one) => {
    return { key: one.key, failure: presentFailure(one.failure, locale) }
  })
  const notCollected = [...failedArtifacts.map(({ key, failure: { message } }) => `${key}: ${message}`), ...warnings]
  return {
    device_id: exception.deviceId,
    name: exception.name,
    customer,
    state: exception.state,
    reasons: exception.reasons,
    last_success_at: exception.lastSuccessAt,
    last_success_age_label: exception.ageLabel,
    last_error: failure?.message ?? (notCollected.join('; ') || null),
    failure,
    failed_artifacts: failedArtifacts,
    warnings,
    warning_messages: exception.warnings,
    error_code: exception.errorCode,
    suspicious_versions: exception.suspiciousVersions,
  }
}

function presentAgent(agent: ReportAgent, customer: string): Schemas['ReportAgent'] {
  return {
    id: agent.id,
    name: agent.name,
    customer,
    lab_mode: agent.labMode,
    status: agent.status,
    last_seen_at: agent.lastSeenAt,
    version: agent.version,
  }
}
