import { useMemo } from 'react'
import type { Difference } from '#kit/form/differences.ts'
import { lineDifference } from '#lib/line-difference.ts'
import { visibleText } from '#lib/visible-text.ts'
import { DifferentLines } from '#ui/difference/different-lines.tsx'
import classes from './difference-list.module.css'

/** More lines than these are for an editor. */
const mostLines = 200

/** A line end behind the last line is none of its own, unless it is what changes. */
function splitLines(text: string | undefined, isClosed: boolean): readonly string[] {
  if (text === undefined) return []
  return (isClosed ? text.slice(0, -1) : text).split('\n')
}

/** A text of several lines is compared by line: within one line of JSON nobody would find what changed. */
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
    // Reached by keyboard, for it may scroll.
    <section className={classes['text']} aria-label={visibleText(label, 80)} {...{ tabIndex: 0 }}>
      <DifferentLines lines={lines} most={mostLines} />
    </section>
  )
}
