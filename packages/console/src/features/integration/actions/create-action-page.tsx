import { integration } from '#routes/integration-routes.ts'
import { actions as list, createAction as m } from '../messages/bridges.ts'
import { CreateThrough } from './create-through.tsx'

/** A new action, of the type of its connector. */
export function CreateActionPage() {
  return (
    <CreateThrough kind="action" list={integration.routes.actions.path} listTitle={list.title} words={m} />
  )
}
