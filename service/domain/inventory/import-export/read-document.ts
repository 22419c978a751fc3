import { message } from '../../../../shared/messages/message.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { type ImportMessage, generalWarning } from './import-report.ts'
import { type RawInventory, maxLines } from './raw-inventory.ts'

type Json = Record<string, unknown>

/** `InventoryUpload` of the contract. */
export interface InventoryDocument {
  customer?: Json
  credentials_referenced?: Json[]
  devices?: Json[]
  customers?: (Json & { slug: string; devices?: Json[] })[]
}

/** A document's content for one tenant. */
export interface ReadDocument {
  inventory: RawInventory
  /** The tenant's own data; null if the document contains only devices. */
  customer: Json | null
}

/**
 * Returns the devices of a document and the tenant's own data. Of a document with several tenants only one section is
 * read. A document or section of another tenant, here or on another installation, is imported into this one.
 * @param slug of the tenant that the import is into
 * @param from slug of the section; null selects that of `slug`, or the only one
 * @throws DomainError validation_failed if it has nothing for this tenant, or too many devices
 */
export function readDocument(document: InventoryDocument, slug: string, from: string | null = null): ReadDocument {
  const { section, others } = document.customers ? sectionOf(document, slug, from) : wholeOf(document, from)
  const warnings = [...messageOfOther(section, slug), ...messageOfRest(others)].map(generalWarning)
  const { devices = [], ...customer } = section
  if (devices.length > maxLines) throw invalidField('devices', 'too_many_devices', { max: maxLines })
  return {
    inventory: { lines: devices.map((definition, at) => ({ row: at + 1, definition })), rejected: [], warnings },
    customer: isWhole(customer) ? customer : null,
  }
}

/** An export of only devices names the tenant without other fields. */
function isWhole(customer: Json): boolean {
  return Object.keys(customer).some((field) => !['slug', 'name', 'credentials_referenced'].includes(field))
}

type Section = Json & { devices?: Json[] }

function sectionOf(
  { customers = [] }: InventoryDocument,
  slug: string,
  from: string | null,
): { section: Section; others: number } {
  const only = from === null && customers.length === 1 ? customers[0] : undefined
  const section = customers.find((one) => one.slug === (from ?? slug)) ?? only
  if (!section) {
    const wanted = from ?? slug
    const names = customers.slice(0, maxNamed).map((one) => one.slug)
    throw invalidField('customers', 'section_not_found', { slug: wanted, slugs: names })
  }
  return { section, others: customers.length - 1 }
}

/** Maximum number of tenant names in an error. */
const maxNamed = 20

function wholeOf(
  { customer, credentials_referenced: credentials, devices }: InventoryDocument,
  from: string | null,
): { section: Section; others: number } {
  if (!devices && !isWhole(customer ?? {})) throw invalidField('devices', 'document_without_content')
  const slug = customer?.['slug']
  if (from !== null && typeof slug === 'string' && slug !== from) {
    throw invalidField('customer', 'other_customer', { slug, from })
  }
  const section: Section = { ...customer, ...(credentials && { credentials_referenced: credentials }) }
  return { section: devices ? { ...section, devices } : section, others: 0 }
}

function messageOfOther(section: Section, slug: string): ImportMessage[] {
  const { slug: own } = section
  return typeof own === 'string' && own !== slug ? [message('import_other_customer', { from: own, to: slug })] : []
}

function messageOfRest(others: number): ImportMessage[] {
  return others === 0 ? [] : [message('import_sections_of_other_customers', { count: others })]
}
