import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { read } from '#api/query.ts'
import { app as m } from '#app/messages.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { useGo } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { integration } from '#routes/integration-routes.ts'
import { type Address, linkTo, ruleAddress } from '#routes/routes.ts'
import { LineIcon } from '#ui/line-icon.tsx'
import { begins, type Findable, findAll, findPlaces, matches } from './findables.ts'
import { focusMain } from './focus-main.ts'
import type { OpenDialog } from './open-dialog.ts'
import classes from './quick-find.module.css'

const [store, spotlight] = createSpotlight()

interface QuickFindProps {
  readonly query: string
  /** True if Enter was pressed before there was an entry to choose. */
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

/** Finds pages and actions by any of their words; clients and topics by searching the broker for the text. */
export function QuickFind({ query, isEntered, onQuery, onClose, onOpen }: QuickFindProps) {
  const go = useGo()
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])
  const goTo = async (to: Address) => {
    await go(to)
    // The element that opened the dialog may have been removed with the previous page.
    focusMain()
  }
  const found = findAll((to) => void goTo(to), onOpen)
    .filter((each) => matches(each, query))
    .toSorted((one, other) => Number(begins(other, query)) - Number(begins(one, query)))
  const text = query.trim()
  const things = useNamedThings(text, (to) => void goTo(to))
  const places = text === '' ? [] : findPlaces(text, (to) => void goTo(to))
  const pages = { label: m.pages, found: found.filter(({ kind }) => kind === 'page') }
  const actions = { label: m.actions, found: found.filter(({ kind }) => kind === 'action') }
  // Enter runs the first entry of all.
  const isActionFirst = found[0]?.kind === 'action'
  const groups = [
    ...(isActionFirst ? [actions, pages] : [pages, actions]),
    { label: m.clients, found: places.filter(({ kind }) => kind === 'client') },
    { label: m.topics, found: places.filter(({ kind }) => kind === 'topic') },
    // These results arrive later, so they are last: nothing above them may move while the user is about to choose.
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
          // Right after the dialog has opened no entry is selected yet; a selected entry handles Enter itself.
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

/** The delay after the last keystroke, in milliseconds: a name is requested once it is typed, not letter by letter. */
const pause = 250
/** The time in milliseconds for which nothing is requested twice. */
const staleTime = 60_000
/** The maximum number of results of each kind; the lists show further results. */
const most = 5

/** The suffix that the three objects of a webhook have in common. */
const ofWebhook = '_WH_D'

interface NamedObject {
  readonly type: string
  readonly name: string
}

/** Finds rules, connectors, actions, sources and webhooks by a part of their name, once some of it has been typed. */
export function useNamedThings(text: string, goTo: (to: Address) => void): readonly Findable[] {
  const asked = useRested(text)
  const options = { enabled: asked !== '', staleTime, retry: false }
  const query = { like_id: asked, page: '1', limit: String(most) }
  const found = {
    rules: useQuery({ ...read(rules.list, { query }), ...options }).data?.data ?? [],
    connectors: useQuery({ ...read(connectors.list, {}), ...options }).data ?? [],
    actions: useQuery({ ...readSummaries('action'), ...options }).data ?? [],
    sources: useQuery({ ...readSummaries('source'), ...options }).data ?? [],
  }
  if (asked === '' || asked !== text) return []
  const { routes } = integration
  const thing = (label: string, hint: string, icon: string, to: Address): Findable => ({
    kind: 'thing',
    label: visibleText(label, 80),
    hint,
    icon,
    run: () => goTo(to),
  })
  const toNamedItems = (all: readonly NamedObject[], hint: string, one: 'connector' | 'action' | 'source') =>
    all
      .map(({ type, name }) => `${type}:${name}`)
      .filter((id) => id.toLowerCase().includes(asked.toLowerCase()))
      .slice(0, most)
      .map((id) => thing(id, hint, routes[`${one}s`].icon, linkTo(one, { id })))
  const webhooks = found.connectors
    .filter(({ type, name }) => type === 'http' && name.endsWith(ofWebhook))
    .map(({ name }) => ({ name, label: name.slice(0, -ofWebhook.length) }))
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))
    .slice(0, most)
  return [
    ...webhooks.map(({ name, label }) =>
      thing(label, m.webhook, routes.webhooks.icon, linkTo('webhook', { name })),
    ),
    ...found.rules.map(({ id }) => thing(id, m.rule, routes.rules.icon, ruleAddress(id))),
    ...toNamedItems(found.connectors, m.connector, 'connector'),
    ...toNamedItems(found.actions, m.action, 'action'),
    ...toNamedItems(found.sources, m.source, 'source'),
  ]
}

/** Returns the typed text after a pause in typing. */
function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
