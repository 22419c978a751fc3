import { Router } from 'express'
import { freezeToday } from '../../domain/reporting/daily-report/freeze-report.ts'
import { listCoverage } from '../../domain/reporting/daily-report/list-coverage.ts'
import { listReportDays } from '../../domain/reporting/daily-report/list-report-days.ts'
import { readDailyReport } from '../../domain/reporting/daily-report/read-daily-report.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { localeOf } from '../locale.ts'
import { presentReport, presentReportDay } from '../present/report.ts'
import { createContentContext } from '../content-context.ts'
import { callerOf, scoped } from '../scoped.ts'

export function reportRoutes(dependencies: Dependencies): Router {
  const { timeZone } = dependencies.settings
  const routes = Router()
  routes.get('/api/reports/daily', async (req: Req<'dailyReport'>, res: Res<'dailyReport'>) => {
    const { day, live: isLive = false, listed } = req.query
    const report = await readDailyReport(createContentContext(dependencies, req, res), {
      day,
      isLive,
      listed,
      timeZone,
    })
    res.json(presentReport(report, callerOf(req).tenantId === null, localeOf(req)))
  })
  routes.get('/api/reports/days', async (req: Req<'listReportDays'>, res: Res<'listReportDays'>) => {
    const { until, limit = 31 } = req.query
    const days = await scoped(dependencies, req, (context) => listReportDays(context, { until, limit }))
    res.json(days.map(presentReportDay))
  })
  routes.get('/api/reports/coverage', async (req: Req<'listCoverage'>, res: Res<'listCoverage'>) => {
    const { until, days = 31 } = req.query
    const customers = await scoped(dependencies, req, (context) => listCoverage(context, { until, days, timeZone }))
    res.json(customers.map((customer) => ({ ...customer, days: customer.days.map(presentReportDay) })))
  })
  routes.post('/api/reports/daily/persist', async (req: Req<'persistDailyReport'>, res: Res<'persistDailyReport'>) => {
    const report = await freezeToday(createContentContext(dependencies, req, res), timeZone)
    res.json(presentReport(report, callerOf(req).tenantId === null, localeOf(req)))
  })
  return routes
}
