import { type Request, Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { createSchedule } from '../../domain/reporting/period-reports/schedules/create-schedule.ts'
import { deleteSchedule, getSchedule, listSchedules } from '../../domain/reporting/period-reports/schedules/list-schedules.ts' // prettier-ignore
import { updateSchedule } from '../../domain/reporting/period-reports/schedules/update-schedule.ts'
import { sendReportNow } from '../../domain/reporting/period-reports/sending/send-report-now.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { findStoredResponse, withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import { mailServerSeenBy } from '../mail-server-seen-by.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { periodDependencies } from '../period-dependencies.ts'
import { presentSchedule, presentSentReport } from '../present/report-schedule.ts'
import { scoped } from '../scoped.ts'

type SentAnswer = components['schemas']['SentReport']

const path = '/api/report-schedules'

export function reportScheduleRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get(path, async (req: Req<'listReportSchedules'>, res: Res<'listReportSchedules'>) => {
    const filter = omitUndefined({ name: req.query.name })
    const schedules = await scoped(dependencies, req, (context) => listSchedules(context, filter))
    res.json(schedules.map((schedule) => presentSchedule(schedule, localeOf(req))))
  })
  routes.post(path, async (req: Req<'createReportSchedule'>, res: Res<'createReportSchedule'>) => {
    const { timeZone } = dependencies.settings
    const schedule = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentSchedule(await createSchedule(context, req.body, timeZone), localeOf(req)),
      ),
    )
    res.status(201).json(schedule)
  })
  routes.get(`${path}/:report_schedule_id`, async (req: Req<'getReportSchedule'>, res: Res<'getReportSchedule'>) => {
    const { report_schedule_id: id } = req.params
    res.json(presentSchedule(await scoped(dependencies, req, (context) => getSchedule(context, id)), localeOf(req)))
  })
  routes.patch(
    `${path}/:report_schedule_id`,
    async (req: Req<'updateReportSchedule'>, res: Res<'updateReportSchedule'>) => {
      const { report_schedule_id: id } = req.params
      const schedule = await scoped(dependencies, req, async (context) => {
        await requireSchedule(req, context, id)
        return updateSchedule(context, id, req.body)
      })
      res.json(presentSchedule(schedule, localeOf(req)))
    },
  )
  routes.delete(`${path}/:report_schedule_id`, async (req: Req<'deleteReportSchedule'>, res) => {
    const { report_schedule_id: id } = req.params
    await scoped(dependencies, req, async (context) => {
      await requireSchedule(req, context, id)
      await deleteSchedule(context, id)
    })
    res.status(204).end()
  })
  routes.post(`${path}/:report_schedule_id/send`, async (req: Req<'sendReport'>, res: Res<'sendReport'>) => {
    // a lost response must not cause a second mail
    const before = await scoped(dependencies, req, (context) =>
      findStoredResponse<SentAnswer>(dependencies, req, context),
    )
    const sent =
      before ??
      (await sendReportNow(
        periodDependencies(dependencies),
        (step) => scoped(dependencies, req, step),
        req.params.report_schedule_id,
        (context, queue) =>
          withIdempotency(dependencies, req, context, async () =>
            presentSentReport(await queue(), localeOf(req), mailServerSeenBy(req)),
          ),
      ))
    res.status(202).json(sent)
  })
  return routes
}

function requireSchedule(
  req: Pick<Request, 'get' | 'acceptsLanguages'>,
  context: ActionContext,
  id: string,
): Promise<void> {
  return requireMatch(req, context, { table: 'report_schedules', id }, async () =>
    presentSchedule(await getSchedule(context, id), localeOf(req)),
  )
}
