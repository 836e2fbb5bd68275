import type { RuleFunction } from './arguments.ts'
import { bitFunctions } from './bit-functions.ts'
import { collectionFunctions } from './collection-functions.ts'
import { convertFunctions } from './convert-functions.ts'
import { encodeFunctions } from './encode-functions.ts'
import { eventFunctions } from './event-functions.ts'
import { formatFunctions } from './format-functions.ts'
import { jqFunctions } from './jq-function.ts'
import { mathFunctions } from './math-functions.ts'
import { randomFunctions } from './random-functions.ts'
import { regexFunctions } from './regex-functions.ts'
import { textFunctions } from './text-functions.ts'
import { timeFunctions } from './time-functions.ts'

/** All functions that a statement can call here with a known result, by name. */
export const functions: ReadonlyMap<string, RuleFunction> = new Map(
  Object.entries({
    ...mathFunctions,
    ...bitFunctions,
    ...convertFunctions,
    ...textFunctions,
    ...formatFunctions,
    ...regexFunctions,
    ...collectionFunctions,
    ...encodeFunctions,
    ...timeFunctions,
    ...eventFunctions,
    ...jqFunctions,
    ...randomFunctions,
  }),
)
