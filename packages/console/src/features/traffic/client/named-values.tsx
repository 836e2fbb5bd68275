import { Verbatim } from '#ui/verbatim.tsx'
import classes from './client-properties.module.css'

function printValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Pairs that somebody else named, one per line: `site=hz`. */
export function NamedValues({ values }: { readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const pairs = Object.entries(values ?? {})
  if (pairs.length === 0) return <span className="dim">—</span>
  return (
    <span className={classes['pairs']}>
      {pairs.map(([name, value]) => (
        <Verbatim key={name} text={`${name}=${printValue(value)}`} mono focusable />
      ))}
    </span>
  )
}
