import type { HoconObject } from '@brokerdeck/contract/hocon/parse-hocon.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './archive-contents.module.css'
import { changedPaths } from './changed-paths.ts'
import { m } from './messages.ts'
import { useRunningConfig } from './use-running-config.ts'

/** Which settings would be others after restoring; nothing while the running ones are not known. */
export function ChangedSettings({ archived }: { readonly archived: HoconObject | undefined }) {
  const { config } = useRunningConfig()
  if (archived === undefined || config === undefined) return null
  const paths = changedPaths(archived, config)
  if (paths.length === 0) return <p>{m.nothingChanges}</p>
  return (
    <details className={classes['changes']}>
      <summary>{m.willChange(paths.length, formatNumber(paths.length))}</summary>
      <ul className={classes['paths']}>
        {paths.map((path) => (
          <li key={path}>
            <Verbatim text={path} mono />
          </li>
        ))}
      </ul>
    </details>
  )
}
