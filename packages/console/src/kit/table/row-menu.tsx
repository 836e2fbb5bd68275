import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuAction } from '#ui/menu.tsx'
import { table as m } from '../messages/page.ts'

/** The last cell of a row. */
export function RowMenu({ row, actions }: { readonly row: string; readonly actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu label={m.actionsFor(row)} actions={actions}>
      {(trigger) => (
        <IconButton {...trigger} label={m.actionsFor(row)}>
          <IconDots size={16} stroke={1.5} />
        </IconButton>
      )}
    </Menu>
  )
}
