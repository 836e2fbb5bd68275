import { m } from './messages.ts'

/** What is not known is not "no". */
export function YesNo({ value }: { readonly value: boolean | undefined }) {
  if (value === undefined) return <span className="dim">—</span>
  return value ? m.yes : m.no
}
