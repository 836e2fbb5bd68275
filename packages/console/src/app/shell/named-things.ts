import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '#api/query.ts'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { visibleText } from '#lib/visible-text.ts'
import { integration } from '#routes/integration-routes.ts'
import { app as m } from '../messages.ts'
import type { Findable } from './findables.ts'

/** Milliseconds after the last key: a name is asked for once it is typed, not letter by letter. */
const pause = 250
/** As long nothing is asked for twice. */
const staleTime = 60_000
/** Of each kind; who looks for more finds them in the list. */
const most = 5

/** How three things of one name that make a webhook end. */
const ofWebhook = '_WH_D'

interface ListPlace {
  readonly path: string
  readonly icon: string
}

interface Named {
  readonly type: string
  readonly name: string
}

/** Rules, connectors, actions, sources and webhooks by a part of their name, once some of it was typed. */
export function useNamedThings(text: string, goTo: (path: string) => void): readonly Findable[] {
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
  const thing = (label: string, hint: string, { icon, path }: ListPlace, id: string): Findable => ({
    kind: 'thing',
    label: visibleText(label, 80),
    hint,
    icon,
    run: () => goTo(`${path}/${encodeURIComponent(id)}`),
  })
  const named = (all: readonly Named[], hint: string, route: ListPlace) =>
    all
      .map(({ type, name }) => `${type}:${name}`)
      .filter((id) => id.toLowerCase().includes(asked.toLowerCase()))
      .slice(0, most)
      .map((id) => thing(id, hint, route, id))
  const webhooks = found.connectors
    .filter(({ type, name }) => type === 'http' && name.endsWith(ofWebhook))
    .map(({ name }) => ({ name, label: name.slice(0, -ofWebhook.length) }))
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()))
    .slice(0, most)
  return [
    ...webhooks.map(({ name, label }) => thing(label, m.webhook, routes.webhooks, name)),
    ...found.rules.map(({ id }) => thing(id, m.rule, routes.rules, id)),
    ...named(found.connectors, m.connector, routes.connectors),
    ...named(found.actions, m.action, routes.actions),
    ...named(found.sources, m.source, routes.sources),
  ]
}

/** What was typed, once nobody types any more. */
function useRested(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
