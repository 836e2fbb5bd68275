import { lazy, memo, Suspense } from 'react'
import type { Difference } from '#kit/form/differences.ts'
import { DifferenceLine } from '#ui/difference/difference-line.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './difference-list.module.css'

/** Loaded on demand, because few forms have texts of several lines. */
const TextDifference = lazy(async () => ({
  default: (await import('./text-difference.tsx')).TextDifference,
}))

/** Lists the changes in the terms of the API: each path with its old and its new value. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <dl className={classes['list']}>
      {differences.map((difference) => (
        <DifferenceOf key={difference.path} difference={difference} />
      ))}
    </dl>
  )
}

/** Memoized: the list may have hundreds of entries, of which a key press changes one. */
const DifferenceOf = memo(function DifferenceOf({ difference }: { readonly difference: Difference }) {
  const { path, before, after, texts } = difference
  return (
    <div>
      <dt className={classes['path']}>
        <Verbatim text={path} wrap />
      </dt>
      {texts === undefined ? (
        <>
          {before !== undefined && (
            <dd>
              <DifferenceLine kind="removed" text={before} />
            </dd>
          )}
          {after !== undefined && (
            <dd>
              <DifferenceLine kind="added" text={after} />
            </dd>
          )}
        </>
      ) : (
        <dd>
          <Suspense fallback={null}>
            <TextDifference label={path} {...texts} />
          </Suspense>
        </dd>
      )}
    </div>
  )
})
