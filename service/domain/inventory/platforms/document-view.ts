import { PlatformDocumentRow } from '../../../store/models/platform-document.ts'
import { PlatformDocumentVersionRow } from '../../../store/models/platform-document-version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound, permissionMissing } from '../../kernel/domain-error.ts'

/** A platform document, its latest version, and the number of devices that use the platform. */
export interface DocumentView {
  document: PlatformDocumentRow
  version: PlatformDocumentVersionRow
  devices: number
}

/** Returns documents in scope by platform. A tenant sees those of the platform's level once they were activated. */
export async function listDocuments(
  context: ActionContext,
  filter: { platform?: string },
  page: { limit: number; after: { platform: string; id: string } | null },
): Promise<DocumentView[]> {
  const query = visibleDocuments(context).orderBy(['platform', 'id']).limit(page.limit)
  if (page.after) query.whereRaw('(platform, id) > (?, ?)', [page.after.platform, page.after.id])
  if (filter.platform !== undefined) query.where('platform', filter.platform)
  return viewDocuments(context, await query)
}

/** @throws DomainError not_found */
export async function getDocument(context: ActionContext, id: string): Promise<DocumentView> {
  const document = await visibleDocuments(context).findById(id)
  if (!document) throw notFound()
  return viewDocument(context, document)
}

/** Returns the versions of a document, latest first. @throws DomainError not_found */
export async function listDocumentVersions(
  context: ActionContext,
  id: string,
  page: { limit: number; before: number | null },
): Promise<PlatformDocumentVersionRow[]> {
  const { document } = await getDocument(context, id)
  const query = PlatformDocumentVersionRow.query(context.trx)
    .where({ documentId: document.id })
    .orderBy('number', 'desc')
    .limit(page.limit)
  if (page.before !== null) query.where('number', '<', page.before)
  return query
}

/** @throws DomainError not_found for an unknown document or version */
export async function getDocumentVersion(
  context: ActionContext,
  id: string,
  number: number,
): Promise<PlatformDocumentVersionRow> {
  const { document } = await getDocument(context, id)
  return findDocumentVersion(context, document, number)
}

/** @throws DomainError not_found */
export async function findDocumentVersion(
  { trx }: Pick<ActionContext, 'trx'>,
  { id: documentId }: PlatformDocumentRow,
  number: number,
): Promise<PlatformDocumentVersionRow> {
  const version = await PlatformDocumentVersionRow.query(trx).findOne({ documentId, number })
  if (!version) throw notFound()
  return version
}

/**
 * Returns a document for a request about a device. Users of a customer see a document of the platform's level once it was
 * activated; a platform role sees it also in the scope of a customer.
 * @throws DomainError not_found
 */
export async function findVisibleDocument(
  { trx, actor }: Pick<ActionContext, 'trx' | 'actor'>,
  id: string,
): Promise<PlatformDocumentRow> {
  const document = await PlatformDocumentRow.query(trx).findById(id)
  const isHidden = actor.tenantId !== null && document?.tenantId === null && document.activeVersion === null
  if (!document || isHidden) throw notFound()
  return document
}

/**
 * Locks a document for a change until the transaction ends.
 * @throws DomainError not_found; permission_missing for a document of the platform's level in a tenant's scope
 */
export async function lockDocument(context: ActionContext, id: string): Promise<PlatformDocumentRow> {
  const { document } = await getDocument(context, id)
  if (document.tenantId === null && context.tenantId !== null) {
    if (context.actor.tenantId !== null) throw permissionMissing('tenant:manage')
    throw notFound() // a platform role named a tenant, of which it is not
  }
  const locked = await PlatformDocumentRow.query(context.trx).findById(id).forUpdate()
  if (!locked) throw notFound()
  return locked
}

export async function viewDocument(context: ActionContext, document: PlatformDocumentRow): Promise<DocumentView> {
  const [view] = await viewDocuments(context, [document])
  if (!view) throw notFound()
  return view
}

async function viewDocuments({ trx }: ActionContext, documents: PlatformDocumentRow[]): Promise<DocumentView[]> {
  if (documents.length === 0) return []
  const versions = await PlatformDocumentVersionRow.query(trx).whereRaw(
    '(document_id, number) in (select * from unnest(?::uuid[], ?::int[]))',
    [documents.map(({ id }) => id), documents.map(({ latestVersion }) => latestVersion)],
  )
  const { rows } = await trx.raw<{ rows: { id: string; devices: number }[] }>(
    `select p.id, count(*)::int as devices
     from platform_documents p
     join devices d on d.platform = p.platform and (p.tenant_id is null or d.tenant_id = p.tenant_id)
     where p.id = any(?::uuid[]) and d.decommissioned_at is null
     group by p.id`,
    [documents.map(({ id }) => id)],
  )
  const counts = new Map(rows.map(({ id, devices }) => [id, devices]))
  const latest = new Map(versions.map((version) => [version.documentId, version]))
  return documents.flatMap((document) => {
    const version = latest.get(document.id)
    return version ? [{ document, version, devices: counts.get(document.id) ?? 0 }] : []
  })
}

function visibleDocuments({ trx, tenantId }: ActionContext) {
  const query = PlatformDocumentRow.query(trx)
  if (tenantId !== null) query.whereRaw('(tenant_id is not null or active_version is not null)')
  return query
}
