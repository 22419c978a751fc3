import type { FailureCode } from '../../shared/contract/failures.ts'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { MerakiDocument } from '../../shared/platforms/meraki-document.ts'
import type { MerakiAnswer, MerakiApi } from './netco_meraki-api.ts'

/** The values for the placeholders of a network's endpoints. */
export interface MerakiNetwork {
  id: string
  organizationId: string
  name: string
  productTypes: string[]
  tags: string[]
  /** The template that the network is bound to. It contains most of the network's settings. */
  templateId: string | undefined
  /** The network's devices. */
  devices: Record<string, unknown>[]
  /** Answers read for this purpose, by path. They are not requested again. */
  answers: ReadonlyMap<string, MerakiAnswer>
}

/**
 * Reads a network and its devices. The organisation is taken from the answer, not from the device's options.
 * @throws DeviceFailure network_not_found, or that of the request
 */
export async function readNetwork(api: MerakiApi, id: string): Promise<MerakiNetwork> {
  const path = `/networks/${encodeURIComponent(id)}`
  const answer = await api.get(path, '')
  const found = recordOf(dataOf(answer, message('step_looking_up_network', { network: id })))
  const organizationId = textIn(found, 'organizationId')
  if (textIn(found, 'id') !== id || organizationId === '') {
    const seen = 'an answer about something else'
    throw new DeviceFailure('protocol_error', {
      step: message('step_looking_up_network', { network: id }),
      expected: message('expected_network', { network: id }),
      seen,
    })
  }
  const listed = await api.get(`${path}/devices`, organizationId)
  const devices = dataOf(listed, message('step_listing_network_devices', { network: id }))
  return {
    id,
    organizationId,
    name: textIn(found, 'name'),
    productTypes: textsIn(found, 'productTypes'),
    tags: textsIn(found, 'tags'),
    templateId: found['isBoundToConfigTemplate'] === true ? textIn(found, 'configTemplateId') || undefined : undefined,
    devices: Array.isArray(devices) ? devices.map(recordOf) : [],
    answers: new Map([
      [path, answer],
      [`${path}/devices`, listed],
    ]),
  }
}

/** Verifies that the network still exists and is visible to the key. @throws as `readNetwork` */
export async function proveNetwork(api: MerakiApi, { id, organizationId }: MerakiNetwork): Promise<void> {
  dataOf(
    await api.get(`/networks/${encodeURIComponent(id)}`, organizationId),
    message('step_looking_up_network_again', { network: id }),
  )
}

/** @throws DeviceFailure for an answer without data */
function dataOf(answer: MerakiAnswer, step: StepMessage): unknown {
  if (answer.kind === 'data') return answer.value
  if (answer.kind === 'failed')
    throw new DeviceFailure(answer.code, { step, expected: message('expected_answer'), seen: answer.seen })
  const { status, errors } = answer
  const seen = [`${status}`, ...errors].join(': ')
  throw new DeviceFailure(codeOf(status), { step, expected: message('expected_answer'), seen })
}

/** The key is valid, so 404 means that it has no access. */
export function codeOf(status: number): FailureCode {
  if (status === 404) return 'network_not_found'
  return status === 403 ? 'privilege_insufficient' : 'command_refused'
}

/**
 * Returns an endpoint's paths: one for each value of its placeholders. The lists of these values were read before and
 * are in the document. Devices are limited to the product of the path.
 */
export function pathsOf(endpoint: string, network: MerakiNetwork, document: MerakiDocument): string[] {
  let paths = ['']
  for (const piece of endpoint.split(/(?=\/\{)|(?<=\})/)) {
    const name = /^\/\{(\w+)\}$/.exec(piece)?.[1]
    paths =
      name === undefined
        ? paths.map((path) => path + piece)
        : paths.flatMap((path) =>
            idsOf(name, path, endpoint, network, document).map((id) => `${path}/${encodeURIComponent(id)}`),
          )
  }
  return paths
}

function idsOf(
  name: string,
  path: string,
  endpoint: string,
  network: MerakiNetwork,
  document: MerakiDocument,
): string[] {
  if (name === 'networkId') return network.templateId === undefined ? [network.id] : [network.id, network.templateId]
  if (name === 'organizationId')
    return endpoint.includes('/configTemplates') && !network.templateId ? [] : [network.organizationId]
  if (name === 'configTemplateId') return network.templateId === undefined ? [] : [network.templateId]
  if (name === 'serial') return serialsFor(endpoint, network)
  const list = document.resources[path]
  const entries = Array.isArray(list) ? list.map(recordOf) : []
  if (name === 'number')
    return entries.filter((entry) => !isUnconfigured(entry)).map((entry) => textIn(entry, 'number'))
  return entries.map((entry) => textIn(entry, idNames[name] ?? name)).filter((id) => id !== '')
}

/** Members of the list whose names differ from the placeholder. */
const idNames: Record<string, string> = { switchStackId: 'id', profileId: 'switchProfileId' }

function serialsFor(endpoint: string, { devices }: MerakiNetwork): string[] {
  const products = productsOf(endpoint)
  return devices
    .filter((device) => products === undefined || products.includes(productOf(device)))
    .map((device) => textIn(device, 'serial'))
    .filter((serial) => serial !== '')
}

function productsOf(endpoint: string): string[] | undefined {
  const [, , , product = ''] = endpoint.split('/')
  if (['appliance', 'wireless', 'switch'].includes(product)) return [product]
  return product === 'cellular' ? ['appliance', 'cellularGateway'] : undefined
}

/** Returns the product from the answer or, for older answers without that member, from the model name. */
function productOf(device: Record<string, unknown>): string {
  const productType = textIn(device, 'productType')
  if (productType !== '') return productType
  const model = textIn(device, 'model')
  return models.find(([pattern]) => pattern.test(model))?.[1] ?? ''
}

const models: [RegExp, string][] = [
  [/^(?:MX|Z\d|VMX)/i, 'appliance'],
  [/^(?:MR|CW)/i, 'wireless'],
  [/^(?:MS|C9)/i, 'switch'],
  [/^MG/i, 'cellularGateway'],
]

/** Whether an SSID is unused. Each network has 15, and each unused one would cost 12 requests without content. */
function isUnconfigured(ssid: Record<string, unknown>): boolean {
  return ssid['enabled'] === false && /^Unconfigured SSID \d+$/.test(textIn(ssid, 'name'))
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function textIn(entry: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(entry, name) ? entry[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function textsIn(entry: Record<string, unknown>, name: string): string[] {
  const value = entry[name]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
