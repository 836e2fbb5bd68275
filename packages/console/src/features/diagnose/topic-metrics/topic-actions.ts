import { canAddress } from '@brokerdeck/contract/wire.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

interface TopicWrites {
  readonly reset: (topics: readonly string[]) => Promise<unknown>
  readonly remove: (topics: readonly string[]) => Promise<unknown>
}

/** What can be done with one topic, in its row and beside its figures. */
export function topicActions(topic: string, { reset, remove }: TopicWrites): readonly MenuAction[] {
  return [
    { label: m.reset, disabledReason: whyNoWrite(), onSelect: () => void reset([topic]) },
    {
      label: m.delete,
      danger: true,
      disabledReason: whyNoWrite() ?? (canAddress(topic) ? undefined : m.unaddressable),
      onSelect: () => void remove([topic]),
    },
  ]
}
