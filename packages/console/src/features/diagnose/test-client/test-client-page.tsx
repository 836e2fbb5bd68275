import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useSyncExternalStore } from 'react'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { maximumNew, testClients } from './connection/test-clients.ts'
import { useDirectDefault } from './connection/use-direct-default.ts'
import { useUnseen } from './connection/use-unseen.ts'
import { ConnectionDesk } from './connection-desk.tsx'
import { m } from './messages.ts'

/** MQTT from this browser. Its connections go on while other pages are looked at. */
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
          <ConnectionDesk key={shown.facts.get().id} connection={shown} />
        </Tabs>
      )}
    </Page>
  )
}
