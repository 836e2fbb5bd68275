import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import { IconButton } from '#ui/icon-button.tsx'
import { m } from '../messages.ts'

interface PinButtonProps {
  readonly isPinned: boolean
  onToggle(): void
}

/** Keeps the names of the pages beside every page, or puts them away again. */
export function PinButton({ isPinned, onToggle }: PinButtonProps) {
  return (
    <IconButton label={isPinned ? m.collapseMenu : m.expandMenu} onClick={onToggle}>
      <IconLayoutSidebar size={16} stroke={1.5} aria-hidden />
    </IconButton>
  )
}
