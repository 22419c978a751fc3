import { decodeText } from '../../../../shared/diff/decode-text.ts'
import { type Api, ApiProblem } from '../../client/api.ts'

/** A text, or of one that is too long to be shown its first lines, as the device said them. */
export interface ShownText {
  text: string
  /** How many lines are there of how many. */
  preview?: { lines: number; total: number }
}

/** As much as a window reads without a stutter. */
const longestBytes = 5 * 1024 ** 2
const previewLines = 500

/**
 * A version's text to be read. Of one above the service's comparison limit, which has no normalised text, and of a raw one
 * that is as long, the beginning.
 * @param sizeBytes of the raw text; undefined is unknown
 * @throws ApiProblem 409 for what has no text
 */
export async function readText(
  api: Api,
  { id, isRaw, sizeBytes = 0 }: { id: string; isRaw: boolean; sizeBytes?: number },
  signal?: AbortSignal,
): Promise<ShownText> {
  if (isRaw && sizeBytes > longestBytes) return readPreview(api, id, signal)
  try {
    return { text: decodeText(await readBytes(api, { id, isRaw }, signal)) }
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 413) return readPreview(api, id, signal)
    throw error
  }
}

/** All of a version's text. @throws ApiProblem; 413 for a normalised one above the comparison limit */
export async function readBytes(
  api: Api,
  { id, isRaw }: { id: string; isRaw: boolean },
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const params = { path: { version_id: id }, query: { normalised: !isRaw || undefined } }
  const { data } = await api.GET('/api/artifacts/versions/{version_id}/content', { params, signal, parseAs: 'arrayBuffer' }) // prettier-ignore
  return new Uint8Array(data as ArrayBuffer)
}

async function readPreview(api: Api, id: string, signal?: AbortSignal): Promise<ShownText> {
  const params = { path: { version_id: id }, query: { max_lines: previewLines } }
  const { data, response } = await api.GET('/api/artifacts/versions/{version_id}/content', { params, signal, parseAs: 'arrayBuffer' }) // prettier-ignore
  const [, lines, total] = /lines=(\d+) total=(\d+)/.exec(response.headers.get('X-Coffer-Preview') ?? '') ?? []
  const preview = { lines: Number(lines ?? previewLines), total: Number(total ?? previewLines) }
  return { text: decodeText(new Uint8Array(data as ArrayBuffer)), preview }
}
