import { parseShared } from '@brokerdeck/languages/topic.ts'
import { capture as m } from '#domain/mqtt-link/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { describeFilterFault } from '#kit/topic-words/topic-fault.ts'
import { type CaptureLimits, defaultCaptureLimits, limitRanges } from './capture-budget.ts'

/** The input for the next capture. The password exists only here and in the worker. */
export interface CaptureDraft {
  readonly filter: string
  readonly seconds: string
  readonly perSecond: string
  readonly megabytes: string
  readonly hasCredentials: boolean
  readonly username: string
  readonly password: string
}

const mebibyte = 1024 * 1024

export function emptyDraft(filter: string): CaptureDraft {
  return {
    filter,
    seconds: String(defaultCaptureLimits.seconds),
    perSecond: String(defaultCaptureLimits.perSecond),
    megabytes: String(defaultCaptureLimits.bytes / mebibyte),
    hasCredentials: false,
    username: '',
    password: '',
  }
}

/** Returns the reason why the filter cannot be subscribed to. */
export function filterFault(filter: string): string | undefined {
  return describeFilterFault(filter) ?? (takesFromOthers(filter) ? m.notShared : undefined)
}

export const limitFields = ['seconds', 'perSecond', 'megabytes'] as const
export type LimitField = (typeof limitFields)[number]

const ranges: Readonly<Record<LimitField, { readonly min: number; readonly max: number }>> = {
  seconds: limitRanges.seconds,
  perSecond: limitRanges.perSecond,
  megabytes: { min: 1, max: limitRanges.bytes.max / mebibyte },
}

export function limitFault(draft: CaptureDraft, field: LimitField): string | undefined {
  const { min, max } = ranges[field]
  const text = draft[field]
  const isFine = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isFine ? undefined : m.outOfRange(formatNumber(min), formatNumber(max))
}

/** Returns the limits; undefined while any of them is invalid. */
export function readLimits(draft: CaptureDraft): CaptureLimits | undefined {
  if (limitFields.some((field) => limitFault(draft, field) !== undefined)) return undefined
  return {
    seconds: Number(draft.seconds),
    perSecond: Number(draft.perSecond),
    bytes: Number(draft.megabytes) * mebibyte,
  }
}

/** A capture in a shared or exclusive subscription would take messages away from their intended subscribers. */
export function takesFromOthers(filter: string): boolean {
  return parseShared(filter).group !== undefined || /^\$(share|queue|exclusive)\//.test(filter)
}

/**
 * Tells whether a filter names no level at all, such as `#` and `+/#`, so that it may match any message. An empty
 * level names nothing.
 */
export function isBroad(filter: string): boolean {
  return filter.split('/').every((level) => level === '' || level === '+' || level === '#')
}
