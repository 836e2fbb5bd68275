import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { m } from './messages.ts'
import { type RefreshChoice, refreshSeconds } from './use-refresh-choice.ts'

const name = (seconds: number) => (seconds === 0 ? m.refreshOff : m.refreshEvery(seconds))

/** How often the list asks again by itself. */
export function RefreshMenu({ refresh }: { readonly refresh: RefreshChoice }) {
  const { chosen, choose, whyOff } = refresh
  if (whyOff !== undefined) {
    return (
      <Button size="small" aria-label={m.refreshes(m.refreshOff)} disabledReason={whyOff}>
        {m.refreshOff}
      </Button>
    )
  }
  return (
    <Menu
      label={m.refreshItself}
      actions={refreshSeconds.map((seconds) => ({
        label: name(seconds),
        isChosen: seconds === chosen,
        onSelect: () => choose(seconds),
      }))}
    >
      {(trigger) => (
        <Button {...trigger} size="small" aria-label={m.refreshes(name(chosen))}>
          {name(chosen)}
        </Button>
      )}
    </Menu>
  )
}
