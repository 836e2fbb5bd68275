import { parseByteSize } from '@brokerdeck/contract/scalars.ts'
import { type SizeUnit, sizeUnits } from '#kit/form/form-value.ts'
import { createTextCodec, printText } from './text-codec.ts'
import type { ValueCodec } from './value-codec.ts'

const bytes: Record<SizeUnit, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** Formats a size in the largest unit that divides it: `1MB`; without such a unit it stays a bare number of bytes. */
export function formatSize(size: number): string {
  const unit = sizeUnits.findLast((one) => size > 0 && size % bytes[one] === 0)
  return unit === undefined ? String(size) : `${size / bytes[unit]}${unit}`
}

/** Returns the bytes of `1MB`, `512KB` or `2048`; undefined for units that the configuration does not know. */
export function parseSize(text: string): number | undefined {
  return /^\d+(\.\d+)?\s*(B|KB|MB|GB)?$/i.test(text.trim()) ? parseByteSize(text) : undefined
}

export function sizeCodec(): ValueCodec {
  return createTextCodec(
    (api) =>
      typeof api === 'number' && Number.isSafeInteger(api) && api >= 0 ? formatSize(api) : printText(api),
    (text) => {
      const isBare = /^\d+\s*B?$/i.test(text)
      return isBare ? Number.parseInt(text, 10) : text.replaceAll(/\s/g, '').toUpperCase()
    },
  )
}
