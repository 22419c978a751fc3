import { type Response, Router } from 'express'
import { changeUser } from '../../domain/inventory/scim/change-user.ts'
import { createUser } from '../../domain/inventory/scim/create-user.ts'
import { deleteUser } from '../../domain/inventory/scim/delete-user.ts'
import { getGroup, groupFilters, listGroups } from '../../domain/inventory/scim/find-groups.ts'
import { getUser, listUsers, userFilters } from '../../domain/inventory/scim/find-users.ts'
import { type Provisioning, beginProvisioning } from '../../domain/inventory/scim/provisioning.ts'
import { readFilter } from '../../domain/inventory/scim/read-filter.ts'
import { patchGroup, readGroup } from '../../domain/inventory/scim/read-group.ts'
import { patchUser, readUser } from '../../domain/inventory/scim/read-user.ts'
import { changeGroup, createGroup, deleteGroup } from '../../domain/inventory/scim/save-group.ts'
import { noResource } from '../../domain/inventory/scim/scim-refused.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req } from '../operation.ts'
import { isSelected, presentScimGroup, presentScimList, presentScimUser, selectAttributes } from '../present/scim.ts'
import { scimDocuments } from '../present/scim-documents.ts'
import { type ScopedRequest, scoped } from '../scoped.ts'
import { scimMediaType } from '../scim-errors.ts'

/** Resources of a page at most. */
const maxCount = 200

export function scimRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const base = `${dependencies.settings.baseUrl.replace(/\/$/, '')}/api/scim/v2`
  const provision = <T>(req: ScopedRequest, work: (provisioning: Provisioning) => Promise<T>): Promise<T> =>
    scoped(dependencies, req, async (context) => work(await beginProvisioning(context)))

  const { config, resourceTypes, schemas } = scimDocuments(base)
  routes.get('/api/scim/v2/ServiceProviderConfig', (_req, res) => send(res, config))
  routes.get('/api/scim/v2/ResourceTypes', (_req, res) => send(res, listOfAll(resourceTypes)))
  routes.get('/api/scim/v2/ResourceTypes/:resource_type', (req: Req<'readScimResourceType'>, res) =>
    send(res, withId(resourceTypes, req.params.resource_type)),
  )
  routes.get('/api/scim/v2/Schemas', (_req, res) => send(res, listOfAll(schemas)))
  routes.get('/api/scim/v2/Schemas/:schema_id', (req: Req<'readScimSchema'>, res) =>
    send(res, withId(schemas, req.params.schema_id)),
  )

  routes.get('/api/scim/v2/Users', async (req: Req<'listScimUsers'>, res) => {
    const { attributes, excludedAttributes } = req.query
    const filter = readFilter(req.query.filter, userFilters)
    const page = pageOf(req.query)
    const { users, total } = await provision(req, (provisioning) => listUsers(provisioning, filter, page))
    const shown = users.map((user) => selectAttributes(presentScimUser(user, base), attributes, excludedAttributes))
    send(res, presentScimList(shown, total, page.offset + 1))
  })
  routes.post('/api/scim/v2/Users', async (req: Req<'createScimUser'>, res) => {
    const user = await provision(req, (provisioning) => createUser(provisioning, readUser(req.body)))
    send(res.status(201), presentScimUser(user, base))
  })
  routes.get('/api/scim/v2/Users/:user_id', async (req: Req<'getScimUser'>, res) => {
    const { attributes, excludedAttributes } = req.query
    const user = await provision(req, (provisioning) => getUser(provisioning, req.params.user_id))
    send(res, selectAttributes(presentScimUser(user, base), attributes, excludedAttributes))
  })
  routes.put('/api/scim/v2/Users/:user_id', async (req: Req<'replaceScimUser'>, res) => {
    const wanted = readUser(req.body)
    const user = await provision(req, (provisioning) => changeUser(provisioning, req.params.user_id, () => wanted))
    send(res, presentScimUser(user, base))
  })
  routes.patch('/api/scim/v2/Users/:user_id', async (req: Req<'patchScimUser'>, res) => {
    const user = await provision(req, (provisioning) =>
      changeUser(provisioning, req.params.user_id, (current) => patchUser(current, req.body)),
    )
    send(res, presentScimUser(user, base))
  })
  routes.delete('/api/scim/v2/Users/:user_id', async (req: Req<'deleteScimUser'>, res) => {
    await provision(req, (provisioning) => deleteUser(provisioning, req.params.user_id))
    res.status(204).end()
  })
  addGroupRoutes(routes, base, provision)
  return routes
}

type Provision = <T>(req: ScopedRequest, work: (provisioning: Provisioning) => Promise<T>) => Promise<T>

function addGroupRoutes(routes: Router, base: string, provision: Provision): void {
  routes.get('/api/scim/v2/Groups', async (req: Req<'listScimGroups'>, res) => {
    const { attributes, excludedAttributes } = req.query
    const filter = readFilter(req.query.filter, groupFilters)
    const hasMembers = isSelected('members', attributes, excludedAttributes)
    const page = pageOf(req.query)
    const { groups, total } = await provision(req, (provisioning) =>
      listGroups(provisioning, filter, page, { hasMembers }),
    )
    const shown = groups.map((group) => selectAttributes(presentScimGroup(group, base), attributes, excludedAttributes))
    send(res, presentScimList(shown, total, page.offset + 1))
  })
  routes.post('/api/scim/v2/Groups', async (req: Req<'createScimGroup'>, res) => {
    const group = await provision(req, (provisioning) => createGroup(provisioning, readGroup(req.body)))
    send(res.status(201), presentScimGroup(group, base))
  })
  routes.get('/api/scim/v2/Groups/:scim_group_id', async (req: Req<'getScimGroup'>, res) => {
    const { attributes, excludedAttributes } = req.query
    const hasMembers = isSelected('members', attributes, excludedAttributes)
    const { scim_group_id: id } = req.params
    const group = await provision(req, (provisioning) => getGroup(provisioning, id, { hasMembers }))
    send(res, selectAttributes(presentScimGroup(group, base), attributes, excludedAttributes))
  })
  routes.put('/api/scim/v2/Groups/:scim_group_id', async (req: Req<'replaceScimGroup'>, res) => {
    const wanted = readGroup(req.body)
    const { scim_group_id: id } = req.params
    const group = await provision(req, (provisioning) => changeGroup(provisioning, id, () => wanted))
    send(res, presentScimGroup(group, base))
  })
  routes.patch('/api/scim/v2/Groups/:scim_group_id', async (req: Req<'patchScimGroup'>, res) => {
    const { scim_group_id: id } = req.params
    const group = await provision(req, (provisioning) =>
      changeGroup(provisioning, id, (current) => patchGroup(current, req.body)),
    )
    send(res, presentScimGroup(group, base))
  })
  routes.delete('/api/scim/v2/Groups/:scim_group_id', async (req: Req<'deleteScimGroup'>, res) => {
    await provision(req, (provisioning) => deleteGroup(provisioning, req.params.scim_group_id))
    res.status(204).end()
  })
}

function pageOf({ startIndex = 1, count = 100 }: { startIndex?: number; count?: number }) {
  return { offset: Math.max(1, startIndex) - 1, limit: Math.min(Math.max(0, count), maxCount) }
}

function withId<T extends { id: string }>(resources: readonly T[], id: string): T {
  const found = resources.find((one) => one.id === id)
  if (!found) throw noResource()
  return found
}

function listOfAll(resources: object[]): object {
  return presentScimList(resources, resources.length, 1)
}

function send(res: Response, body: object): void {
  res.type(scimMediaType).json(body)
}
