interface MerakiBox {
  serial: string
  model: string
  productType: string
}

interface MerakiNetworkModel {
  id: string
  name: string
  productTypes: string[]
  tags?: string[]
  configTemplateId?: string
  boxes: MerakiBox[]
  /** Overrides of generated values, by path and member: `{'/networks/N_1/snmp': {access: 'none'}}`. */
  settings?: Record<string, Record<string, unknown>>
}

interface MerakiOrganisationModel {
  id: string
  name: string
  apiEnabled?: boolean
  networks: MerakiNetworkModel[]
}

export interface MerakiWorld {
  organisations: MerakiOrganisationModel[]
  /** Whether secrets are masked, as for a read-only administrator. */
  isReadOnly?: boolean
  /** Entries per page. */
  pageSize?: number
}

/** The shape of a value: its type, its members, or the shape of all entries. */
type Shape = string | Shape[] | { [name: string]: Shape }

interface MerakiMade {
  status: number
  body: unknown
  /** Whether the API pages this list. */
  isPaged?: boolean
}

/** The collected lists that the API pages (test/fixtures/netco_meraki/backup-endpoints.json). */
const paged =
  /^\/organizations(?:$|\/[^/]+\/(?:networks|policyObjects|policyObjects\/groups|.*byNetwork)$)|\/byDevice$|trustedServers$/

/**
 * Returns answers of the Dashboard API for simulated networks, generated from the shapes in the vendor's document.
 * Values that are not modelled are derived from their names, and are constant except for live data.
 */
export function createMerakiAnswers(world: MerakiWorld, shapes: Record<string, Shape>): (path: string) => MerakiMade {
  const templates = Object.keys(shapes).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`),
  }))
  let readings = 0

  return (path) => {
    readings += 1
    const template = templates.find(({ pattern }) => pattern.test(path))
    const shape = template && shapes[template.path]
    if (!template || shape === undefined) return missing(404)
    const [, first = ''] = template.pattern.exec(path) ?? []
    const owner = ownerOf(first, template.path)
    if (!owner) return missing(404)
    const { organisation, network, box } = owner
    if (isOther(template.path, network, box)) return missing(400, 'Unsupported for networks without this product')
    const made = modelled(template.path, owner) ?? madeUp(shape, template.path)
    const settings = (network ?? organisation?.networks[0])?.settings?.[path]
    const body = settings && !Array.isArray(made) ? { ...(made as object), ...settings } : made
    return { status: 200, body: hidden(body), isPaged: Array.isArray(body) && paged.test(path) }
  }

  /** Null for an id that this key cannot see. */
  function ownerOf(id: string, template: string): Owner | null {
    if (template.startsWith('/organizations/')) {
      const organisation = world.organisations.find((one) => one.id === id)
      return organisation ? { organisation } : null
    }
    if (!template.startsWith('/networks/') && !template.startsWith('/devices/')) return {}
    for (const organisation of world.organisations) {
      for (const network of organisation.networks) {
        if (network.id === id || network.configTemplateId === id) return { organisation, network }
        const box = network.boxes.find(({ serial }) => serial === id)
        if (box) return { organisation, network, box }
      }
    }
    return null
  }

  function modelled(template: string, { organisation, network, box }: Owner): unknown {
    switch (template) {
      case '/organizations':
        return world.organisations.map(({ id, name, apiEnabled = true }) => ({
          id,
          name,
          api: { enabled: apiEnabled },
        }))
      case '/organizations/{organizationId}/networks':
        return organisation?.networks.map((one) => networkOf(one, organisation))
      case '/organizations/{organizationId}/configTemplates':
        return organisation?.networks.flatMap(({ configTemplateId: id }) =>
          id ? [{ id, name: `template ${id}` }] : [],
        )
      case '/networks/{networkId}':
        return network && organisation && networkOf(network, organisation)
      case '/networks/{networkId}/devices':
        return network?.boxes.map((one) => boxOf(one, network.id))
      case '/devices/{serial}':
        return box && network && boxOf(box, network.id)
      case '/networks/{networkId}/wireless/ssids':
        return Array.from({ length: 15 }, (_, number) => ssidOf(number))
      case '/organizations/{organizationId}/appliance/trafficShaping/vpnExclusions/byNetwork':
        return organisation?.networks.map(({ id, name }) => ({ networkId: id, networkName: name, custom: [] }))
      default:
        return undefined
    }
  }

  function networkOf(
    { id, name, productTypes, tags = [], configTemplateId }: MerakiNetworkModel,
    { id: organizationId }: MerakiOrganisationModel,
  ) {
    const bound = {
      isBoundToConfigTemplate: configTemplateId !== undefined,
      ...(configTemplateId && { configTemplateId }),
    }
    const url = `https://n${readings}.meraki.com/${name}/n/x/manage/nodes/list`
    return { name, id, organizationId, productTypes, tags, url, timeZone: 'Europe/Berlin', ...bound }
  }

  function boxOf({ serial, model, productType }: MerakiBox, networkId: string) {
    const live = { lanIp: `10.0.0.${readings % 250}`, firmware: `firmware-${readings}` }
    return {
      serial,
      model,
      productType,
      networkId,
      name: `box ${serial}`,
      tags: [],
      details: [{ name: 'seen', value: `${readings}` }],
      ...live,
    }
  }

  function madeUp(shape: Shape, name: string): unknown {
    if (Array.isArray(shape)) return shape.map((entry) => madeUp(entry, name))
    if (typeof shape === 'object')
      return Object.fromEntries(Object.entries(shape).map(([key, member]) => [key, madeUp(member, key)]))
    if (shape === 'boolean') return true
    if (shape === 'integer') return name.length
    if (shape === 'number') return name.length + 0.5
    if (shape === 'null') return null
    if (/^(?:imageUrl|imageUrlExpiresAt)$/.test(name)) return `${name} of reading ${readings}`
    if (name === 'networkTags') return 'all'
    if (name === 'time') return new Date(readings * 1_000).toISOString()
    if (name === 'updatedAt' || name === 'updated_at') return new Date(readings * 1_000).toISOString()
    return `a ${name}`
  }

  function hidden(value: unknown): unknown {
    if (!world.isReadOnly) return value
    if (Array.isArray(value)) return value.map(hidden)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        /^(?:psk|passphrase|secret)$/.test(name) ? '********' : hidden(member),
      ]),
    )
  }
}

interface Owner {
  organisation?: MerakiOrganisationModel
  network?: MerakiNetworkModel
  box?: MerakiBox
}

function isOther(template: string, network: MerakiNetworkModel | undefined, box: MerakiBox | undefined): boolean {
  const [, , , product = ''] = template.split('/')
  if (!['appliance', 'switch', 'wireless'].includes(product)) return false
  if (box) return box.productType !== product
  return network !== undefined && !network.productTypes.includes(product)
}

function ssidOf(number: number) {
  if (number > 1) return { number, name: `Unconfigured SSID ${number + 1}`, enabled: false, authMode: 'open' }
  if (number === 1) return { number, name: 'Guests', enabled: true, authMode: 'open' }
  return { number, name: 'Staff', enabled: true, authMode: 'psk', psk: 'correct horse', encryptionMode: 'wpa' }
}

function missing(status: number, ...errors: string[]): MerakiMade {
  return { status, body: { errors } }
}
