import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from '../messages.ts'
import { type Findable, findAll, matches } from './findables.ts'
import type { OpenDialog } from './open-dialog.ts'
import classes from './quick-find.module.css'

const [store, spotlight] = createSpotlight()

interface QuickFindProps {
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

/** Pages and actions by any of their words, a client by its exact id. */
export function QuickFind({ onClose, onOpen }: QuickFindProps) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])
  const found = findAll((path) => void navigate({ to: path }), onOpen).filter((each) => matches(each, query))
  const pages = found.filter(({ kind }) => kind === 'page')
  const actions = found.filter(({ kind }) => kind === 'action')
  const clientId = query.trim()
  const client: Findable = {
    kind: 'client',
    label: m.openClient(visibleText(clientId, 80)),
    hint: m.openClientHint,
    icon: IconDeviceDesktop,
    run: () => void navigate({ to: paths.client(clientId) }),
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
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
      <Spotlight.Search placeholder={m.find} aria-label={m.quickFind} />
      <Spotlight.ActionsList>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={m.pages}>
            {pages.map((each) => (
              <Found key={each.label} found={each} onClose={onClose} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={m.actions}>
            {actions.map((each) => (
              <Found key={each.label} found={each} onClose={onClose} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {clientId === '' ? (
          found.length === 0 && <Spotlight.Empty>{m.nothingFound}</Spotlight.Empty>
        ) : (
          <Spotlight.ActionsGroup label={m.clients}>
            <Found found={client} onClose={onClose} />
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Found({ found, onClose }: { readonly found: Findable; onClose(): void }) {
  const Icon = found.icon
  return (
    <Spotlight.Action
      label={found.label}
      {...(found.kind === 'client' ? { description: found.hint } : {})}
      leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
      onClick={() => {
        onClose()
        found.run()
      }}
      closeSpotlightOnTrigger={false}
    />
  )
}
