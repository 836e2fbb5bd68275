import { type CatalogueEntry, functionCatalogue } from '@brokerdeck/languages/rule-sql/function-catalogue.ts'
import { lazy, Suspense, useMemo } from 'react'
import {
  functionGroups,
  functionTexts,
  ruleFunctions as m,
} from '#features/integration/rules/messages/rule-functions.ts'
import { TextBox } from '#ui/field-box.tsx'
import { Fold } from '#ui/fold.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import classes from './function-list.module.css'

const texts: Readonly<Record<string, string>> = functionTexts

/** The evaluator is loaded with the first example. */
const FunctionAbout = lazy(async () => ({
  default: (await import('./function-about.tsx')).FunctionAbout,
}))

interface FunctionListProps {
  readonly search: string
  readonly onSearch: (search: string) => void
  /** The name of the function whose documentation is shown. */
  readonly open: string | undefined
  readonly onOpen: (name: string | undefined) => void
  readonly onInsert?: ((entry: CatalogueEntry) => void) | undefined
}

/** Lists every function of the statements, searchable by name or by description; each example is evaluated at once. */
export function FunctionList({ search, onSearch, open, onOpen, onInsert }: FunctionListProps) {
  const groups = useMemo(() => groupsFor(search), [search])
  return (
    <div className={classes['functions']}>
      <TextBox
        aria-label={m.search}
        placeholder={m.search}
        value={search}
        onChange={onSearch}
        data-autofocus
      />
      {groups.length === 0 && <EmptyState title={m.nothing} />}
      {groups.map(({ group, entries }) => (
        <section key={group} aria-label={functionGroups[group]}>
          <h2 className={classes['group']}>{functionGroups[group]}</h2>
          <ul className={classes['list']}>
            {entries.map((entry) => (
              <li
                key={entry.name}
                ref={open === entry.name ? bringIntoView : undefined}
                className={classes['function']}
              >
                <Fold
                  title={entry.name}
                  summary={open === entry.name ? undefined : texts[entry.name]}
                  held={{
                    isOpen: open === entry.name,
                    onToggle: () => onOpen(open === entry.name ? undefined : entry.name),
                  }}
                >
                  <Suspense fallback={<Skeleton height={160} />}>
                    <FunctionAbout key={entry.name} entry={entry} onInsert={onInsert} />
                  </Suspense>
                </Fold>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** A link may lead to an entry far down in the list. */
function bringIntoView(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}

const groupNames = [...new Set(functionCatalogue.map(({ group }) => group))]

function groupsFor(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = functionCatalogue.filter(({ name, group }) => {
    const text = `${name} ${texts[name]} ${functionGroups[group]}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return groupNames
    .map((group) => ({ group, entries: found.filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0)
}
