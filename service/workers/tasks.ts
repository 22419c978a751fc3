import type { TaskTable } from './task.ts'
import { compareDevices } from './tasks/compare-devices.ts'
import { deflatePiece } from './tasks/deflate-piece.ts'
import { diffDeclared } from './tasks/diff-declared.ts'
import { diffTexts } from './tasks/diff-texts.ts'
import { digestPack } from './tasks/digest-pack.ts'
import { examineText } from './tasks/examine-text.ts'
import { findTruncation } from './tasks/find-truncation.ts'
import { importPlatformDefinition } from './tasks/import-platform-definition.ts'
import { maskText } from './tasks/mask-text.ts'
import { maskTranscript } from './tasks/mask-transcript.ts'
import { measureVersionMagnitude } from './tasks/measure-version-magnitude.ts'
import { normaliseText } from './tasks/normalise-text.ts'
import { openBlocks } from './tasks/open-blocks.ts'
import { readPlatformDocument } from './tasks/read-platform-document.ts'
import { traceLines } from './tasks/trace-lines.ts'
import { verifyPack } from './tasks/verify-pack.ts'
import { whyIncomplete } from './tasks/why-incomplete.ts'
import { writeReportPdf } from './tasks/write-report-pdf.ts'

/** All tasks of the service that run outside its event loop. Each has a file in tasks/. */
export const tasks = {
  compareDevices,
  deflatePiece,
  diffDeclared,
  diffTexts,
  digestPack,
  examineText,
  findTruncation,
  importPlatformDefinition,
  maskText,
  maskTranscript,
  measureVersionMagnitude,
  normaliseText,
  openBlocks,
  readPlatformDocument,
  traceLines,
  verifyPack,
  whyIncomplete,
  writeReportPdf,
} satisfies TaskTable
