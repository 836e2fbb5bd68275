import { useNavigate } from '@tanstack/react-router'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { Button } from '#ui/button.tsx'
import { itemActions } from './deeds.tsx'
import type { ManagedResource } from './managed-resource.ts'

interface ItemButtonsProps<Item, Name extends string> {
  readonly resource: ManagedResource<Item, Name>
  readonly item: Item
  /** In place of leading back to the list once the one is gone. */
  readonly onGone?: () => void
}

/** Everything that can be done with one, where it is shown alone. */
export function ItemButtons<Item, Name extends string>(props: ItemButtonsProps<Item, Name>) {
  const { resource, item } = props
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const toList = () => {
    if (isStillHere()) void navigate({ to: resource.path })
  }
  const { onGone = toList } = props
  return itemActions(
    resource,
    [item],
    onGone,
  )(item).map(({ label, danger, disabledReason, onSelect }) => (
    <Button
      key={label}
      size="small"
      variant={danger === true ? 'danger' : 'default'}
      disabledReason={disabledReason}
      onClick={onSelect}
    >
      {label.replace('…', '')}
    </Button>
  ))
}
