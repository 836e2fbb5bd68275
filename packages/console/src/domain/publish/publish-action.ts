import { whyNoWrite } from '#api/permission/write-permission.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { publishOpening as m } from './messages.ts'
import { openPublish } from './open-publish.tsx'

/** For the menu of a row that has a topic or a filter. */
export function publishAction(filter: string): MenuAction {
  return { label: m.publishHere, disabledReason: whyNoWrite(), onSelect: () => openPublish(filter) }
}
