import { decodeText } from '../../../../shared/diff/decode-text.ts'
import { type Api, ApiProblem } from '../../client/api.ts'

/** A text, or the first lines of a long one. */
export interface ShownText {
  text: string
  /** Set if only the first lines are shown: `lines` of `total`. */
  preview?: { lines: number; total: number; canShowAll: boolean }
}

/** Above this size, a browser window cannot render a text smoothly. */
const maxShownBytes = 5 * 1024 ** 2

export const previewLines = 500

export interface TextRequest {
  /** Of the version. */
  id: string
  isRaw: boolean
  /** Shows all lines, unless the text is too long for a window. */
  showsAll: boolean
  /** Of the raw text; undefined if unknown. */
  sizeBytes?: number
}

/**
 * Reads a version's text for display: the first 500 lines unless all are requested. There is no normalised text above
 * the service's comparison limit; the raw one is then returned.
 * @throws ApiProblem 409 for a version without text
 */
export async function readText(api: Api, request: TextRequest, signal?: AbortSignal): Promise<ShownText> {
  const { id, isRaw, showsAll, sizeBytes = 0 } = request
  const isTooLong = isRaw && sizeBytes > maxShownBytes
  try {
    if (showsAll && !isTooLong) return { text: decodeText(await readBytes(api, { id, isRaw }, signal)) }
    return await readPreview(api, { id, isRaw, canShowAll: !isTooLong }, signal)
  } catch (error) {
    const isAboveLimit = error instanceof ApiProblem && error.problem.status === 413
    if (isAboveLimit && !isRaw) return readPreview(api, { id, isRaw: true, canShowAll: false }, signal)
    throw error
  }
}

/**
 * Reads a version's complete text.
 * @throws ApiProblem; 413 for a normalised one above the comparison limit
 */
export async function readBytes(
  api: Api,
  { id, isRaw }: { id: string; isRaw: boolean },
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const params = { path: { version_id: id }, query: { normalised: !isRaw || undefined } }
  const { data } = await api.GET('/api/artifacts/versions/{version_id}/content', { params, signal, parseAs: 'arrayBuffer' }) // prettier-ignore
  return new Uint8Array(data as ArrayBuffer)
}

async function readPreview(
  api: Api,
  { id, isRaw, canShowAll }: { id: string; isRaw: boolean; canShowAll: boolean },
  signal?: AbortSignal,
): Promise<ShownText> {
  const params = { path: { version_id: id }, query: { normalised: !isRaw || undefined, max_lines: previewLines } }
  const { data, response } = await api.GET('/api/artifacts/versions/{version_id}/content', { params, signal, parseAs: 'arrayBuffer' }) // prettier-ignore
  const text = decodeText(new Uint8Array(data as ArrayBuffer))
  const [, lines, total] = /lines=(\d+) total=(\d+)/.exec(response.headers.get('X-Coffer-Preview') ?? '') ?? []
  if (lines === undefined || lines === total) return { text }
  return { text, preview: { lines: Number(lines), total: Number(total), canShowAll } }
}
