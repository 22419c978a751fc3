import { randomUUIDv7 } from 'node:crypto'
import { type Request, Router } from 'express'
import { recordAudit } from '../../domain/kernel/audit/record-audit.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { findMailServer } from '../../domain/outbox/channels/mail-server.ts'
import { removeMailServer, setMailServer } from '../../domain/outbox/channels/set-mail-server.ts'
import { testMailServer } from '../../domain/outbox/channels/test-mail-server.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { localeOf } from '../locale.ts'
import type { Req, Res } from '../operation.ts'
import { presentAttempt, presentMailServer } from '../present/notification-channel.ts'
import { scopedToPlatform } from '../scoped.ts'
import { sendDependencies } from '../send-dependencies.ts'

export function mailServerRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/mail-server', async (req: Req<'readMailServer'>, res: Res<'readMailServer'>) => {
    res.json(presentMailServer(await scopedToPlatform(dependencies, req, ({ trx }) => findMailServer(trx))))
  })
  routes.put('/api/mail-server', async (req: Req<'setMailServer'>, res: Res<'setMailServer'>) => {
    const { security = 'starttls', username = null, ca_certificates: caCertificates = null, ...same } = req.body
    const { port = security === 'tls' ? 465 : 587, ...fields } = same
    const input = { ...fields, port, security, username, caCertificates }
    if (fields.password) dependencies.secrets?.addRecent(fields.password)
    const server = await scopedToPlatform(dependencies, req, async (context) => {
      await requireServer(req, context)
      return setMailServer(context, dependencies.serviceKeys.settingsKey, input)
    })
    res.json(presentMailServer(server))
  })
  routes.delete('/api/mail-server', async (req: Req<'removeMailServer'>, res) => {
    await scopedToPlatform(dependencies, req, async (context) => {
      await requireServer(req, context)
      await removeMailServer(context)
    })
    res.status(204).end()
  })
  routes.post('/api/mail-server/test', async (req: Req<'testMailServer'>, res: Res<'testMailServer'>) => {
    const { to } = req.body
    const user = await scopedToPlatform(dependencies, req, async (context) => {
      await recordAudit(context, 'mail_server.test', { kind: 'platform', tenantId: null, detail: { to } })
      return context.actor.name
    })
    const attempt = await testMailServer(
      sendDependencies(dependencies),
      { id: randomUUIDv7(), to, user },
      localeOf(req),
    )
    res.json(presentAttempt(attempt, localeOf(req)))
  })
  return routes
}

function requireServer(req: Pick<Request, 'get'>, context: ActionContext): Promise<void> {
  return requireMatch(req, context, { table: null, id: 'mail server' }, async () =>
    presentMailServer(await findMailServer(context.trx)),
  )
}
