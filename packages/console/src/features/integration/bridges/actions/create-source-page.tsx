import { sources as list, createSource as m } from '#features/integration/bridges/messages/bridges.ts'
import { CreateThrough } from './create-through.tsx'

/** The page that creates a source of the type of its connector. */
export function CreateSourcePage() {
  return <CreateThrough kind="source" listTitle={list.title} words={m} />
}
