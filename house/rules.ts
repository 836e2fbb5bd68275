import type { Rule } from './offence.ts'
import { acting } from './rules/acting.ts'
import { chosenFiles } from './rules/chosen-files.ts'
import { colours } from './rules/colours.ts'
import { comments } from './rules/comments.ts'
import { completeLock } from './rules/complete-lock.ts'
import { componentSize } from './rules/component-size.ts'
import { cycles } from './rules/cycles.ts'
import { defusedTables } from './rules/defused-tables.ts'
import { derivedLists } from './rules/derived-lists.ts'
import { documents } from './rules/documents.ts'
import { endpoints } from './rules/endpoints.ts'
import { evaluationBoundary } from './rules/evaluation-boundary.ts'
import { fileNames } from './rules/file-names.ts'
import { fileSize } from './rules/file-size.ts'
import { functionNames } from './rules/function-names.ts'
import { honestTests } from './rules/honest-tests.ts'
import { importStyle } from './rules/import-style.ts'
import { layers } from './rules/layers.ts'
import { namedAfterExport } from './rules/named-after-export.ts'
import { namedExports } from './rules/named-exports.ts'
import { namedLanguage } from './rules/named-language.ts'
import { numbers } from './rules/numbers.ts'
import { packageWalls } from './rules/package-walls.ts'
import { pagesFree } from './rules/pages-free.ts'
import { routes } from './rules/routes.ts'
import { siblingWalls } from './rules/sibling-walls.ts'
import { singleCopies } from './rules/single-copies.ts'
import { sortedLists } from './rules/sorted-lists.ts'
import { squeezedLiterals } from './rules/squeezed-literals.ts'
import { suppressions } from './rules/suppressions.ts'
import { timedTests } from './rules/timed-tests.ts'
import { typeEscapes } from './rules/type-escapes.ts'
import { vocabulary } from './rules/vocabulary.ts'
import { voice } from './rules/voice.ts'
import { words } from './rules/words.ts'
import { workplace } from './rules/workplace.ts'

export const rules: readonly Rule[] = [
  acting,
  layers,
  siblingWalls,
  packageWalls,
  pagesFree,
  importStyle,
  cycles,
  fileSize,
  componentSize,
  squeezedLiterals,
  typeEscapes,
  suppressions,
  namedExports,
  fileNames,
  namedAfterExport,
  functionNames,
  namedLanguage,
  comments,
  words,
  vocabulary,
  voice,
  numbers,
  colours,
  chosenFiles,
  honestTests,
  timedTests,
  evaluationBoundary,
  defusedTables,
  endpoints,
  derivedLists,
  routes,
  sortedLists,
  singleCopies,
  completeLock,
  documents,
  workplace,
]
