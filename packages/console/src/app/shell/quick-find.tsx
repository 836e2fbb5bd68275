import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { LineIcon } from '#ui/line-icon.tsx'
import { app as m } from '../messages.ts'
import { begins, type Findable, findAll, matches, placesOf } from './findables.ts'
import { focusMain } from './focus-main.ts'
import { useNamedThings } from './named-things.ts'
import type { OpenDialog } from './open-dialog.ts'
import classes from './quick-find.module.css'

const [store, spotlight] = createSpotlight()

interface QuickFindProps {
  readonly query: string
  /** Enter was pressed before there was anything to choose from. */
  readonly isEntered: boolean
  onQuery(query: string): void
  onClose(): void
  onOpen(dialog: OpenDialog): void
}

const classNames = {
  search: classes['search'] ?? '',
  action: classes['action'] ?? '',
  actionLabel: classes['label'] ?? '',
  actionSection: classes['icon'] ?? '',
  actionDescription: classes['hint'] ?? '',
  actionsGroup: classes['group'] ?? '',
}

/** Pages and actions by any of their words; clients and topics by asking the broker for the text. */
export function QuickFind({ query, isEntered, onQuery, onClose, onOpen }: QuickFindProps) {
  const navigate = useNavigate()
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])
  const goTo = async (to: string, search: Readonly<Record<string, string>> = {}) => {
    await navigate({ to, search })
    // Where it was opened from may be gone with the page before.
    focusMain()
  }
  const found = findAll((path) => void goTo(path), onOpen)
    .filter((each) => matches(each, query))
    .toSorted((one, other) => Number(begins(other, query)) - Number(begins(one, query)))
  const text = query.trim()
  const things = useNamedThings(text, (path) => void goTo(path))
  const places = text === '' ? [] : placesOf(text, (to, search) => void goTo(to, search))
  const pages = { label: m.pages, found: found.filter(({ kind }) => kind === 'page') }
  const actions = { label: m.actions, found: found.filter(({ kind }) => kind === 'action') }
  // Enter takes the first of all.
  const isActionFirst = found[0]?.kind === 'action'
  const groups = [
    ...(isActionFirst ? [actions, pages] : [pages, actions]),
    { label: m.clients, found: places.filter(({ kind }) => kind === 'client') },
    { label: m.topics, found: places.filter(({ kind }) => kind === 'topic') },
    // They come a moment later: nothing above may move under the hand of whoever is about to choose.
    { label: m.integration, found: things },
  ].filter((group) => group.found.length > 0)
  const run = (chosen: Findable) => {
    onClose()
    chosen.run()
  }
  const runFirst = () => {
    const first = text === '' ? undefined : groups[0]?.found[0]
    if (first !== undefined) run(first)
  }
  const runEntered = useEffectEvent(runFirst)
  useEffect(() => {
    if (isEntered) runEntered()
  }, [isEntered])
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      size={500}
      transitionProps={{ duration: 0 }}
      overlayProps={{ blur: 0, color: 'var(--scrim)', backgroundOpacity: 1 }}
      centered={false}
      classNames={classNames}
      portalProps={{ target: '#overlays' }}
      attributes={{ content: { 'aria-label': m.quickFind } }}
    >
      <Spotlight.Search
        placeholder={m.find}
        aria-label={m.quickFind}
        onKeyDown={({ key, nativeEvent, currentTarget }) => {
          // Right after it has opened nothing is marked yet; what is marked runs by itself.
          const marked = currentTarget.ownerDocument.querySelector('#overlays [data-selected]')
          if (key === 'Enter' && !nativeEvent.isComposing && marked === null) runFirst()
        }}
      />
      <Spotlight.ActionsList>
        {groups.length === 0 && <Spotlight.Empty>{m.nothingFound}</Spotlight.Empty>}
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.found.map((each) => (
              <Found key={`${each.hint} ${each.label}`} found={each} onRun={() => run(each)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Found({ found, onRun }: { readonly found: Findable; onRun(): void }) {
  const { icon: Icon } = found
  return (
    <Spotlight.Action
      label={found.label}
      {...(found.kind !== 'page' && found.kind !== 'action' ? { description: found.hint } : {})}
      leftSection={
        typeof Icon === 'string' ? <LineIcon drawing={Icon} /> : <Icon size={16} stroke={1.5} aria-hidden />
      }
      onClick={onRun}
      closeSpotlightOnTrigger={false}
    />
  )
}
