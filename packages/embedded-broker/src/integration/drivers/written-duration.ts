import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'

export const durationShape = v.optional(v.union([v.string(), v.number()]))

export const parseMilliseconds = (written: string | number | undefined, usual: number): number =>
  (written === undefined ? undefined : parseDuration(written)) ?? usual
