import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useSyncExternalStore } from 'react'
import { linkAddress } from '#domain/mqtt-link/link-address.ts'
import { useDirectPlace } from '#domain/mqtt-link/use-direct-place.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import { startSettings } from '#features/diagnose/test-client/connection/start-settings.ts'
import { maximumNew, testClients } from '#features/diagnose/test-client/connection/test-clients.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ConnectionWorkspace } from './connection-workspace.tsx'

/** Shows the MQTT client of this browser. Its connections continue while other pages are shown. */
export function TestClientPage() {
  const { connections, active } = useSyncExternalStore(testClients.subscribe, testClients.get)
  useDirectDefault(connections)
  const unseen = useUnseen(connections)
  const shown = connections.find(({ facts }) => facts.get().id === active) ?? connections[0]
  const isFull = connections.length > maximumNew
  return (
    <Page title={m.title} summary={m.summary}>
      {shown !== undefined && (
        <Tabs
          label={m.connections}
          tabs={connections.map(({ facts }) => {
            const { id, name } = facts.get()
            return {
              id,
              label: name === '' ? m.defaultConnection : visibleText(name, 40),
              ...(unseen.has(id) ? { mark: m.unseen } : {}),
            }
          })}
          value={shown.facts.get().id}
          onChange={testClients.activate}
          end={
            <IconButton
              label={m.add}
              disabledReason={isFull ? m.maximum : undefined}
              onClick={testClients.add}
            >
              <IconPlus size={16} stroke={1.5} aria-hidden />
            </IconButton>
          }
        >
          <ConnectionWorkspace key={shown.facts.get().id} connection={shown} />
        </Tabs>
      )}
    </Page>
  )
}

/**
 * Without a tunnel, an unchanged connection is pointed at a listener that the broker has, instead of the usual
 * address.
 */
function useDirectDefault(connections: readonly TestConnection[]): void {
  const place = useDirectPlace()
  const wanted = place && linkAddress({ via: 'direct', node: '', ...place.settings }, document.baseURI)
  useEffect(() => {
    if (place === undefined) return
    const usual = linkAddress(startSettings(''), document.baseURI)
    for (const connection of connections) {
      const { settings, attempt } = connection.facts.get()
      const now = linkAddress(settings, document.baseURI)
      if (attempt.address === undefined && now === usual && now !== wanted)
        connection.configure({ ...settings, ...place.settings }, connection.password)
    }
  }, [connections, place, wanted])
}

/** Returns the ids of the connections with unseen messages; a changed name causes a new render as well. */
function useUnseen(connections: readonly TestConnection[]): ReadonlySet<string> {
  const subscribe = (listener: () => void) => {
    const stops = connections.map(({ facts }) => facts.subscribe(listener))
    return () => {
      for (const stop of stops) stop()
    }
  }
  // The snapshot is a string, because it must compare equal as long as nothing changes.
  const print = () =>
    JSON.stringify(
      connections.map(({ facts }) => {
        const { id, hasUnseen, name } = facts.get()
        return { id, hasUnseen, name }
      }),
    )
  useSyncExternalStore(subscribe, print)
  return new Set(
    connections.flatMap(({ facts }) => {
      const { id, hasUnseen } = facts.get()
      return hasUnseen ? [id] : []
    }),
  )
}
