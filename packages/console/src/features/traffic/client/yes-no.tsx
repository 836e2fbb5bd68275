import { client as m } from '../messages/client.ts'

/** What is not known is not "no". */
export function YesNo({ value }: { readonly value: boolean | undefined }) {
  if (value === undefined) return <span className="dim">—</span>
  return value ? m.yes : m.no
}
