import { useEffect, useState } from 'react'
import { addToMinute, type Sample } from './add-to-minute.ts'

/** What a figure that is read again and again was in the last minute, as far as it was looked at. */
export function useLastMinute(value: number, readAt: number): readonly number[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => setSamples((before) => addToMinute(before, { at: readAt, value })), [value, readAt])
  return samples.map((sample) => sample.value)
}
