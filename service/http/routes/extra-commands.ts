import { type Request, Router } from 'express'
import {
  createExtraCommand,
  deleteExtraCommand,
  getExtraCommand,
  listExtraCommands,
  listDeviceExtraCommands,
  updateExtraCommand,
} from '../../domain/inventory/extra-commands/extra-commands.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, parseText, uuidOf } from '../pagination.ts'
import { presentExtraCommand } from '../present/extra-command.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

export function extraCommandRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/extra-commands', async (req: Req<'listExtraCommands'>, res: Res<'listExtraCommands'>) => {
    const { limit = 100, cursor, platform } = req.query
    const at = decodeCursor(cursor, 3)
    const after = at && { platform: parseText(at[0]), key: parseText(at[1]), id: uuidOf(at[2]) }
    const rows = await scoped(dependencies, req, (context) =>
      listExtraCommands(context, { platform }, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ command }) => [command.platform, command.key, command.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentExtraCommand))
  })
  routes.get(
    '/api/devices/:device_id/extra-commands',
    async (req: Req<'listDeviceExtraCommands'>, res: Res<'listDeviceExtraCommands'>) => {
      const rows = await scoped(dependencies, req, (context) => listDeviceExtraCommands(context, req.params.device_id))
      res.json(rows.map(presentExtraCommand))
    },
  )
  routes.post('/api/extra-commands', async (req: Req<'createExtraCommand'>, res: Res<'createExtraCommand'>) => {
    const { platform, key, tag = null, device_id: deviceId = null, command } = req.body
    const { min_lines: minLines = 1, contains = null } = req.body
    const input = { platform, key, tag, deviceId, command, minLines, contains }
    const created = await scopedToTenant(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentExtraCommand(await createExtraCommand(context, input)),
      ),
    )
    res.status(201).json(created)
  })
  routes.get('/api/extra-commands/:command_id', async (req: Req<'getExtraCommand'>, res: Res<'getExtraCommand'>) => {
    const found = await scoped(dependencies, req, (context) => getExtraCommand(context, req.params.command_id))
    res.json(presentExtraCommand(found))
  })
  routes.patch(
    '/api/extra-commands/:command_id',
    async (req: Req<'updateExtraCommand'>, res: Res<'updateExtraCommand'>) => {
      const { command, min_lines: minLines, contains } = req.body
      const change = omitUndefined({ command, minLines, contains })
      const updated = await scopedToTenant(dependencies, req, async (context) => {
        await requireUnchanged(req, context)
        return updateExtraCommand(context, req.params.command_id, change)
      })
      res.json(presentExtraCommand(updated))
    },
  )
  routes.delete('/api/extra-commands/:command_id', async (req: Req<'deleteExtraCommand'>, res) => {
    await scopedToTenant(dependencies, req, async (context) => {
      await requireUnchanged(req, context)
      await deleteExtraCommand(context, req.params.command_id)
    })
    res.status(204).end()
  })
  return routes
}

function requireUnchanged(
  req: Pick<Request<{ command_id: string }>, 'get' | 'params'>,
  context: ActionContext,
): Promise<void> {
  const { command_id: id } = req.params
  const represent = async () => presentExtraCommand(await getExtraCommand(context, id))
  return requireMatch(req, context, { table: 'extra_commands', id }, represent)
}
