import { refused } from '../refusal.ts'
import { type RawInventory, mostLines } from './raw-inventory.ts'

type Json = Record<string, unknown>

/** The contract's InventoryUpload. */
export interface InventoryDocument {
  customer?: Json
  credentials_referenced?: Json[]
  devices?: Json[]
  customers?: (Json & { slug: string; devices?: Json[] })[]
}

/** What a document holds for one customer. */
export interface ReadDocument {
  inventory: RawInventory
  /** What it says of the customer itself; null where it is of devices alone. */
  customer: Json | null
}

/**
 * The devices of a document and what it says of the customer. Of one with several customers only the section of `slug`;
 * one of a single customer may come from another installation, where it has another name.
 * @throws Refusal 422 for one that says nothing of this customer, or has too many devices
 */
export function readDocument(document: InventoryDocument, slug: string): ReadDocument {
  const { section, message } = document.customers ? sectionOf(document, slug) : wholeOf(document, slug)
  const { devices = [], ...customer } = section
  if (devices.length > mostLines) throw refused('devices', `has more than ${mostLines}: import them in parts`)
  const warnings = message === null ? [] : [{ row: null, name: null, message }]
  return {
    inventory: { lines: devices.map((definition, at) => ({ row: at + 1, definition })), rejected: [], warnings },
    customer: isWhole(customer) ? customer : null,
  }
}

/** An export of devices names the customer, with nothing else about it. */
function isWhole(customer: Json): boolean {
  return Object.keys(customer).some((field) => !['slug', 'name', 'credentials_referenced'].includes(field))
}

type Section = Json & { devices?: Json[] }

function sectionOf({ customers = [] }: InventoryDocument, slug: string): { section: Section; message: string | null } {
  const section = customers.find((one) => one.slug === slug)
  if (!section) throw refused('customers', `has no section of '${slug}', the customer of this import`)
  const others = customers.length - 1
  const message =
    others === 0 ? null : `the sections of ${others} other ${others === 1 ? 'customer' : 'customers'} were left out`
  return { section, message }
}

function wholeOf({ customer, credentials_referenced: credentials, devices }: InventoryDocument, slug: string) {
  if (!devices && !isWhole(customer ?? {})) throw refused('devices', 'is missing, and nothing is said of the customer')
  const isOther = typeof customer?.['slug'] === 'string' && customer['slug'] !== slug
  const message = isOther ? `the document is of '${String(customer['slug'])}', imported into '${slug}'` : null
  const section: Section = { ...customer, ...(credentials && { credentials_referenced: credentials }) }
  return { section: devices ? { ...section, devices } : section, message }
}
