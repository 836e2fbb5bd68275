import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { TextBox } from '#ui/text-box.tsx'
import { itemsOf, type MenuArea } from '../menu.ts'
import { m } from '../messages.ts'
import classes from './rail.module.css'
import { RailPages } from './rail-pages.tsx'
import type { MenuNotes } from './use-menu-notes.ts'

interface RailSearchProps {
  readonly menu: readonly MenuArea[]
  readonly notes: MenuNotes
  readonly text: string
  onText(text: string): void
  onFollow(): void
}

/** In the drawer: the pages that any of their words find, instead of the areas. */
export function RailSearch({ menu, notes, text, onText, onFollow }: RailSearchProps) {
  const words = text.toLowerCase().split(/\s+/)
  const found = menu.flatMap((area) =>
    itemsOf(area).filter(({ label, purpose, find }) =>
      words.every((word) => `${area.label} ${label} ${purpose} ${find}`.toLowerCase().includes(word)),
    ),
  )
  return (
    <>
      <div className={classes['search']}>
        <TextBox
          type="search"
          aria-label={m.findPage}
          placeholder={m.findPage}
          icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={text}
          onChange={onText}
        />
      </div>
      {text !== '' && (
        <div className={classes['found']} role="status">
          {found.length === 0 && <p>{m.noPageFound}</p>}
          <RailPages
            label={m.pages}
            groups={[{ label: undefined, items: found }]}
            notes={notes}
            isInView={false}
            onFollow={onFollow}
          />
        </div>
      )}
    </>
  )
}
