import { actions as list, createAction as m } from '#features/integration/bridges/messages/bridges.ts'
import { CreateThrough } from './create-through.tsx'

/** The page that creates an action of the type of its connector. */
export function CreateActionPage() {
  return <CreateThrough kind="action" listTitle={list.title} words={m} />
}
