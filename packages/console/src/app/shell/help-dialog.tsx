import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeError } from '#api/errors.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { app as m, tour, helpDialog as words } from '#app/messages.ts'
import { languageTag, locale } from '#i18n/locale.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { modifierKey } from '#lib/modifier-key.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import classes from './help-dialog.module.css'
import { useBrokerFacts } from './use-broker-facts.ts'

const shortcuts = [
  { keys: [modifierKey(), 'K'], label: m.quickFind },
  { keys: ['[', ']'], label: m.stepPages },
  { keys: ['?'], label: m.help },
  { keys: [modifierKey(), 'Enter'], label: words.applyForm },
  { keys: ['Esc'], label: words.closeDialog },
] as const

/** Shows the shortcuts, the requests of the current page, and a link to the documentation of the broker's maker. */
export function HelpDialog({ onClose, onTour }: { onClose(): void; onTour(): void }) {
  const { version, edition } = useBrokerFacts()
  const asked = useAsked()
  return (
    <DialogShell title={m.help} onClose={onClose}>
      <div className={classes['help']}>
        {/* The tour describes the sample fleet only. */}
        {consoleConfig().mode === 'embedded' && (
          <Part title={tour.title}>
            <p>{tour.takeText}</p>
            <Button size="small" onClick={onTour}>
              {tour.take}
            </Button>
          </Part>
        )}
        <Part title={words.shortcuts}>
          <dl className={classes['list']}>
            {shortcuts.map(({ keys, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={words.pageNeeds}>
          <p>{words.pageNeedsHint}</p>
          <ul className={classes['asked']}>
            {asked.map(({ path, fault }) => (
              <li key={path}>
                <code>GET /api/v5{path}</code>
                {fault !== undefined && <span>{fault}</span>}
              </li>
            ))}
          </ul>
        </Part>
        <Part title={words.documentation}>
          <p>
            <a href={buildDocumentationUrl(version)} target="_blank" rel="noreferrer">
              {words.documentationOf(`EMQX ${edition} ${parseMinorVersion(version)}`)}
            </a>
          </p>
        </Part>
      </div>
    </DialogShell>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface UnansweredPath {
  readonly path: string
  /** The reason why there is no response. */
  readonly fault: string | undefined
}

/** Returns the queries that are active now, for the page and for the bars around it. */
function useAsked(): readonly UnansweredPath[] {
  const cache = useQueryClient().getQueryCache()
  const paths = new Map<string, string | undefined>()
  for (const query of cache.findAll({ type: 'active' })) {
    const [path] = query.queryKey
    if (typeof path !== 'string' || !path.startsWith('/')) continue
    const { error } = query.state
    paths.set(path, error === null ? undefined : describeError(error).title)
  }
  return [...paths]
    .map(([path, fault]) => ({ path, fault }))
    .toSorted((a, b) => a.path.localeCompare(b.path, languageTag))
}

/** Returns `5.8` for `5.8.9`. */
function parseMinorVersion(version: string): string {
  return /^\d+\.\d+/.exec(version)?.[0] ?? ''
}

/** Each minor version has its own documentation; no request is sent before the user follows the link. */
function buildDocumentationUrl(version: string): string {
  const minor = parseMinorVersion(version)
  const edition = editionNumber(currentSession()?.edition ?? '') === 1 ? 'enterprise' : 'emqx'
  return `https://docs.emqx.com/${locale}/${edition}/${minor === '' ? 'latest' : `v${minor}`}/`
}
