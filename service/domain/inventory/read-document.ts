import { refused } from '../refusal.ts'
import { type RawInventory, mostLines } from './raw-inventory.ts'

type Json = Record<string, unknown>

/** The contract's InventoryUpload. */
export interface InventoryDocument {
  customer?: Json
  devices?: Json[]
  customers?: (Json & { slug: string; devices?: Json[] })[]
}

/**
 * The devices of a document. Of one with several customers only those in the section of `slug`; one of a single customer
 * may come from another installation, where it has another name.
 * @throws Refusal 422 for one without devices for this customer, or with too many
 */
export function readDocument(document: InventoryDocument, slug: string): RawInventory {
  const { devices, customer, message } = document.customers ? sectionOf(document, slug) : wholeOf(document, slug)
  if (devices.length > mostLines) throw refused('devices', `has more than ${mostLines}: import them in parts`)
  return {
    lines: devices.map((definition, at) => ({ row: at + 1, definition })),
    rejected: [],
    warnings: [message, leftOut(customer)]
      .filter((words) => words !== null)
      .map((words) => ({ row: null, name: null, message: words })),
  }
}

/** What an import of devices does not set, in the document's words. */
const ofCustomer = ['retention', 'blackouts', 'site_blackouts', 'trust_posture', 'restore_policy']

function leftOut(customer: Json = {}): string | null {
  const says = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null)
  const said = ofCustomer.filter((field) => says(customer[field]))
  return said.length === 0 ? null : `what it says of the customer is not imported, set it by hand: ${said.join(', ')}`
}

function sectionOf({ customers = [] }: InventoryDocument, slug: string) {
  const section = customers.find((one) => one.slug === slug)
  if (!section) throw refused('customers', `has no section of '${slug}', the customer of this import`)
  const others = customers.length - 1
  const message =
    others === 0 ? null : `the sections of ${others} other ${others === 1 ? 'customer' : 'customers'} were left out`
  if (!section.devices) throw refused('customers', `the section of '${slug}' has no devices: export them too`)
  return { devices: section.devices, customer: section, message }
}

function wholeOf({ customer, devices }: InventoryDocument, slug: string) {
  if (!devices) throw refused('devices', 'is missing: nothing else is imported')
  const isOther = typeof customer?.['slug'] === 'string' && customer['slug'] !== slug
  const message = isOther ? `the document is of '${String(customer['slug'])}', imported into '${slug}'` : null
  return { devices, customer, message }
}
