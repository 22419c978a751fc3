import { type Response, Router } from 'express'
import { recordAudit } from '../../domain/kernel/audit/record-audit.ts'
import { DomainError, notFound } from '../../domain/kernel/domain-error.ts'
import { holds } from '../../domain/kernel/holds.ts'
import { findLogo, removeLogo, setLogo } from '../../domain/reporting/period-reports/logos/tenant-logos.ts'
import { askedPeriod } from '../../domain/reporting/period-reports/period-days.ts'
import type { PeriodReport } from '../../domain/reporting/period-reports/period-report.ts'
import { readPeriodReport } from '../../domain/reporting/period-reports/read-period-report.ts'
import type { ReportSectionName } from '../../domain/reporting/period-reports/render/report-options.ts'
import { reportSectionNames } from '../../domain/reporting/period-reports/render/report-options.ts'
import { renderReportPdf } from '../../domain/reporting/period-reports/render/render-pdf.ts'
import { getSentReport, listSentReports } from '../../domain/reporting/period-reports/sending/list-sent-reports.ts'
import { readSentReport } from '../../domain/reporting/period-reports/sending/read-sent-report.ts'
import { readReportOptions, renderReportPage, reportFileName } from '../../domain/reporting/period-reports/sending/render-report.ts' // prettier-ignore
import type { Dependencies } from '../../dependencies.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { localeOf } from '../locale.ts'
import { mailServerSeenBy } from '../mail-server-seen-by.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, instantOf, paginate, uuidOf } from '../pagination.ts'
import { periodDependencies } from '../period-dependencies.ts'
import { presentPeriodReport } from '../present/period-report.ts'
import { presentLogo, presentSentReport } from '../present/report-schedule.ts'
import { callerOf, scoped, scopedToPlatform } from '../scoped.ts'

export function periodReportRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/reports/period', async (req: Req<'readPeriodReport'>, res: Response) => {
    const { period, to, format = 'json', language = localeOf(req) } = req.query
    const { actor, tenantId } = callerOf(req)
    if (tenantId === null && actor.customers) throw new DomainError('tenant_required')
    const { timeZone } = dependencies.settings
    const days = await scoped(dependencies, req, ({ now }) =>
      Promise.resolve(askedPeriod(period, to, { now, timeZone })),
    )
    const { report } = await readPeriodReport(periodDependencies(dependencies), { tenantId, period, ...days })
    const readsAudit = holds(actor, 'audit:read')
    if (format === 'json') return void res.json(presentPeriodReport(report, readsAudit))
    const sections = reportSectionNames.filter((name) => name !== 'access' || readsAudit)
    await sendRendered(dependencies, res, report, { format, locale: language, sections })
  })
  addSentRoutes(routes, dependencies)
  addLogoRoutes(routes, dependencies)
  return routes
}

function addSentRoutes(routes: Router, dependencies: Dependencies): void {
  routes.get('/api/sent-reports', async (req: Req<'listSentReports'>, res: Res<'listSentReports'>) => {
    const { limit = 100, cursor, schedule_id: scheduleId } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { createdAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listSentReports(context, omitUndefined({ scheduleId }), { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ sent }) => [sent.createdAt.toISOString(), sent.id])
    if (link) res.set('Link', link)
    res.json(page.map((sent) => presentSentReport(sent, localeOf(req), mailServerSeenBy(req))))
  })
  routes.get('/api/sent-reports/:sent_report_id/content', async (req: Req<'downloadSentReport'>, res: Response) => {
    const { sent_report_id: id } = req.params
    const { format = 'pdf' } = req.query
    const { sent } = await scoped(dependencies, req, async (context) => {
      const found = await getSentReport(context, id)
      const { tenantId, name } = found.sent
      await recordAudit(context, 'report.download', { kind: 'sent_report', id, tenantId, detail: { name, format } })
      return found
    })
    const report = await readSentReport(periodDependencies(dependencies), sent)
    const readsAudit = holds(callerOf(req).actor, 'audit:read')
    const sections = sent.sections.filter((name) => name !== 'access' || readsAudit)
    await sendRendered(dependencies, res, report, { format, locale: sent.language, sections })
  })
}

function addLogoRoutes(routes: Router, dependencies: Dependencies): void {
  const path = '/api/tenants/:customer_id/logo'
  routes.get(path, async (req: Req<'readTenantLogo'>, res: Response) => {
    const logo = await scoped(dependencies, req, (context) => findLogo(context, req.params.customer_id))
    if (!logo) throw notFound()
    res.set('X-Content-Type-Options', 'nosniff').type(logo.type).send(logo.data)
  })
  routes.put(path, async (req: Req<'setTenantLogo'>, res: Res<'setTenantLogo'>) => {
    const { customer_id: id } = req.params
    res.json(presentLogo(await scopedToPlatform(dependencies, req, (context) => setLogo(context, id, req.body.data))))
  })
  routes.delete(path, async (req: Req<'removeTenantLogo'>, res) => {
    await scopedToPlatform(dependencies, req, (context) => removeLogo(context, req.params.customer_id))
    res.status(204).end()
  })
}

interface Rendering {
  format: 'html' | 'pdf'
  locale: Locale
  sections: readonly ReportSectionName[]
}

/** A page that is opened by its address runs nothing and loads nothing. */
const pagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

async function sendRendered(
  dependencies: Dependencies,
  res: Response,
  report: PeriodReport,
  { format, ...choices }: Rendering,
): Promise<void> {
  const { baseUrl } = dependencies.settings
  const options = await readReportOptions(periodDependencies(dependencies).runInScope, report, { ...choices, baseUrl })
  res.attachment(`${reportFileName(report)}.${format}`)
  res.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': pagePolicy })
  if (format === 'html') res.type('text/html; charset=utf-8').send(renderReportPage(report, options))
  else res.type('application/pdf').send(await renderReportPdf(dependencies.workers, report, options))
}
