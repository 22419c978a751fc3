import { message } from '../messages/message.ts'
import { type ApiFacts, ArtifactUnavailable } from './requests.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { plainText } from './xml-tokens.ts'

/** `show system info` in XML. */
export interface PanosSystem extends ApiFacts {
  product: 'firewall' | 'panorama'
  hostname: string
  model: string
  serial: string
  /** Software release. */
  software: string
  isMultiVsys: boolean
}

/**
 * Reads the element `system` of the response to `show system info`, extracted by `takePanosElement`.
 * @throws ArtifactUnavailable for another product, or a missing product name
 */
export function readPanosSystem(source: Uint8Array, product: PanosSystem['product']): PanosSystem {
  const values: Record<string, string> = {}
  const elements = createXmlElements({
    text(path, text) {
      const [, name] = path
      if (path.length === 2 && name !== undefined) values[name] = `${values[name] ?? ''}${text}`
    },
  })
  try {
    elements.push(Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1'))
    elements.end()
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    throw notThis(product, 'no whole XML')
  }
  return systemOf((name) => plainText(values[name] ?? '').trim(), product)
}

/**
 * Reads the output of a command line without XML: a line for each value.
 * @throws ArtifactUnavailable as above; output_truncated if the end is missing
 */
export function readPanosSystemText(text: string, product: PanosSystem['product']): PanosSystem {
  const values = new Map(
    Array.from(text.matchAll(/^([\w-]+):[ \t]*(.*?)\s*$/gm), ([, name = '', value = '']) => [name, value]),
  )
  if (values.has('model') && !values.has('operational-mode')) {
    const seen = 'an answer without operational-mode'
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'output_truncated',
      expected: message('expected_whole_answer'),
      seen,
    })
  }
  return systemOf((name) => values.get(name) ?? '', product)
}

function systemOf(valueOf: (name: string) => string, product: PanosSystem['product']): PanosSystem {
  const system = {
    product: isPanorama(valueOf('model')) ? ('panorama' as const) : ('firewall' as const),
    hostname: valueOf('hostname'),
    model: valueOf('model'),
    serial: valueOf('serial'),
    software: valueOf('sw-version'),
    isMultiVsys: valueOf('multi-vsys') === 'on',
  }
  const lacks = (['model', 'serial', 'software'] as const).find((name) => system[name] === '')
  if (lacks) throw notThis(product, `a system that does not say its ${lacks}`)
  if (system.product !== product) throw notThis(product, `the model ${system.model}`)
  return system
}

/** `Panorama` is the virtual model; `M-100` and others are appliances. */
function isPanorama(model: string): boolean {
  return /^(?:panorama\b|M-\d)/i.test(model)
}

function notThis(product: PanosSystem['product'], seen: string): ArtifactUnavailable {
  const expected = message('expected_product', { product })
  const advice = message('advice_check_device_address')
  return new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected, seen, advice })
}
