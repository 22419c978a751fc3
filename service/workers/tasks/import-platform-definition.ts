import {
  type DefinitionOrigin,
  type ImportedDefinition,
  importDefinition,
} from '../../../shared/platforms/definitions/import-definition.ts'
import type { DraftNames } from '../../../shared/platforms/documents/draft-document.ts'
import { type Task, serviceHeapMb } from '../task.ts'

export interface DefinitionToImport {
  from: DefinitionOrigin
  source: string
  names: DraftNames
}

/** Converts a definition of another product: a hostile one takes too long for the event loop. */
export const importPlatformDefinition: Task<DefinitionToImport, ImportedDefinition> = {
  limits: { timeMs: 30_000, heapMb: serviceHeapMb },
  run: ({ from, source, names }) => importDefinition(from, source, names),
}
