import { useMemo } from 'react'
import type { Difference } from '#kit/form/differences.ts'
import { lineDifference } from '#lib/line-difference.ts'
import { visibleText } from '#lib/visible-text.ts'
import { DifferentLines } from '#ui/difference/different-lines.tsx'
import classes from './difference-list.module.css'

/** The number of lines shown; a longer difference needs an editor. */
const mostLines = 200

/** A trailing line break does not start another line, unless the line break itself is the change. */
function splitLines(text: string | undefined, isClosed: boolean): readonly string[] {
  if (text === undefined) return []
  return (isClosed ? text.slice(0, -1) : text).split('\n')
}

/** Compares a text of several lines line by line: in a single line of JSON the change would be hard to find. */
export function TextDifference({
  label,
  before,
  after,
}: NonNullable<Difference['texts']> & { readonly label: string }) {
  const lines = useMemo(() => {
    const isClosed = [before, after].every((text) => text?.endsWith('\n') !== false)
    return lineDifference(splitLines(before, isClosed), splitLines(after, isClosed))
  }, [before, after])
  return (
    // The element can be focused, because it may scroll.
    <section className={classes['text']} aria-label={visibleText(label, 80)} {...{ tabIndex: 0 }}>
      <DifferentLines lines={lines} most={mostLines} />
    </section>
  )
}
